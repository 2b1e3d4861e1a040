/// The compression of a message.
enum Compression {
    /// Raw DEFLATE (RFC 1951), which has no header.
    case deflate
    /// DEFLATE with a header and a checksum (RFC 1950).
    case zlib
    /// DEFLATE with a header, a checksum and a length (RFC 1952).
    case gzip

    /// Detects gzip and zlib by their headers; `nil` for bytes that begin with neither.
    ///
    /// No compressor writes raw DEFLATE that begins so: the first byte of gzip names a kind of block that does not exist,
    /// and that of zlib a stored block whose unused bits are set.
    init?(headerOf bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(3))
        guard head.count == 3 else { return nil }
        if head == [0x1F, 0x8B, 8] {
            self = .gzip
        } else if head[0] & 0x0F == 8, head[0] >> 4 < 8, head[1] & 0x20 == 0,
            (UInt16(head[0]) << 8 | UInt16(head[1])) % 31 == 0
        {
            self = .zlib
        } else {
            return nil
        }
    }

    /// The step that undoing it is.
    var step: MessageEnvelope.Step {
        switch self {
        case .deflate: .deflate
        case .zlib: .zlib
        case .gzip: .gzip
        }
    }

    /// The name, in sentences.
    var title: String {
        switch self {
        case .deflate: "DEFLATE"
        case .zlib: "zlib"
        case .gzip: "gzip"
        }
    }
}
