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
                "Archives", "AsyncHTTPClient", "FoundationBaseline", "Sandbox", "SQLite",
                "VideoSubscriberAccountStub",
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
        // The programs of README and the tutorials, links to their samples, so that every check
        // compiles them.
        .executableTarget(
            name: "verify-response", dependencies: [.product(name: "SAML2", package: "swift-saml")]
        ),
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
