// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "exchange-service",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "swift-saml", path: "../../..", traits: ["AsyncHTTPClient"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    ],
    targets: [
        .executableTarget(
            name: "exchange-service",
            dependencies: [
                .product(name: "AdobePass", package: "swift-saml"),
                .product(name: "AdobePassHTTP", package: "swift-saml"),
                .product(name: "PayloadCoding", package: "swift-saml"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ])
    ]
)
