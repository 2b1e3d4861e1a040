import Foundation

/// Random numbers that can be had again: SplitMix64 from a printed seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator and prints its seed; `SAML_TEST_SEED` chooses another one.
    public init(_ purpose: String, defaultSeed: UInt64 = 20_260_115) {
        let chosen = ProcessInfo.processInfo.environment["SAML_TEST_SEED"].flatMap { UInt64($0) }
        state = chosen ?? defaultSeed
        print("\(purpose): random seed \(state) (set SAML_TEST_SEED for another)")
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
