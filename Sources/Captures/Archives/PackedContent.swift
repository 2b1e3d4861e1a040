/// The compression or archive format of a file, detected from its first bytes.
enum PackedContent {
    /// gzip, which zlib reads.
    case gzip
    /// zlib's own format, which mitmproxy writes with the extension `zhar`.
    case zlib
    /// Another compression of one file.
    case compression
    /// An archive of files.
    case archive

    /// The number of bytes that detection needs.
    static let headSize = 512

    init?(detecting head: ArraySlice<UInt8>) {
        if GzipSource.isBeginning(head) {
            self = .gzip
        } else if GzipSource.isZlibBeginning(head) {
            self = .zlib
        } else if Self.compressions.contains(where: { head.starts(with: $0) }) {
            self = .compression
        } else if Self.zips.contains(where: { head.starts(with: $0) }) || Self.isTar(head) {
            self = .archive
        } else {
            return nil
        }
    }

    private static let compressions: [[UInt8]] =
        [
            [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],  // xz
            [0x28, 0xB5, 0x2F, 0xFD],  // Zstandard
            [0x04, 0x22, 0x4D, 0x18],  // LZ4
            [0x1F, 0x9D],  // compress
        ]
        + (UInt8(ascii: "1")...UInt8(ascii: "9")).map {
            // bzip2
            [0x42, 0x5A, 0x68, $0, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
        }

    /// A local file header, or the end of an archive without any.
    private static let zips: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]

    /// Returns whether the first block is the header of a tar archive, by its checksum, so that
    /// archives without a magic are found.
    private static func isTar(_ head: ArraySlice<UInt8>) -> Bool {
        guard head.count >= headSize else { return false }
        let block = Array(head.prefix(headSize))
        let field = 148..<156
        let digits = block[field].drop { $0 == 0x20 }
            .prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
        guard !digits.isEmpty else { return false }
        let stated = digits.reduce(0) { $0 << 3 | Int($1 - UInt8(ascii: "0")) }
        let sum = block.indices.reduce(0) { $0 + (field.contains($1) ? 0x20 : Int(block[$1])) }
        return sum == stated
    }
}
