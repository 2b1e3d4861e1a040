// swift-tools-version: 6.3

import PackageDescription

// Performance tests with XCTest's `measure`. They are a package of their own, so that whoever
// depends on swift-saml builds none of them, and they see its public interface only.
//
//   swift test -c release --package-path Benchmarks
let package = Package(
    name: "swift-saml-benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-saml", path: "..")],
    targets: [
        .testTarget(
            name: "LadderBenchmarks",
            dependencies: [
                .product(name: "PayloadCoding", package: "swift-saml"),
                .product(name: "ProfileProcessing", package: "swift-saml"),
                .product(name: "SAML2", package: "swift-saml"),
                .product(name: "SAMLBindings", package: "swift-saml"),
                .product(name: "XMLCore", package: "swift-saml"),
                .product(name: "XMLSecurity", package: "swift-saml"),
            ])
    ]
)
