internal import PayloadCoding
package import XMLCore

/// Signs an element of a document with a signature enveloped in it, in the layout SAML requires.
///
/// The document's bytes stay as they are; only the `Signature` is added.
package struct EnvelopedSigner: Sendable {
    private let key: SigningKey
    /// The certificates in DER that the `KeyInfo` holds; without any there is no `KeyInfo`.
    private let certificates: [[UInt8]]
    private let canonicalization = XML.CanonicalizationMethod(.exclusive)
    private let digestMethod = XMLDSig.DigestMethod.sha256

    /// Creates a signer.
    package init(key: SigningKey) {
        self.key = key
        certificates = []
    }

    /// Creates a signer that adds the key's certificate to its signatures.
    ///
    /// - Parameters:
    ///   - key: The key to sign with.
    ///   - text: PEM text with the key's certificate, and after it those that vouch for it if they
    ///     are to go along.
    /// - Throws: A ``TrustedKeyError`` when there is no certificate, or one of another key.
    package init(key: SigningKey, certificatesPEM text: String) throws(TrustedKeyError) {
        self.key = key
        certificates = try key.certificates(pemEncoded: text)
    }

    /// The document with the element signed.
    ///
    /// - Parameters:
    ///   - identifier: The `ID` of the element to sign.
    ///   - bytes: A document in UTF-8.
    ///   - predecessor: The child after which the `Signature` goes, such as `Issuer`; without one, or
    ///     when there is no such child, it comes first.
    /// - Returns: The bytes of the signed document.
    /// - Throws: An `XML.ParsingError`, an `XML.CanonicalizationError`, a
    ///   ``VerificationFailure`` when no element has the identifier or it has no content to put a
    ///   signature into, or what the cryptographic library throws.
    package func signing(
        _ identifier: String, in bytes: [UInt8], after predecessor: XML.QualifiedName? = nil
    ) throws -> [UInt8] {
        let document = try XML.Document(parsing: bytes)
        guard let element = document.element(withID: identifier) else {
            throw VerificationFailure(.referenceElsewhere, at: document.rootElement)
        }
        let source = document.utf8
        let offset = try insertionOffset(in: element, after: predecessor, source: source)
        let form = try element.canonicalForm(using: canonicalization)
        let digest = digestMethod.digest(of: form.bytes) ?? []
        let signedInfo = signedInfo(identifier: identifier, digest: digest)
        // Canonicalized where it will stand nothing is in scope that it uses, as it declares all.
        let signedInfoForm = try XML.Document(parsing: Array(signedInfo.utf8))
            .canonicalForm(using: canonicalization)
        let value = try key.signature(over: signedInfoForm.bytes)
        let signature =
            "<ds:Signature xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">"
            + String(decoding: signedInfoForm.bytes, as: UTF8.self)
            + "<ds:SignatureValue>\(base64(value))</ds:SignatureValue>\(keyInfo)</ds:Signature>"
        return Array(source[..<offset]) + Array(signature.utf8) + Array(source[offset...])
    }

    private func signedInfo(identifier: String, digest: [UInt8]) -> String {
        let exclusive = canonicalization.algorithmIdentifier
        return """
            <ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\
            <ds:CanonicalizationMethod Algorithm="\(exclusive)"/>\
            <ds:SignatureMethod Algorithm="\(key.signatureMethod.rawValue)"/>\
            <ds:Reference URI="#\(identifier)"><ds:Transforms>\
            <ds:Transform Algorithm="\(XMLDSig.Reference.envelopedSignature)"/>\
            <ds:Transform Algorithm="\(exclusive)"/></ds:Transforms>\
            <ds:DigestMethod Algorithm="\(digestMethod.rawValue)"/>\
            <ds:DigestValue>\(base64(digest))</ds:DigestValue></ds:Reference></ds:SignedInfo>
            """
    }

    /// The certificates (XML Signature, section 4.5.4), which are a hint and not signed.
    private var keyInfo: String {
        guard !certificates.isEmpty else { return "" }
        let list = certificates.map { "<ds:X509Certificate>\(base64($0))</ds:X509Certificate>" }
        return "<ds:KeyInfo><ds:X509Data>\(list.joined())</ds:X509Data></ds:KeyInfo>"
    }

    private func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }

    /// Returns the source offset for the signature: before the child that follows `predecessor`.
    private func insertionOffset(
        in element: XML.Element, after predecessor: XML.QualifiedName?, source: [UInt8]
    ) throws -> Int {
        let children = Array(element.childElements)
        let before = predecessor.flatMap { name in children.firstIndex { $0.isNamed(name) } }
        let next = children[((before ?? -1) + 1)...].first
        guard let next else { throw VerificationFailure(.malformedSignature, at: element) }
        return next.sourceOffset
    }
}
