// swift-tools-version: 6.3

import PackageDescription

/// One set of rules for every Swift target of the package.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let cSettings: [CSetting] = [
    .enableWarning("conversion"),
    .enableWarning("extra"),
]

/// The modules in which tests spend their time.
///
/// Scripts/checked.sh optimizes them, with assertions; no other build has a flag of it.
let optimized: Set<String> =
    Context.environment["SAML_CHECKED_BUILD"] == nil
    ? []
    : [
        "PayloadCoding", "SAML2", "SAMLBindings", "SignatureDiagnostics", "WireText", "XMLCore",
        "XMLSecurity",
    ]

// On Apple platforms the SDK carries libxml2 and its headers; a Homebrew pkg-config file could mix
// a second copy into the process.
#if os(Linux)
let libxml2 = Target.systemLibrary(
    name: "CLibXML2", path: "CLibXML2", pkgConfig: "libxml-2.0",
    providers: [.apt(["libxml2-dev", "pkg-config"])])
let zlib = Target.systemLibrary(
    name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev", "pkg-config"])])
let libarchive = Target.systemLibrary(
    name: "CArchive", pkgConfig: "libarchive",
    providers: [.apt(["libarchive-dev", "pkg-config"])])
let libbrotli = Target.systemLibrary(
    name: "CBrotli", pkgConfig: "libbrotlidec",
    providers: [.apt(["libbrotli-dev", "pkg-config"])])
#else
let libxml2 = Target.systemLibrary(name: "CLibXML2", path: "CLibXML2")
let zlib = Target.systemLibrary(name: "CZlib")
// The SDK has the library and not its headers; Homebrew has both.
let libarchive = Target.systemLibrary(
    name: "CArchive", pkgConfig: "libarchive", providers: [.brew(["libarchive"])])
let libbrotli = Target.systemLibrary(
    name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.brew(["brotli"])])
#endif

/// A library target that may import exactly `dependencies`, its tests, and nothing else.
func module(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    let flags: [SwiftSetting] =
        optimized.contains(name) ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : []
    return .target(name: name, dependencies: dependencies, swiftSettings: settings + flags)
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
        swiftSettings: settings)
}

let libraries = [
    "XMLCore", "XMLSecurity", "SAML2", "SignatureDiagnostics", "PayloadCoding", "SAMLBindings",
    "Captures", "ProfileProcessing", "BatchEngine", "Reports", "AdobePass", "AdobePassHTTP",
    "PassTokens",
]

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let metricsTestKit = Target.Dependency.product(name: "MetricsTestKit", package: "swift-metrics")

/// A product that is there only when one of `traits` is on.
func product(_ name: String, _ package: String, when traits: Set<String>) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: traits))
}

let asyncHTTPClient = product(
    "AsyncHTTPClient", "async-http-client", when: ["AsyncHTTPClient"])
let nioCore = product("NIOCore", "swift-nio", when: ["AsyncHTTPClient", "Sandbox"])
let nioConcurrency = product("NIOConcurrencyHelpers", "swift-nio", when: ["Sandbox"])
let nioHTTP1 = product("NIOHTTP1", "swift-nio", when: ["AsyncHTTPClient", "Sandbox"])
let nioPosix = product("NIOPosix", "swift-nio", when: ["AsyncHTTPClient", "Sandbox"])
let nioSSL = product("NIOSSL", "swift-nio-ssl", when: ["AsyncHTTPClient"])
let hummingbird = product("Hummingbird", "hummingbird", when: ["Sandbox"])
let hummingbirdCore = product("HummingbirdCore", "hummingbird", when: ["Sandbox"])
let unixSignals = Target.Dependency.product(
    name: "UnixSignals", package: "swift-service-lifecycle")
let serviceLifecycle = product(
    "ServiceLifecycle", "swift-service-lifecycle", when: ["Sandbox"])
let grdb = product("GRDB", "GRDB.swift", when: ["SQLite"])

let archives = Target.Dependency.target(
    name: "CArchive", condition: .when(traits: ["Archives"]))
let brotliDecoder = Target.Dependency.target(
    name: "CBrotli", condition: .when(traits: ["Archives"]))

// Stands in for Apple's framework, so that the code for it is compiled and tested here.
#if os(Linux)
let subscriberAccount: [Target.Dependency] = [
    .target(
        name: "VideoSubscriberAccount", condition: .when(traits: ["VideoSubscriberAccountStub"]))
]
let stubs: [Target] = [
    .target(
        name: "VideoSubscriberAccount", path: "Tests/VideoSubscriberAccountStub",
        swiftSettings: settings)
]
#else
let subscriberAccount: [Target.Dependency] = []
let stubs: [Target] = []
#endif

