internal import PayloadCoding

/// The textual form of DER (RFC 7468).
enum PEM {
    /// Writes a block with lines of 64 characters.
    ///
    /// - Parameters:
    ///   - bytes: The DER bytes.
    ///   - label: What they are, `CERTIFICATE` for instance.
    /// - Returns: The block, with a line end after it.
    static func text(of bytes: [UInt8], label: String) -> String {
        var lines = ["-----BEGIN \(label)-----"]
        var rest = Base64.encoding(bytes)[...]
        while !rest.isEmpty {
            lines.append(String(decoding: rest.prefix(64), as: UTF8.self))
            rest = rest.dropFirst(64)
        }
        lines.append("-----END \(label)-----\n")
        return lines.joined(separator: "\n")
    }
}
