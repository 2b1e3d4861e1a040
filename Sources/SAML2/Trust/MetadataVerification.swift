public import XMLCore
public import XMLSecurity

extension SAML.Metadata {
    /// Reads metadata that a trusted key signed (SAML Metadata, section 3).
    ///
    /// The signature must be over the whole of it, the document's root element; the entities are
    /// read from the octets that were signed. Without it, as with ``init(_:)``, the caller vouches
    /// for the file.
    ///
    /// - Parameters:
    ///   - document: The document as it was received.
    ///   - verifier: Verifies with the keys of whoever publishes the metadata.
    /// - Throws: A `SAML.MessageVerifier.Failure`.
    public init(
        in document: XML.Document, verifiedBy verifier: SignatureVerifier
    ) throws(SAML.MessageVerifier.Failure) {
        let verified: VerifiedElement
        switch verifier.verdict(onSignatureOf: document.rootElement, in: document) {
        case .success(let element): verified = element
        case .failure(let failure): throw .signature(failure)
        }
        do throws(SAML.StructureError) {
            try self.init(verified.element)
        } catch {
            throw .structure(error)
        }
    }
}
