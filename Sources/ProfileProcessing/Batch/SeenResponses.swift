internal import Crypto

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The IDs of the responses of a run, kept as the first 128 bits of their SHA-256.
struct SeenResponses: Sendable {
    private struct Key: Hashable, Sendable {
        let high: UInt64
        let low: UInt64
    }

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

    /// Whether a record is of a response that was there before; otherwise it is from now on.
    mutating func isRepeated(_ record: ProfileRecord) -> Bool {
        guard record.kind == .response, let id = record.response?.id else { return false }
        let digest = Array(SHA256.hash(data: Array(id.utf8)))[...]
        let key = Key(high: Self.word(digest.prefix(8)), low: Self.word(digest.dropFirst(8)))
        guard keys.insert(key).inserted else { return true }
        fresh.append(key)
        return false
    }

    /// What a checkpoint has to hold.
    ///
    /// - Parameter isWhole: Whether earlier checkpoints are forgotten.
    /// - Returns: 16 octets for each ID.
    mutating func saved(isWhole: Bool) -> Data {
        var octets: [UInt8] = []
        let saved = isWhole ? Array(keys) : fresh
        octets.reserveCapacity(saved.count * 16)
        for key in saved {
            for word in [key.high, key.low] {
                unsafe withUnsafeBytes(of: word.bigEndian) { unsafe octets.append(contentsOf: $0) }
            }
        }
        fresh = []
        return Data(octets)
    }

    private static func word(_ octets: ArraySlice<UInt8>) -> UInt64 {
        octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
