internal import SwiftASN1

/// The blocks of PEM text (RFC 7468) that hold public keys, as DER.
struct PEMBlocks {
    let blocks: [[UInt8]]
    /// A Boolean value that indicates whether every block is a certificate.
    let areCertificates: Bool

    init(_ text: String) throws(TrustedKeyError) {
        var blocks: [[UInt8]] = []
        var areCertificates = true
        for block in Self.texts(in: text) {
            guard let document = try? PEMDocument(pemString: block) else {
                throw TrustedKeyError(code: .invalidPEM)
            }
            switch document.discriminator {
            case "CERTIFICATE": break
            case "PUBLIC KEY": areCertificates = false
            case let other where other.hasSuffix("PRIVATE KEY"):
                throw TrustedKeyError(code: .privateKey)
            default: throw TrustedKeyError(code: .notAPublicKey)
            }
            blocks.append(document.derBytes)
        }
        guard !blocks.isEmpty else { throw TrustedKeyError(code: .invalidPEM) }
        self.blocks = blocks
        self.areCertificates = areCertificates
    }

    /// Returns the text of each block, up to the end of the line that ends it.
    ///
    /// What stands before the first one is a comment (RFC 7468, section 2).
    static func texts(in text: String) -> [String] {
        let begin = "-----BEGIN "
        return text.split(separator: begin, omittingEmptySubsequences: false).dropFirst().map {
            let ending = $0.firstRange(of: "-----END ")?.lowerBound ?? $0.endIndex
            let end = $0[ending...].firstIndex(where: \.isNewline) ?? $0.endIndex
            return wrapped(begin + $0[..<end])
        }
    }

    /// Returns a block with lines of 64 characters, the only ones that SwiftASN1 reads.
    ///
    /// Lines of other lengths are allowed to be read (RFC 7468, section 2); what is copied from metadata is one line.
    private static func wrapped(_ block: String) -> String {
        let lines = block.split(whereSeparator: \.isNewline)
        let digits = lines.dropFirst().dropLast().joined().utf8.filter { $0 > 0x20 }
        guard let first = lines.first, let last = lines.last, !digits.isEmpty,
            // An old encrypted key begins with header lines; it stays as it is.
            !digits.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") })
        else { return block }
        let body = stride(from: 0, to: digits.count, by: 64).map {
            String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self)
        }
        return ([String(first)] + body + [String(last)]).joined(separator: "\n")
    }
}
