internal import SAMLBindings

/// A zip archive of small files that are not compressed (APPNOTE 6.3.9), so that it can be searched as it is.
struct StoredZip {
    private var files: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// 1980-01-01, the first day that zip knows: no time of the making goes along.
    private static let day: UInt16 = 0x21

    /// Adds a file.
    mutating func add(_ name: String, _ content: [UInt8]) {
        let offset = UInt32(files.count)
        let fields =
            Self.bytes(UInt16(10)) + Self.bytes(UInt16(0x0800)) + Self.bytes(UInt16(0))
            + Self.bytes(UInt16(0)) + Self.bytes(Self.day) + Self.bytes(Checksum.crc32(of: content))
            + Self.bytes(UInt32(content.count)) + Self.bytes(UInt32(content.count))
            + Self.bytes(UInt16(name.utf8.count)) + Self.bytes(UInt16(0))
        files += Self.bytes(UInt32(0x0403_4B50)) + fields + Array(name.utf8) + content
        directory +=
            Self.bytes(UInt32(0x0201_4B50)) + Self.bytes(UInt16(10)) + fields
            + Self.bytes(UInt16(0)) + Self.bytes(UInt16(0)) + Self.bytes(UInt16(0))
            + Self.bytes(UInt32(0)) + Self.bytes(offset) + Array(name.utf8)
        count += 1
    }

    /// The archive.
    var bytes: [UInt8] {
        files + directory + Self.bytes(UInt32(0x0605_4B50)) + Self.bytes(UInt16(0))
            + Self.bytes(UInt16(0)) + Self.bytes(count) + Self.bytes(count)
            + Self.bytes(UInt32(directory.count)) + Self.bytes(UInt32(files.count))
            + Self.bytes(UInt16(0))
    }

    static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
