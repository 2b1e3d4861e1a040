// swift-tools-version: 6.3

import PackageDescription

// A package as an embedder writes it. Scripts/check.sh looks at what its executable links.
let package = Package(
    name: "linkage-test",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(
            name: "swift-saml", path: "../..",
            traits: [
                "Archives", "AsyncHTTPClient", "Sandbox", "SQLite", "VideoSubscriberAccountStub",
            ])
    ],
    targets: [
        .executableTarget(
            name: "LinkageTest",
            dependencies: [
                .product(name: "PayloadCoding", package: "swift-saml"),
                .product(name: "SAMLBindings", package: "swift-saml"),
                .product(name: "XMLCore", package: "swift-saml"),
            ]),
        // The program of README, a link to its sample, so that every check compiles it.
        .executableTarget(
            name: "verify-response", dependencies: [.product(name: "SAML2", package: "swift-saml")]
        ),
    ]
)
