// swift-tools-version: 6.3

import PackageDescription

// Where Apple's framework does not exist, swift-saml has a stand-in that the compiler checks against.
#if os(Linux)
let traits: Set<Package.Dependency.Trait> = ["VideoSubscriberAccountStub"]
#else
let traits: Set<Package.Dependency.Trait> = []
#endif

let package = Package(
    name: "tvos-app-core",
    platforms: [.tvOS(.v16), .iOS(.v16), .macOS(.v13)],
    products: [.library(name: "TVAppCore", targets: ["TVAppCore"])],
    dependencies: [.package(name: "swift-saml", path: "../../..", traits: traits)],
    targets: [
        .target(
            name: "TVAppCore",
            dependencies: [
                .product(name: "AdobePass", package: "swift-saml"),
                .product(name: "AdobePassHTTP", package: "swift-saml"),
            ]),
        .executableTarget(
            name: "flow-check",
            dependencies: ["TVAppCore", .product(name: "AdobePass", package: "swift-saml")]),
    ]
)
