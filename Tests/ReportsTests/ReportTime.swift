import Reports
import SAML2

extension SAML.Instant {
    /// The time that the reports of tests are made for: 2026-01-31T12:00:00Z.
    static let reportTime = SAML.Instant(secondsSinceEpoch: 1_769_860_800)
}

extension ReportRemedies {
    /// Those of a program that is called `tool`.
    static var test: ReportRemedies {
        var remedies = ReportRemedies()
        remedies.noMessages = "Read <something>."
        remedies.notVerified = "Verify & see."
        remedies.noCertificates = "Give certificates."
        remedies.noRequiredAttributes = "Require some."
        remedies.inspection = "tool look"
        return remedies
    }
}
