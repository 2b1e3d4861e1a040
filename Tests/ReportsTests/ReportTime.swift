import SAML2

extension SAML.Instant {
    /// The time that the reports of tests are made for: 2026-01-31T12:00:00Z.
    static let reportTime = SAML.Instant(secondsSinceEpoch: 1_769_860_800)
}
