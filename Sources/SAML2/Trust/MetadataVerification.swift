package import XMLCore
package import XMLSecurity

extension SAML.Metadata {
    /// Reads metadata that a trusted key signed (SAML Metadata, section 3).
    ///
    /// The signature must be over the whole of it, the document's root element; the entities are
    /// read from the bytes that were signed. Without it, as with ``init(_:)``, the caller vouches
    /// for the file.
    ///
    /// Without an end, anyone who replays an old signed file could keep a withdrawn key for ever: entities without a
    /// `validUntil` are valid for `maximumAge` from the time the file was retrieved.
    ///
    /// - Parameters:
    ///   - document: The document as it was received.
    ///   - verifier: Verifies with the keys of the metadata's publisher.
    ///   - retrieved: The time at which the caller retrieved it.
    ///   - maximumAge: How long metadata without `validUntil` counts, in seconds; 30 days unless given.
    /// - Throws: A `SAML.MessageVerifier.Failure`.
    package init(
        in document: XML.Document, verifiedBy verifier: SignatureVerifier,
        retrieved: SAML.Instant, maximumAge: Int64 = 30 * 86_400
    ) throws(SAML.MessageVerifier.Failure) {
        typealias Failure = SAML.MessageVerifier.Failure
        let verified = try verifier.verdict(onSignatureOf: document.rootElement, in: document)
            .mapError(Failure.signature).get()
        let end = retrieved.advanced(bySeconds: maximumAge)
        self = try Failure.reading { () throws(SAML.StructureError) in
            try Self(verified.element, endingWithoutValidUntil: end)
        }
    }
}
