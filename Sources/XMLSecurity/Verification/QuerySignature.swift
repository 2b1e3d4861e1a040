package import PayloadCoding
internal import XMLCore

extension SignatureVerifier {
    /// The verdict on the signature that a query string carries over itself.
    ///
    /// It says nothing about a signature that the message in it carries, too.
    ///
    /// - Parameter query: The query string as it was received.
    /// - Returns: The root element of exactly the message that was sent, or why it is not verified.
    package func verdict(onSignatureOf query: SignedQuery) -> Verdict {
        Result { () throws(VerificationFailure) in try verified(query) }
    }

    private func verified(_ query: SignedQuery) throws(VerificationFailure) -> VerifiedElement {
        let (method, value) = try signature(of: query)
        let key = try unsafe key(
            thatMade: value, by: method, hintedAtBy: nil,
            failing: { VerificationFailure(overQuery: $0) }
        ) { unsafe query.signedBytes.withUnsafeBytes($0) }
        guard let document = try? XML.Document(parsing: query.xml, limits: parsingLimits) else {
            throw VerificationFailure(overQuery: .canonicalizationFailed)
        }
        return VerifiedElement(
            element: document.rootElement, signatureMethod: method, signedInfo: nil, key: key,
            sentAs: query.xml)
    }

    /// Everything that can be refused without touching a key.
    private func signature(
        of query: SignedQuery
    ) throws(VerificationFailure) -> (method: XMLDSig.SignatureMethod, value: [UInt8]) {
        guard query[.signature] != nil else {
            throw VerificationFailure(overQuery: .queryWithoutSignature)
        }
        guard let algorithm = query.algorithm else {
            throw VerificationFailure(overQuery: .queryWithoutSigAlg)
        }
        // Receivers that look for the names as they are sent would find other parameters.
        guard query.parameters.allSatisfy(\.isPlainlyNamed) else {
            throw VerificationFailure(overQuery: .queryNameEscaped)
        }
        // In any other encoding a receiver could take the message for another one.
        guard query.isDeflated else { throw VerificationFailure(overQuery: .queryNotDeflated) }
        guard let value = query.signatureValue else {
            throw VerificationFailure(overQuery: .malformedSignature)
        }
        let method = XMLDSig.SignatureMethod(rawValue: algorithm)
        guard allows(method) else {
            throw VerificationFailure(overQuery: .signatureMethodNotAllowed)
        }
        return (method, value)
    }
}
