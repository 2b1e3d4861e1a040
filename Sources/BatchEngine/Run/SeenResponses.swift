#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The identities of the run's messages so far.
struct SeenResponses: Sendable {
    private typealias Key = MessageIdentity.Key

    private var keys: Set<Key> = []
    /// Those that no checkpoint has yet.
    private var fresh: [Key] = []

    init() {}

    /// Those of checkpoints.
    init(saved: [Data]) {
        for data in saved {
            var rest = Array(data)[...]
            while rest.count >= 16 {
                keys.insert(Key(high: Self.word(rest.prefix(8)), low: Self.word(rest.dropFirst(8))))
                rest = rest.dropFirst(16)
            }
        }
    }

    /// Returns whether a message was there before; otherwise it is from now on.
    mutating func isRepeated(_ identity: MessageIdentity?) -> Bool {
        guard let identity else { return false }
        var isRepeated = true
        for key in identity.keys where keys.insert(key).inserted {
            isRepeated = false
            fresh.append(key)
        }
        return isRepeated
    }

    /// Returns the identities to save in a checkpoint.
    ///
    /// - Parameter isWhole: Whether earlier checkpoints are forgotten.
    /// - Returns: 16 bytes for each ID.
    mutating func saved(isWhole: Bool) -> Data {
        var bytes: [UInt8] = []
        let saved = isWhole ? Array(keys) : fresh
        bytes.reserveCapacity(saved.count * 16)
        for key in saved {
            for word in [key.high, key.low] {
                unsafe withUnsafeBytes(of: word.bigEndian) { unsafe bytes.append(contentsOf: $0) }
            }
        }
        fresh = []
        return Data(bytes)
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
