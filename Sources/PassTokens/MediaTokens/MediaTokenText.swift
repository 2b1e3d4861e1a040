internal import PayloadCoding
internal import SAML2
internal import WireText
internal import XMLCore

/// A serialized media token taken apart: a signature, and the bytes it is over.
///
/// The text is `<signatureInfo>` followed by `<shortAuthorizationToken>`, two elements without a
/// root. It is cut after the first end tag of the former; each part must then be a document of its
/// own, so that a cut in a wrong place, inside a comment for instance, leaves nothing well-formed.
/// What is read of the token is read from the bytes that were verified, never from the whole.
struct MediaTokenText {
    /// Tokens are short, and MRSS in one is text.
    static let limits = XML.ParsingLimits(byteCount: 256 << 10, depth: 8, nodeCount: 256)

    /// The signature value.
    let signature: [UInt8]
    /// The bytes of `<shortAuthorizationToken>`, from its start tag to its end tag.
    let signedBytes: [UInt8]

    init(_ serializedToken: String) throws(MediaTokenError) {
        let bytes: [UInt8]
        do throws(PayloadDecodingError) {
            bytes = try Base64.decode(Array(serializedToken.utf8))
        } catch {
            throw MediaTokenError.invalidBase64
        }
        let endTag = Array("</signatureInfo>".utf8)
        guard bytes.count <= Self.limits.byteCount,
            let end = bytes.firstRange(of: endTag)?.upperBound
        else { throw MediaTokenError.invalidFormat }
        signature = try Self.signature(in: Array(bytes[..<end]))
        // White space around the elements is not signed; inside them it is.
        signedBytes = Array(bytes[end...].trimmingWhiteSpace())
    }

    private static func signature(in bytes: [UInt8]) throws(MediaTokenError) -> [UInt8] {
        do {
            let root = try XML.Document(parsing: bytes, limits: limits).rootElement
            guard root.isNamed(XML.QualifiedName("signatureInfo")),
                let text = root.soleText
            else { throw MediaTokenError.invalidFormat }
            return try Base64.decodeWrapped(Array(text.utf8))
        } catch {
            throw MediaTokenError.invalidFormat
        }
    }
}

/// The elements of a `<shortAuthorizationToken>`, each there at most once.
struct MediaTokenFields {
    private let root: XML.Element

    init(of root: XML.Element) throws(MediaTokenError) {
        guard root.isNamed(XML.QualifiedName("shortAuthorizationToken")),
            !root.hasOwnText
        else { throw MediaTokenError.invalidFormat }
        self.root = root
    }

    func optionalText(of name: String) throws(MediaTokenError) -> String? {
        let elements = root.childElements(named: XML.QualifiedName(name))
        guard let element = elements.first else { return nil }
        guard elements.count == 1, let text = element.soleText else {
            throw MediaTokenError.invalidFormat
        }
        return text
    }

    func text(of name: String) throws(MediaTokenError) -> String {
        guard let text = try optionalText(of: name), !text.isEmpty else {
            throw MediaTokenError.invalidFormat
        }
        return text
    }
}

/// An issue time, whose format is not published: milliseconds since 1970, a date with an offset such
/// as `2026-01-15 12:00:00 +0000`, or `xs:dateTime` are understood.
struct MediaTokenTime {
    let instant: SAML.Instant

    init?(_ text: String) {
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            guard let milliseconds = Int64(text) else { return nil }
            instant = SAML.Instant(
                secondsSinceEpoch: milliseconds / 1000,
                nanoseconds: Int32(milliseconds % 1000) * 1_000_000)
            return
        }
        guard let instant = SAML.Instant(parsing: text) ?? Self.spaced(text) else { return nil }
        self.instant = instant
    }

    private static func spaced(_ text: String) -> SAML.Instant? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].utf8.count == 5 else { return nil }
        let offset = "\(parts[2].prefix(3)):\(parts[2].suffix(2))"
        return SAML.Instant(parsing: "\(parts[0])T\(parts[1])\(offset)")
    }
}
