internal import XMLSecurity

extension SAML {
    /// A response that a ``ResponseValidator`` accepted: what a trusted key signed, and nothing around it.
    public struct AcceptedResponse: Sendable, CustomStringConvertible {
        private let assertion: Assertion
        /// The issuer of the assertion.
        public let issuer: String
        /// The SHA-256 of the SubjectPublicKeyInfo of the key that signed it, in hexadecimal digits.
        public let keySHA256: String
        /// Each attribute once, under its `Name`, in document order, read each time.
        public var attributes: [SelectedAttribute] {
            AttributeSelection(all: assertion.attributes).items
        }

        init?(_ verified: VerifiedResponse) {
            guard let assertion = verified.assertion, let issuer = assertion.issuer,
                let key = verified.first?.key
            else { return nil }
            self.assertion = assertion
            self.issuer = issuer.uri
            keySHA256 = key.keySHA256
        }

        /// The `ID` of the assertion.
        public var assertionID: String? { assertion.id }
        /// The subject's identifier.
        public var nameID: NameID? { assertion.subject?.nameID }
        /// The end of the assertion's conditions.
        public var notOnOrAfter: Instant? { assertion.conditions?.notOnOrAfter }
        /// The assertion's statements about how and when the user signed in.
        public var authnStatements: [AuthnStatement] { assertion.authnStatements }

        /// The texts of an attribute's values; of the subject's identifier for `NameID`.
        ///
        /// - Parameter name: The `Name`, or where no attribute has that, the `FriendlyName`.
        /// - Returns: The texts in document order; none where the attribute is absent, or where several with
        ///   different names share the friendly name.
        public subscript(name: String) -> [String] {
            assertion.texts(named: name)
        }

        /// The number of attributes; never their content.
        public var description: String { "AcceptedResponse(\(attributes.count) attributes)" }
    }
}
