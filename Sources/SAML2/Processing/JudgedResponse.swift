extension SAML {
    /// A response whose conditions are judged: a verified one, or what a message claims.
    ///
    /// The judgement is the same; what is read out of the response keeps the type of its worth.
    package protocol JudgedResponse {
        /// The assertions that can be read, in document order.
        var assertions: [Assertion] { get }
        /// The assertion that is read.
        var assertion: Assertion? { get }
        /// The number of `EncryptedAssertion` elements that were not decrypted.
        var encryptedAssertionCount: Int { get }
        /// A Boolean value that indicates whether the response reports a failure, so that it need not state anything.
        var reportsFailure: Bool { get }

        /// Every reason not to accept the response in `context`, the most decisive first.
        func failures(in context: ProcessingContext) -> [ConditionsFailure]
        /// Returns the comparison of a failure in `context`; `nil` for one that compares nothing.
        func discrepancy(
            of failure: ConditionsFailure, in context: ProcessingContext
        ) -> Discrepancy?
        /// Returns what a stricter receiver would refuse, where there are no failures in `context`.
        func leniencies(in context: ProcessingContext) -> [Leniency]
        /// Returns the checks of `context` that apply to something the response states.
        func checks(in context: ProcessingContext) -> Checks
        /// The attributes that a query asks for and the response does not state, in the order of the query.
        func unansweredAttributes(of query: AttributeQuery) -> [Attribute]
    }
}

extension SAML.Response: SAML.JudgedResponse {
    package var reportsFailure: Bool { status.map { !$0.isSuccess } ?? false }

    package func discrepancy(
        of failure: SAML.ConditionsFailure, in context: SAML.ProcessingContext
    ) -> SAML.Discrepancy? {
        discrepancy(of: failure, in: context, isClaimed: true, isEnvelopeClaimed: true)
    }

    package func leniencies(in context: SAML.ProcessingContext) -> [SAML.Leniency] {
        leniencies(in: context, isClaimed: true, isEnvelopeClaimed: true)
    }
}

extension SAML.VerifiedResponse: SAML.JudgedResponse {
    package var assertions: [SAML.Assertion] { response.assertions }
    package var assertion: SAML.Assertion? { response.assertion }
    package var encryptedAssertionCount: Int { response.encryptedAssertionCount }
    package var reportsFailure: Bool { response.reportsFailure }

    package func failures(in context: SAML.ProcessingContext) -> [SAML.ConditionsFailure] {
        response.failures(in: context)
    }

    package func discrepancy(
        of failure: SAML.ConditionsFailure, in context: SAML.ProcessingContext
    ) -> SAML.Discrepancy? {
        response.discrepancy(
            of: failure, in: context, isClaimed: false,
            isEnvelopeClaimed: verifiedResponse == nil)
    }

    package func leniencies(in context: SAML.ProcessingContext) -> [SAML.Leniency] {
        response.leniencies(
            in: context, isClaimed: false, isEnvelopeClaimed: verifiedResponse == nil)
    }

    package func checks(in context: SAML.ProcessingContext) -> SAML.Checks {
        response.checks(in: context)
    }

    package func unansweredAttributes(of query: SAML.AttributeQuery) -> [SAML.Attribute] {
        response.unansweredAttributes(of: query)
    }
}
