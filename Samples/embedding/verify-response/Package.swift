// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "verify-response",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-saml", path: "../../..")],
    targets: [
        .executableTarget(
            name: "verify-response", dependencies: [.product(name: "SAML2", package: "swift-saml")],
            path: "Sources")
    ]
)
