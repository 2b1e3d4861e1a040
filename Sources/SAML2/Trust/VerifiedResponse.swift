internal import XMLCore
package import XMLSecurity

extension SAML {
    /// A response in which only what a trusted key signed can be read as such.
    ///
    /// Where the response is signed, all of it is read from the signed bytes. Where only its assertion is, the
    /// assertion is; what the response says around it can then only speak against it.
    package struct VerifiedResponse: Sendable, CustomStringConvertible {
        /// The response around its verified assertions, signed or not.
        let response: Response
        /// The verified response, when it carries a signature or was signed in a query string.
        package let verifiedResponse: VerifiedElement?
        /// The verified assertions that carry a signature of their own.
        package let verifiedAssertions: [VerifiedElement]
        /// The encrypted parts, and their algorithms.
        package let encryption: Encryption
        /// The response as a query string carried it, when its signature was verified.
        package internal(set) var verifiedQuery: VerifiedElement? = nil

        /// A Boolean value that indicates whether the response carries a verified signature of its
        /// own.
        package var isSignedItself: Bool { verifiedResponse?.signedInfo != nil }

        /// The part of a response around its assertions: issuer, status, destination, and the
        /// request it answers.
        package enum Envelope: Sendable {
            /// A trusted key signed the response.
            case verified(Response)
            /// Only its assertions were signed.
            case claimed(Claimed<Response>)
        }

        /// The response around its assertions.
        package var envelope: Envelope {
            verifiedResponse == nil ? .claimed(Claimed(response)) : .verified(response)
        }
        /// The first verified element, the response before its assertions.
        package var first: VerifiedElement? { verifiedResponse ?? verifiedAssertions.first }

        /// The unverified content of the response, for callers that authenticate its sender by
        /// other means.
        package var claims: Claimed<Response> { Claimed(response) }

        /// The numbers of signed elements.
        package var description: String {
            "VerifiedResponse(\(verifiedResponse == nil ? 0 : 1) responses, "
                + "\(verifiedAssertions.count) assertions)"
        }
    }
}

extension SAML.Response {
    /// Returns whether the signature of the response is one of the assertion's issuer, too.
    func covers(_ assertion: SAML.Assertion) -> Bool {
        guard let issuer = assertion.issuer?.uri, let claimedIssuer else { return true }
        return issuer.hasSameBytes(as: claimedIssuer)
    }

    /// The issuer the response names, or else its assertion.
    var claimedIssuer: String? { (issuer ?? assertion?.issuer)?.uri }
}
