extension SAML {
    /// A reason not to accept a response that can be read.
    @nonexhaustive
    public enum ConditionsFailure: String, Hashable, Sendable, CaseIterable {
        /// There is no status.
        case missingStatus
        /// The status is not success.
        case statusNotSuccess
        /// The version is absent or not 2.0.
        case unsupportedVersion
        /// The issuer is absent from an assertion.
        case missingIssuer
        /// The response was issued by somebody else than expected, or response and assertion
        /// disagree on it.
        case issuerMismatch
        /// A `NotOnOrAfter` has passed.
        case expired
        /// A `NotBefore` has not come.
        case notYetValid
        /// The receiver is not among the audiences.
        case audienceMismatch
        /// The response is meant for another address.
        case recipientMismatch
        /// The response answers another request.
        case inResponseToMismatch
        /// There is a condition that is not understood.
        case unknownCondition
        /// There is no assertion.
        case missingAssertion
        /// There is more than one assertion, so that receivers disagree on which one counts.
        case severalAssertions
    }
}

extension SAML.ConditionsFailure: CustomStringConvertible {
    /// A sentence that says what is wrong.
    public var description: String {
        switch self {
        case .missingStatus: "The response has no status."
        case .statusNotSuccess: "The identity provider reports a failure in the status."
        case .unsupportedVersion: "The message is not of SAML version 2.0."
        case .missingIssuer: "The assertion does not say who issued it."
        case .issuerMismatch: "The issuer is not the one expected."
        case .expired: "The validity has ended (NotOnOrAfter)."
        case .notYetValid: "The validity has not begun (NotBefore)."
        case .audienceMismatch: "The audience restriction does not include the receiver."
        case .recipientMismatch: "The message is meant for another address."
        case .inResponseToMismatch: "The message answers another request."
        case .unknownCondition: "The assertion has a condition that is not understood."
        case .missingAssertion: "The response has no assertion."
        case .severalAssertions: "The response has more than one assertion."
        }
    }
}
