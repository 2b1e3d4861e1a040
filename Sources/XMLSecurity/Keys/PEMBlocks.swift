internal import SwiftASN1

/// The blocks of PEM text (RFC 7468) that hold public keys, as DER.
struct PEMBlocks {
    let blocks: [[UInt8]]
    /// A Boolean value that indicates whether every block is a certificate.
    let areCertificates: Bool

    init(_ text: String) throws(TrustedKeyError) {
        // What stands before the first block is a comment (RFC 7468, section 2).
        let begin = "-----BEGIN "
        var blocks: [[UInt8]] = []
        var areCertificates = true
        for part in text.components(separatedBy: begin).dropFirst() {
            guard let document = try? PEMDocument(pemString: begin + Self.block(in: part)) else {
                throw TrustedKeyError(.invalidPEM)
            }
            switch document.discriminator {
            case "CERTIFICATE": break
            case "PUBLIC KEY": areCertificates = false
            case let other where other.hasSuffix("PRIVATE KEY"): throw TrustedKeyError(.privateKey)
            default: throw TrustedKeyError(.notAPublicKey)
            }
            blocks.append(document.derBytes)
        }
        guard !blocks.isEmpty else { throw TrustedKeyError(.invalidPEM) }
        self.blocks = blocks
        self.areCertificates = areCertificates
    }

    /// The text up to the end of the line that ends the block.
    private static func block(in text: Substring) -> Substring {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let end = lines.firstIndex(where: { $0.hasPrefix("-----END ") }) else { return text }
        return text[..<lines[end].endIndex]
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
