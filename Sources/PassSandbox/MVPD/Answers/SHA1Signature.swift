internal import Crypto
internal import PayloadCoding
internal import XMLCore

/// An enveloped signature with RSA and SHA-1, which the library's own signer does not make.
///
/// It is only for trying out responses of old identity providers.
struct SHA1Signature {
    let key: SandboxKey

    /// The text with its root element signed, the signature after the first issuer.
    ///
    /// - Parameters:
    ///   - id: The `ID` of the root element.
    ///   - text: An element that begins with its issuer.
    /// - Returns: The signed element.
    /// - Throws: What parsing, canonicalization or the cryptographic library throws.
    func signing(_ id: String, in text: String) throws -> String {
        let method = XML.CanonicalizationMethod(.exclusive)
        let form = try XML.Document(parsing: Array(text.utf8)).canonicalForm(using: method)
        let info = try XML.Document(
            parsing: Array(signedInfo(id, digest: form.bytes).utf8)
        ).canonicalForm(using: method).bytes
        let end = "</saml:Issuer>"
        guard let value = try key.sha1Signature(over: info),
            let issuer = text.firstRange(of: end)
        else { return text }
        let signature =
            "<ds:Signature xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">"
            + String(decoding: info, as: UTF8.self)
            + "<ds:SignatureValue>\(Base64.text(value))</ds:SignatureValue><ds:KeyInfo>"
            + "<ds:X509Data><ds:X509Certificate>\(Base64.text(key.certificate))"
            + "</ds:X509Certificate></ds:X509Data>"
            + "</ds:KeyInfo></ds:Signature>"
        return String(text[..<issuer.upperBound]) + signature + String(text[issuer.upperBound...])
    }

    private func signedInfo(_ id: String, digest bytes: [UInt8]) -> String {
        let ds = "http://www.w3.org/2000/09/xmldsig#"
        let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
        let digest = Array(Insecure.SHA1.hash(data: bytes))
        return """
            <ds:SignedInfo xmlns:ds="\(ds)">\
            <ds:CanonicalizationMethod Algorithm="\(exclusive)"/>\
            <ds:SignatureMethod Algorithm="\(ds)rsa-sha1"/>\
            <ds:Reference URI="#\(id)"><ds:Transforms>\
            <ds:Transform Algorithm="\(ds)enveloped-signature"/>\
            <ds:Transform Algorithm="\(exclusive)"/></ds:Transforms>\
            <ds:DigestMethod Algorithm="\(ds)sha1"/>\
            <ds:DigestValue>\(Base64.text(digest))</ds:DigestValue></ds:Reference></ds:SignedInfo>
            """
    }
}
