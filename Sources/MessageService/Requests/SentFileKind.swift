internal import Captures
internal import PayloadCoding
internal import WireText
internal import XMLSecurity

/// The kind of a file that was sent, which its content tells.
enum SentFileKind: Hashable {
    /// SAML metadata, or a certificate or public key in PEM.
    case trust
    case privateKey
    /// Everything else: messages and captures.
    case capture

    private static let lookedAt = 64 << 10

    init(_ document: CaptureDocument) throws(CaptureError) {
        let bytes = try document.prefix(Self.lookedAt)
        let text = String(decoding: bytes, as: UTF8.self)
        if Self.isPEM(text) {
            let contents = KeyFileContent.contents(ofPEM: text)
            let isPrivate = contents.contains {
                switch $0 {
                case .privateKey, .otherPrivateKey, .encryptedPrivateKey, .openSSHPrivateKey,
                    .keyStore:
                    true
                default: false
                }
            }
            self = isPrivate ? .privateKey : .trust
            return
        }
        let root = Self.root(of: text) ?? ""
        self =
            ["EntityDescriptor", "EntitiesDescriptor"].contains { $0 == root } ? .trust : .capture
    }

    /// Returns whether a text is keys or certificates in PEM, perhaps with words before them, and not a log that quotes some.
    private static func isPEM(_ text: String) -> Bool {
        let marks = ["SAMLResponse", "SAMLRequest", "urn:oasis:names:tc:SAML"]
        return text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("-----BEGIN ") }
            && !marks.contains(where: text.contains)
    }

    /// The local name of the first element of a document in XML.
    private static func root(of text: String) -> Substring? {
        var rest = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        while rest.first == "<" {
            let end: String
            if rest.hasPrefix("<!--") {
                end = "-->"
            } else if rest.hasPrefix("<?") {
                end = "?>"
            } else {
                let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
                return name.split(separator: ":").last
            }
            guard let range = rest.firstRange(of: end) else { return nil }
            rest = rest[range.upperBound...].drop(while: \.isWhitespace)
        }
        return nil
    }
}
