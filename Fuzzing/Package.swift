// swift-tools-version: 6.3

import PackageDescription

// Fuzz targets for libFuzzer, which comes with the toolchain. They are a package of their own, as
// they only link with the options that Scripts/fuzz.sh gives, and see public interfaces only.
//
//   Scripts/fuzz.sh [TARGET] [SECONDS]
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func saml(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-saml") }

func fuzzer(_ name: String, _ modules: String..., and others: Target.Dependency...) -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzSupport"] + modules.map(saml) + others,
        swiftSettings: settings)
}

let package = Package(
    name: "swift-saml-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-saml", path: "..", traits: ["Archives"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    ],
    targets: [
        .target(
            name: "FuzzSupport",
            dependencies: ["SAML2", "XMLCore", "XMLSecurity"].map(saml), swiftSettings: settings),
        fuzzer("FuzzParse", "XMLCore", "SAML2"),
        fuzzer("FuzzReread", "XMLCore"),
        fuzzer(
            "FuzzVerify", "BatchEngine", "ProfileProcessing", "SAML2", "SAMLBindings", "XMLCore",
            "XMLSecurity"),
        fuzzer("FuzzDecode", "PayloadCoding", "SAMLBindings", "XMLCore"),
        fuzzer(
            "FuzzDecrypt", "PayloadCoding", "SAML2", "XMLCore", "XMLSecurity",
            and: .product(name: "Crypto", package: "swift-crypto")),
        fuzzer("FuzzKeys", "SAML2", "XMLCore", "XMLSecurity"),
        fuzzer("FuzzResults", "Reports", "SAML2"),
    ]
)