let package = Package(
    name: "swift-saml",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16)],
    products: libraries.map { .library(name: $0, targets: [$0]) }
        + [.executable(name: "samlkit", targets: ["samlkit"])],
    traits: [
        .trait(
            name: "Archives",
            description: "Captures in tar and zip files; bodies in brotli and zstd."),
        .trait(name: "AsyncHTTPClient", description: "A transport over async-http-client."),
        .trait(
            name: "FoundationBaseline",
            description: "Adobe's published snippet among the contenders of samlkit bench."),
        .trait(
            name: "Sandbox",
            description: "Servers on this computer: Adobe Pass with its MVPD, and samlkit serve."),
        .trait(name: "SQLite", description: "State and results in SQLite files."),
        .trait(
            name: "VideoSubscriberAccountStub",
            description: "Linux only: compiles the code for Apple's framework against a stand-in."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        // XMLSecurity uses its raw RSA operation, which a later minor version may change.
        .package(url: "https://github.com/apple/swift-crypto", .upToNextMinor(from: "4.5.0")),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.11.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        libxml2,
        zlib,
        libarchive,
        libbrotli,
        .target(name: "CXMLShims", dependencies: ["CLibXML2"], cSettings: cSettings),
        .target(name: "CPages", exclude: ["Pages"], cSettings: cSettings),
        module("WireText", "CPages"),
        module("XMLCore", "CXMLShims", "WireText"),
        .target(name: "CSecretBytes", cSettings: cSettings),
        module(
            "XMLSecurity", "CSecretBytes", "PayloadCoding", "WireText", "XMLCore", crypto,
            cryptoExtras, asn1),
        module("SAML2", "PayloadCoding", "WireText", "XMLCore", "XMLSecurity"),
        module(
            "SignatureDiagnostics", "PayloadCoding", "SAML2", "WireText", "XMLCore", "XMLSecurity"),
        .target(name: "CPayloadKernels", cSettings: cSettings),
        module("PayloadCoding", "CPayloadKernels", "WireText"),
        module("SAMLBindings", "PayloadCoding", "WireText", "CZlib"),
        module(
            "Captures", "SAMLBindings", "WireText", "XMLCore", "CZlib", archives, brotliDecoder,
            systemPackage),
        module(
            "ProfileProcessing", "Captures", "PayloadCoding", "SAML2", "SAMLBindings",
            "SignatureDiagnostics", "WireText", "XMLCore", "XMLSecurity", crypto),
        module(
            "BatchEngine", "Captures", "PayloadCoding", "ProfileProcessing", "SAML2",
            "SAMLBindings", "WireText", "XMLCore", "XMLSecurity", crypto, grdb, systemPackage),
        module(
            "Reports", "BatchEngine", "Captures", "PayloadCoding", "ProfileProcessing", "SAML2",
            "SAMLBindings", "SignatureDiagnostics", "WireText", "XMLCore", "XMLSecurity", crypto),
        .target(
            name: "AdobePass",
            dependencies: ["PayloadCoding", "WireText", httpTypes, logging, metrics]
                + subscriberAccount,
            swiftSettings: settings),
        module(
            "AdobePassHTTP", "AdobePass", "WireText", httpTypes, asyncHTTPClient, nioCore, nioHTTP1,
            nioPosix, nioSSL),
        module(
            "PassTokens", "AdobePass", "PayloadCoding", "SAML2", "WireText", "XMLCore",
            "XMLSecurity"),
        module(
            "PassAudit", "Captures", "PayloadCoding", "ProfileProcessing", "SAML2", "SAMLBindings",
            "WireText", "XMLCore", crypto),
        module(
            "HTTPServing", "WireText", httpTypes, hummingbirdCore, logging, nioCore, nioHTTP1,
            nioPosix, serviceLifecycle),
        module(
            "MessageService", "BatchEngine", "Captures", "HTTPServing", "PassAudit",
            "PayloadCoding", "ProfileProcessing", "Reports", "SAML2", "SAMLBindings",
            "SignatureDiagnostics", "WireText", "XMLCore", "XMLSecurity", crypto, httpTypes,
            hummingbirdCore, logging, nioConcurrency, nioCore, nioPosix, systemPackage),
        module(
            "PassSandbox", "AdobePass", "HTTPServing", "PassAudit", "PayloadCoding",
            "ProfileProcessing", "SAML2",
            "SAMLBindings", "SignatureDiagnostics", "WireText", "XMLCore", "XMLSecurity", crypto,
            cryptoExtras, asn1, httpTypes, logging, hummingbird, nioConcurrency, nioCore, nioHTTP1,
            grdb),
        .executableTarget(
            name: "samlkit",
            dependencies: [
                "AdobePass", "AdobePassHTTP", "BatchEngine", "Captures", "MessageService",
                "PassAudit", "PassSandbox", "PassTokens", "PayloadCoding", "ProfileProcessing",
                "Reports", "SAML2",
                "SAMLBindings", "SignatureDiagnostics", "WireText", "XMLCore", "XMLSecurity",
                argumentParser, httpTypes, logging, systemPackage, unixSignals,
            ],
            swiftSettings: settings),
        .target(
            name: "TestSupport",
            dependencies: [
                "PayloadCoding", "SAML2", "WireText", "XMLCore", "XMLSecurity", crypto,
                cryptoExtras,
            ],
            path: "Tests/TestSupport", swiftSettings: settings),
        // Verifies layouts outside SAML for interoperability vectors; no product contains it.
        .target(
            name: "InteroperabilitySupport",
            dependencies: ["PayloadCoding", "XMLCore", "XMLSecurity", crypto],
            path: "Tests/InteroperabilitySupport", swiftSettings: settings),
        tests("WireText"),
        tests("XMLCore"),
        tests(
            "XMLSecurity", "CSecretBytes", "InteroperabilitySupport", "PayloadCoding", "XMLCore",
            crypto,
            cryptoExtras),
        tests("SAML2", "PayloadCoding", "XMLCore", "XMLSecurity"),
        tests(
            "SignatureDiagnostics", "PayloadCoding", "SAML2", "WireText", "XMLCore", "XMLSecurity"),
        tests("PayloadCoding", "CPayloadKernels", "XMLCore"),
        tests("SAMLBindings", "PayloadCoding", "CZlib"),
        tests("Captures", "SAMLBindings", "WireText", "CZlib", archives, systemPackage),
        .target(
            name: "ProfileTestSupport",
            dependencies: [
                "Captures", "PayloadCoding", "ProfileProcessing", "SAML2", "SAMLBindings",
                "TestSupport", "XMLCore", "XMLSecurity", systemPackage,
            ],
            path: "Tests/ProfileTestSupport", swiftSettings: settings),
        tests(
            "ProfileProcessing", "ProfileTestSupport", "Captures", "SAML2", "SAMLBindings",
            "SignatureDiagnostics", "PayloadCoding", "WireText", "XMLCore", "XMLSecurity",
            systemPackage),
        tests(
            "BatchEngine", "ProfileProcessing", "ProfileTestSupport", "Captures", "SAML2",
            "SAMLBindings", "XMLCore", "XMLSecurity", systemPackage),
        tests(
            "Reports", "BatchEngine", "ProfileProcessing", "ProfileTestSupport", "Captures",
            "SAML2", "SAMLBindings", "WireText", "XMLCore", "XMLSecurity"),
        .testTarget(
            name: "AdobePassTests",
            dependencies: [
                "AdobePass", "TestSupport", "PayloadCoding", httpTypes, logging, metrics,
                metricsTestKit,
            ] + subscriberAccount,
            swiftSettings: settings),
        tests("AdobePassHTTP", "AdobePass", httpTypes, nioSSL),
        tests(
            "PassSandbox", "AdobePass", "AdobePassHTTP", "Captures", "PassAudit",
            "PayloadCoding", "ProfileProcessing",
            "SAML2", "SAMLBindings", "SignatureDiagnostics", "WireText", "XMLCore", "XMLSecurity",
            crypto, cryptoExtras, httpTypes, hummingbird, logging, systemPackage),
        tests("HTTPServing", httpTypes),
        tests("MessageService", "Captures", nioPosix),
        tests("PassAudit", "Captures", "PayloadCoding", "SAMLBindings", "WireText"),
        tests("PassTokens", "SAML2", "XMLSecurity"),
        tests(
            "samlkit", "AdobePass", "PassTokens", "PayloadCoding", "ProfileProcessing", "SAML2",
            "WireText", "XMLSecurity", httpTypes),
        .testTarget(
            name: "AttackTests",
            dependencies: [
                "ProfileProcessing", "SAML2", "SAMLBindings", "SignatureDiagnostics", "TestSupport",
                "XMLCore", "XMLSecurity", "samlkit",
            ],
            swiftSettings: settings),
    ] + stubs
)
