extension SAML {
    /// A reason not to accept a response that can be read.
    @nonexhaustive
    package enum ConditionsFailure: String, Hashable, Sendable, CaseIterable {
        /// There is no status.
        case missingStatus
        /// The status is not success.
        case statusNotSuccess
        /// The version is absent or not 2.0.
        case unsupportedVersion
        /// The issuer is absent or empty in an assertion or, where the profile requires it, from the
        /// response.
        case missingIssuer
        /// The response was issued by somebody else than expected, or response and assertion
        /// disagree on it.
        case issuerMismatch
        /// A `NotOnOrAfter` has passed.
        case expired
        /// A `NotBefore` or an `IssueInstant` has not come, or an `AuthnInstant` lies far ahead.
        case notYetValid
        /// The receiver is not among the audiences.
        case audienceMismatch
        /// The response is meant for another address.
        case recipientMismatch
        /// The response answers another request.
        case inResponseToMismatch
        /// There is a condition that is not understood.
        case unknownCondition
        /// The profile requires the schema's order, in which the issuer comes first.
        case issuerNotFirst
        /// There are no conditions, and an audience was given or the profile requires them.
        case missingConditions
        /// An audience was given, and the assertion names none.
        case missingAudienceRestriction
        /// An audience was given, and the assertion never ends.
        case missingEnd
        /// The profile requires an `AuthnStatement` and there is none.
        case missingAuthnStatement
        /// The profile requires a bearer confirmation, with an end and a recipient, and there is
        /// none.
        case missingBearerConfirmation
        /// There is no assertion.
        case missingAssertion
        /// There is more than one assertion, so that receivers disagree on which one counts.
        case severalAssertions
        /// The profile is for signing in, and the session it tells of has ended.
        case sessionEnded
        /// The subject is not the one that was asked about.
        case subjectMismatch
        /// The subject cannot be compared with the subject of the query, because a name is
        /// encrypted.
        case subjectUnreadable
        /// An attribute or a value of one is stated that was not asked for.
        case unrequestedAttribute
        /// None of the attributes asked for is stated.
        case requestedAttributesMissing
        /// A message or assertion has no `ID`, which the schema requires.
        case missingID
        /// A message or assertion has no `IssueInstant`, which the schema requires.
        case missingIssueInstant
        /// A bearer confirmation has a `NotBefore`, which the profile forbids.
        case bearerNotBefore
        /// The assertion was accepted before.
        case replayed
        /// It is unknown whether the assertion was accepted before.
        case replayUnknown
    }
}

extension SAML.ConditionsFailure {
    /// The checks that it fails, and the elements that say what was checked.
    package var places: (checks: SAML.Checks, elements: [String]) {
        switch self {
        case .expired, .notYetValid: (.time, ["Conditions", "SubjectConfirmationData"])
        case .sessionEnded: (.time, ["AuthnStatement"])
        case .missingEnd: (.time, ["Conditions"])
        case .missingConditions: ([.time, .audience], ["Assertion"])
        case .audienceMismatch: (.audience, ["Audience"])
        case .missingAudienceRestriction: (.audience, ["Conditions"])
        case .recipientMismatch: (.recipient, ["SubjectConfirmationData"])
        case .inResponseToMismatch: (.inResponseTo, ["SubjectConfirmationData"])
        case .issuerMismatch: (.issuer, ["Issuer"])
        case .missingIssuer: (.issuer, [])
        case .statusNotSuccess: ([], ["StatusCode"])
        case .subjectMismatch: ([], ["NameID"])
        case .missingAuthnStatement: ([], ["Assertion"])
        default: ([], [])
        }
    }
}

extension SAML.ConditionsFailure: CustomStringConvertible {
    /// A sentence that says what is wrong.
    package var description: String {
        switch self {
        case .missingStatus: "The response has no status."
        case .statusNotSuccess: "The response reports a failure in the status."
        case .unsupportedVersion: "The message is not of SAML version 2.0."
        case .missingIssuer: "The message does not name its issuer."
        case .issuerMismatch: "The issuer is not the expected one."
        case .expired: "The message has expired (NotOnOrAfter)."
        case .notYetValid: "The message is not valid yet (NotBefore, IssueInstant or AuthnInstant)."
        case .audienceMismatch: "The audience restriction does not include the receiver."
        case .recipientMismatch: "The message is for another address (Recipient or Destination)."
        case .inResponseToMismatch: "The message answers another request."
        case .unknownCondition: "The assertion has an unknown condition."
        case .issuerNotFirst: "The issuer is not the first element of the message."
        case .missingConditions: "The assertion has no conditions."
        case .missingAudienceRestriction: "The assertion does not restrict its audience."
        case .missingEnd: "The assertion has no end of validity (NotOnOrAfter)."
        case .missingAuthnStatement: "The assertion has no AuthnStatement."
        case .missingBearerConfirmation:
            "The assertion has no bearer confirmation with an end and a recipient."
        case .missingAssertion:
            "The response reports no failure and has no assertion: it states nothing of anybody."
        case .severalAssertions: "The response has more than one assertion."
        case .sessionEnded: "The session has ended (SessionNotOnOrAfter)."
        case .subjectMismatch: "The subject is not the subject of the query."
        case .subjectUnreadable:
            "The subject is encrypted and cannot be compared with the query's."
        case .unrequestedAttribute:
            "The assertion states an attribute or value that the query does not request."
        case .requestedAttributesMissing:
            "The assertion states none of the attributes that the query requests."
        case .missingID: "The message or its assertion has no ID."
        case .missingIssueInstant: "The message or its assertion has no IssueInstant."
        case .bearerNotBefore: "The bearer confirmation has a NotBefore, which the profile forbids."
        case .replayed: "The assertion was accepted before."
        case .replayUnknown:
            "The assertion may have been accepted before: it has no ID, or the replay guard cannot "
                + "remember any more."
        }
    }
}
