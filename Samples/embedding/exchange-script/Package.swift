// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "exchange-script",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-saml", path: "../../..")],
    targets: [
        .executableTarget(
            name: "exchange-script",
            dependencies: [
                .product(name: "AdobePass", package: "swift-saml"),
                .product(name: "AdobePassHTTP", package: "swift-saml"),
                .product(name: "PayloadCoding", package: "swift-saml"),
            ])
    ]
)
