// swift-tools-version: 6.3

import PackageDescription

// The programs of two tutorials. Their pages are in the modules' documentation.
let package = Package(
    name: "tutorials",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-saml", path: "../../..")],
    targets: [
        .executableTarget(
            name: "process-capture",
            dependencies: [
                .product(name: "Captures", package: "swift-saml"),
                .product(name: "ProfileProcessing", package: "swift-saml"),
                .product(name: "SAML2", package: "swift-saml"),
            ]),
        .executableTarget(
            name: "sign-on",
            dependencies: [
                .product(name: "AdobePass", package: "swift-saml"),
                .product(name: "AdobePassHTTP", package: "swift-saml"),
            ]),
    ]
)
