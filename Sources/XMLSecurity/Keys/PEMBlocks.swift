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
                throw TrustedKeyError(code: .invalidPEM, detail: Self.fault(of: block))
            }
            switch document.discriminator {
            // The label of OpenSSL before 1998, which some products still write (RFC 7468, section 5.1).
            case "CERTIFICATE", "X509 CERTIFICATE": break
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

    private static let begin = "-----BEGIN "
    private static let end = "-----END "
    private static let dashes = "-----"

    /// Returns the text of each block, up to its END.
    ///
    /// What stands before the first one is a comment (RFC 7468, section 2).
    static func texts(in text: String) -> [String] {
        text.split(separator: begin, omittingEmptySubsequences: false).dropFirst()
            .map(wrapped)
    }

    /// Returns what stands behind BEGIN in a block.
    static func label(of block: String) -> Substring {
        let rest = block.dropFirst(begin.count)
        return rest[..<(rest.firstRange(of: dashes)?.lowerBound ?? rest.endIndex)]
    }

    /// Returns a block with lines of 64 characters, the only ones that SwiftASN1 reads.
    ///
    /// Lines of other lengths are allowed to be read (RFC 7468, section 2); what is copied from metadata is one line, and
    /// what is copied from a configuration is indented, has spaces for line breaks, or `\n` in two characters. None
    /// of these is a digit of Base64.
    private static func wrapped(_ piece: Substring) -> String {
        guard let mark = piece.firstRange(of: dashes),
            let ending = piece[mark.upperBound...].firstRange(of: end)
        else { return begin + piece }
        let tail = piece[ending.upperBound...]
        let last =
            tail.firstRange(of: dashes)?.upperBound
            ?? tail.firstIndex(where: \.isNewline) ?? tail.endIndex
        var body = String(piece[mark.upperBound..<ending.lowerBound])
        // An old encrypted key begins with header lines; it stays as it is.
        guard !body.utf8.contains(UInt8(ascii: ":")) else { return begin + piece[..<last] }
        if body.utf8.contains(UInt8(ascii: "\\")) {
            body = body.replacing("\\r", with: "").replacing("\\n", with: "")
        }
        let digits = body.utf8.filter { $0 > 0x20 }
        let lines = stride(from: 0, to: digits.count, by: 64).map {
            String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self)
        }
        let edges = (begin + piece[..<mark.upperBound], String(piece[ending.lowerBound..<last]))
        return ([edges.0] + lines + [edges.1]).joined(separator: "\n")
    }

    /// Says why a block cannot be read; its label is not shown, as anything may stand there.
    private static func fault(of block: String) -> String {
        guard let ending = block.firstRange(of: end) else {
            return "A PEM block has no END line: it is cut off."
        }
        let label = label(of: block)
        guard block[ending.upperBound...].hasPrefix(label + dashes) else {
            return "The END line of a PEM block does not have the label of its BEGIN line."
        }
        let body = block[..<ending.lowerBound].dropFirst(begin.count + label.count + dashes.count)
        let digits = body.utf8.filter { $0 > 0x20 }
        if digits.isEmpty { return "A PEM block is empty." }
        let isBase64 = digits.allSatisfy {
            switch $0 {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
                UInt8(ascii: "="):
                true
            default: false
            }
        }
        return isBase64
            ? "The Base64 of a PEM block is damaged or cut off."
            : "A PEM block has characters that are not Base64."
    }
}
