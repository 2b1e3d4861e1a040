internal import SAMLBindings
internal import WireText

extension [UInt8] {
    /// The XML of a message in any packing; `nil` if the bytes cannot be unpacked.
    var unpackedXML: [UInt8]? {
        try? EnvelopeDecoder().envelope(from: CapturedMessage(bytes: self)).xml
    }
}

extension ArraySlice<UInt8> {
    /// A Boolean value that indicates whether the bytes are a message, in its packing or out of it.
    var isMessage: Bool { Array(self).unpackedXML?[...].isSAMLDocument ?? false }

    /// A Boolean value that indicates whether the bytes begin as a document in XML that is a SAML message, or an
    /// envelope around one.
    var isSAMLDocument: Bool {
        guard let name = rootName else { return false }
        return Self.roots.contains(name) && contains("urn:oasis:names:tc:SAML:")
    }

    /// A Boolean value that indicates whether the bytes are XML that begins with another element than a message.
    var isOtherXML: Bool { rootName.map { !Self.roots.contains($0) } ?? false }

    /// The elements of SAML that are messages, and SOAP's envelope.
    private static let roots: Set = [
        "Response", "AttributeQuery", "AuthnRequest", "LogoutRequest", "LogoutResponse",
        "ArtifactResolve", "ArtifactResponse", "Assertion", "EncryptedAssertion",
        "EntityDescriptor", "EntitiesDescriptor", "AuthnQuery", "AuthzDecisionQuery",
        "AssertionIDRequest", "ManageNameIDRequest", "ManageNameIDResponse",
        "NameIDMappingRequest", "NameIDMappingResponse", "Request", "Envelope",
    ]

    /// The local name of the first element of a document in XML.
    private var rootName: String? {
        var rest = self
        while true {
            rest = rest.drop { $0.isWhiteSpace || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
            guard rest.first == UInt8(ascii: "<") else { return nil }
            rest = rest.dropFirst()
            let end: String
            if rest.starts(with: "?".utf8) {
                end = "?>"
            } else if rest.starts(with: "!--".utf8) {
                end = "-->"
            } else if rest.starts(with: "!".utf8) {
                // The root that comes after an internal subset is found with its end.
                end =
                    rest.prefix { $0 != UInt8(ascii: ">") }.contains(UInt8(ascii: "["))
                    ? "]>" : ">"
            } else {
                break
            }
            guard let place = rest.firstIndex(of: end) else { return nil }
            rest = rest[(place + end.utf8.count)...]
        }
        let name = rest.prefix(64).prefix {
            !$0.isWhiteSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        return String(
            decoding: name.split(separator: UInt8(ascii: ":")).last ?? name, as: UTF8.self)
    }
}
