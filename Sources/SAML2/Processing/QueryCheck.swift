internal import XMLCore

extension SAML.AttributeQuery {
    /// The age from which a query counts as expired, in seconds.
    ///
    /// It is half an hour, as long as Adobe Pass keeps an authentication session; a query states no end of
    /// its own.
    package static let lifetime: Int64 = 30 * 60

    /// Every reason not to answer the query in `context`, the most decisive first.
    ///
    /// `recipient` is the address of the party that answers. ``SAML/MessageVerifier`` checks whose key signed the
    /// query.
    package func failures(in context: SAML.ProcessingContext) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        if version?.hasSameBytes(as: SAML.version) != true { failures.append(.unsupportedVersion) }
        if id == nil { failures.append(.missingID) }
        if issuer == nil { failures.append(.missingIssuer) }
        if let expected = context.issuer, issuer?.uri.hasSameBytes(as: expected) != true {
            failures.append(.issuerMismatch)
        }
        if let issueInstant {
            failures += context.failures(
                notBefore: issueInstant,
                notOnOrAfter: issueInstant.advanced(bySeconds: Self.lifetime))
        } else {
            failures.append(.missingIssueInstant)
        }
        if let recipient = context.recipient,
            destination?.trimmingXMLSpace().hasSameBytes(as: recipient) != true
        {
            failures.append(.recipientMismatch)
        }
        // A query does not answer a request.
        if context.namesRequest { failures.append(.inResponseToMismatch) }
        return failures.uniqued()
    }

    /// The checks of `context` that concern a query.
    package func checks(in context: SAML.ProcessingContext) -> SAML.Checks {
        context.checks.intersection([.time, .recipient, .issuer])
    }
}
