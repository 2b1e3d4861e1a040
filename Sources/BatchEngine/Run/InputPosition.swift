package import Captures
internal import SAMLBindings

/// The progress in an input, with enough detail to detect another input later.
package struct InputPosition: Hashable, Sendable, Codable {
    /// The number of entries read.
    package private(set) var recordCount = 0
    /// A checksum over where each entry stands and how large it is.
    package private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    private enum CodingKeys: String, CodingKey {
        case recordCount, checksum
    }

    /// The beginning of the input.
    package init() {}

    /// Records the next entry.
    ///
    /// - Parameter record: The entry that was read.
    package mutating func pass(_ record: CapturedRecord) {
        recordCount += 1
        let source = record.source
        for byte in (source.file ?? "").utf8 { mix(UInt64(byte)) }
        mix(UInt64(truncatingIfNeeded: source.entry ?? -1))
        mix(UInt64(truncatingIfNeeded: source.line ?? -1))
        mix(UInt64(truncatingIfNeeded: record.byteCount))
        if let entries = record.entriesWithoutMessage {
            mix(UInt64(truncatingIfNeeded: entries.count))
        }
    }

    /// A step of FNV-1a, which finds accidents; nobody gains by making two inputs look alike.
    private mutating func mix(_ value: UInt64) {
        checksum = (checksum ^ value) &* 0x0000_0100_0000_01B3
    }
}

extension InputPosition {
    /// Reads a position.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        recordCount = try container.decode(Int.self, forKey: .recordCount)
        let digits = try container.decode(String.self, forKey: .checksum)
        guard let checksum = UInt64(digits, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                forKey: .checksum, in: container, debugDescription: "It is not a checksum.")
        }
        self.checksum = checksum
    }

    /// Writes the position, with the checksum in hexadecimal digits because it is not a quantity.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(recordCount, forKey: .recordCount)
        try container.encode(String(checksum, radix: 16), forKey: .checksum)
    }
}
