internal import XMLCore

extension SAML.AttributeQuery {
    /// Returns what a failure of the query compared; `nil` for one that compares nothing.
    ///
    /// - Parameters:
    ///   - failure: One of the failures in the context.
    ///   - context: The receiver's side.
    ///   - isClaimed: Whether nothing vouches for what the query says.
    /// - Returns: The two values, and what their difference points to.
    package func discrepancy(
        of failure: SAML.ConditionsFailure, in context: SAML.ProcessingContext, isClaimed: Bool
    ) -> SAML.Discrepancy? {
        switch failure {
        case .unsupportedVersion: return SAML.Response.discrepancy(ofVersion: version)
        case .expired:
            guard let now = context.now, let issueInstant else { return nil }
            return SAML.Discrepancy(
                ended: issueInstant.advanced(bySeconds: Self.lifetime),
                "its IssueInstant and half an hour", "The query expired", at: now,
                issued: issueInstant, asked: nil)
        case .notYetValid:
            guard let now = context.now, let issueInstant else { return nil }
            return SAML.Discrepancy(beginning: issueInstant, at: now, issued: issueInstant)
        case .recipientMismatch:
            guard let expected = context.recipient else { return nil }
            guard let destination = destination?.trimmingXMLSpace() else {
                return SAML.Discrepancy(
                    "The query names no Destination, expected "
                        + "\(SAML.Discrepancy.shortened(expected)).", expected: expected, found: nil
                )
            }
            return SAML.Discrepancy(
                .recipient, named: "The Destination of the query", expected: expected,
                found: [destination], isClaimed: isClaimed, remedy: { .recipient($0) })
        case .issuerMismatch:
            guard let expected = context.issuer, let issuer = issuer?.uri else { return nil }
            return SAML.Discrepancy(
                .issuer, named: "The issuer", expected: expected, found: [issuer],
                isClaimed: isClaimed, remedy: { .issuer($0) })
        default: return nil
        }
    }
}
