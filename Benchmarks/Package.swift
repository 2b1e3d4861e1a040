// swift-tools-version: 6.3

import PackageDescription

// Performance tests with XCTest's `measure`, and the programs that the scripts here compare. They are
// a package of their own, so that whoever depends on swift-saml builds none of them, and they see its
// public interface only; stages that have no public name are there for measurement (SPI).
//
//   swift test -c release --package-path Benchmarks
let payloadCoding = Target.Dependency.product(name: "PayloadCoding", package: "swift-saml")

let package = Package(
    name: "swift-saml-benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-saml", path: "..")],
    targets: [
        // What compare/encode.py runs, one process for each contender.
        .executableTarget(name: "EncodingContenders", dependencies: [payloadCoding]),
        // What thresholds.py counts the instructions of; synchronous and without Foundation.
        .executableTarget(name: "StageRunner", dependencies: [payloadCoding]),
        // What compare/allocations.py --library counts the allocations of.
        .executableTarget(
            name: "AcceptanceRunner", dependencies: [.product(name: "SAML2", package: "swift-saml")]
        ),
        // What million/measure.py compares `samlkit batch` with.
        .executableTarget(
            name: "VerifierAlone",
            dependencies: [
                .product(name: "ProfileProcessing", package: "swift-saml"),
                .product(name: "SAML2", package: "swift-saml"),
                .product(name: "SAMLBindings", package: "swift-saml"),
                .product(name: "XMLCore", package: "swift-saml"),
            ]),
        .testTarget(name: "PayloadBenchmarks", dependencies: [payloadCoding]),
        .testTarget(
            name: "LadderBenchmarks",
            dependencies: [
                payloadCoding,
                .product(name: "BatchEngine", package: "swift-saml"),
                .product(name: "ProfileProcessing", package: "swift-saml"),
                .product(name: "SAML2", package: "swift-saml"),
                .product(name: "SAMLBindings", package: "swift-saml"),
                .product(name: "XMLCore", package: "swift-saml"),
                .product(name: "XMLSecurity", package: "swift-saml"),
            ]),
    ]
)
