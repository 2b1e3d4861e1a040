internal import WireText

/// A content coding of HTTP (RFC 9110, section 8.4.1).
enum ContentCoding {
    case gzip
    /// Named for zlib's format; many senders omit its header.
    case deflate
    case brotli
    case zstandard
    /// A coding that cannot be undone here, with the name from the header.
    case unknown(String)

    /// The largest number of codings on one body.
    static let deepest = 2

    /// Returns the codings in the value of a `Content-Encoding` header, the innermost first.
    static func codings(in value: String) -> [ContentCoding] {
        value.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
            let name = String(decoding: part.trimmingWhiteSpace(), as: UTF8.self).lowercased()
            return switch name {
            case "", "identity", "none", "utf-8": nil
            case "gzip", "x-gzip": .gzip
            case "deflate": .deflate
            // Charles writes the long name.
            case "br", "brotli": .brotli
            case "zstd": .zstandard
            default: .unknown(name)
            }
        }
    }

    /// The name, as errors say it.
    var name: String {
        switch self {
        case .gzip: "gzip"
        case .deflate: "deflate"
        case .brotli: "br"
        case .zstandard: "zstd"
        case .unknown(let name): String(name.prefix(32))
        }
    }

    /// Returns whether bytes begin as those of the coding always do; `nil` where it has no such mark.
    func isMarked(_ bytes: ArraySlice<UInt8>) -> Bool? {
        switch self {
        case .gzip: GzipSource.isBeginning(bytes)
        case .zstandard: bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        case .deflate, .brotli, .unknown: nil
        }
    }
}
