internal import XMLCore
public import XMLSecurity

extension SAML {
    /// A response of which only what a trusted key signed can be read.
    ///
    /// Where the response is signed, all of it is read from the signed bytes. Where only its
    /// assertion is, the assertion is; what the response says around it can then only speak against
    /// it, and is read for nothing else.
    public struct VerifiedResponse: Sendable {
        /// The response, with its assertions read from signed bytes.
        ///
        /// Without a ``verifiedResponse`` everything in it but the assertions is what somebody
        /// claims: the issuer, the status, the destination and what it answers. That it can be read
        /// does not mean that it is acceptable, which ``SAML/Response/failures(in:)`` tells.
        public let response: Response
        /// The verified response, when it carries a signature.
        public let verifiedResponse: VerifiedElement?
        /// The verified assertions that carry a signature of their own.
        public let verifiedAssertions: [VerifiedElement]
        /// What of it was encrypted.
        public let encryption: Encryption

        /// The first verified element, the response before its assertions.
        public var first: VerifiedElement? { verifiedResponse ?? verifiedAssertions.first }
    }
}

extension SAML.Response {
    /// Reads a response that a trusted key signed.
    ///
    /// Whether the key is one of the issuers it names, and whether the signatures of its assertions
    /// hold, is not looked at: ``SAML/MessageVerifier`` does that.
    ///
    /// - Throws: A ``SAML/StructureError`` when it is not one.
    public init(_ verified: VerifiedElement) throws(SAML.StructureError) {
        try self.init(unverified: verified.element)
    }

    /// Whether the signature of the response is one of the assertion's issuer, too.
    func covers(_ assertion: SAML.Assertion) -> Bool {
        guard let issuer = assertion.issuer?.uri, let claimedIssuer else { return true }
        return issuer.hasSameBytes(as: claimedIssuer)
    }

    /// The issuer the response names, or else its assertion.
    var claimedIssuer: String? { (issuer ?? assertion?.issuer)?.uri }
}

extension SAML.Assertion {
    /// Reads an assertion that a trusted key signed.
    ///
    /// Whether the key is one of the issuer it names is not looked at: ``SAML/MessageVerifier`` does
    /// that.
    ///
    /// - Throws: A ``SAML/StructureError`` when it is not one.
    public init(_ verified: VerifiedElement) throws(SAML.StructureError) {
        try self.init(unverified: verified.element)
    }
}
