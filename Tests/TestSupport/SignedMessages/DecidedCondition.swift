/// A response about whose conditions and times the standard says little, and what becomes of it.
package struct DecidedCondition: Sendable {
    /// The difference to a response that is accepted.
    package let name: String
    /// The response, which is judged at ``ResponseFixture/now`` with a skew of 60 seconds.
    package let response: ResponseFixture
    /// The codes of its reasons; none if it is accepted.
    package let reasons: [String]

    private init(
        _ name: String, _ reasons: [String], _ change: (inout ResponseFixture) -> Void
    ) {
        self.name = name
        self.reasons = reasons
        var response = ResponseFixture()
        change(&response)
        self.response = response
    }

    private static func conditions(_ xml: String, _ reasons: String...) -> DecidedCondition {
        DecidedCondition(xml, reasons) { $0.assertions[0].conditionsXML = xml }
    }

    private static func signedIn(_ instant: String, _ reasons: String...) -> DecidedCondition {
        DecidedCondition("AuthnInstant \(instant)", reasons) {
            $0.assertions[0].trailerXML = """
                <saml:AuthnStatement AuthnInstant="\(instant)"><saml:AuthnContext/>\
                </saml:AuthnStatement>
                """
        }
    }

    private static func issued(_ instant: String, _ reasons: String...) -> [DecidedCondition] {
        [
            DecidedCondition("IssueInstant \(instant)", reasons) { $0.issueInstant = instant },
            DecidedCondition("IssueInstant of the assertion \(instant)", reasons) {
                $0.assertions[0].issueInstant = instant
            },
        ]
    }

    private static func zoneless(_ zone: String, _ end: String, _ reasons: String...)
        -> DecidedCondition
    {
        DecidedCondition("times with the zone \"\(zone)\" until \(end)", reasons) {
            $0.issueInstant = "2026-01-15T12:00:00\(zone)"
            $0.assertions[0].issueInstant = "2026-01-15T12:00:00.5\(zone)"
            $0.assertions[0].notBefore = "2026-01-15T11:59:00\(zone)"
            $0.assertions[0].notOnOrAfter = "2026-01-15T\(end)\(zone)"
            $0.assertions[0].confirmations[0].notOnOrAfter = "2026-01-15T\(end)\(zone)"
            $0.assertions[0].trailerXML = """
                <saml:AuthnStatement AuthnInstant="2026-01-15T11:58:00\(zone)" \
                SessionNotOnOrAfter="2026-01-15T20:00:00\(zone)"><saml:AuthnContext/>\
                </saml:AuthnStatement>
                """
        }
    }

    /// All of them.
    package static let all: [DecidedCondition] =
        [
            conditions("<saml:OneTimeUse/>"),
            conditions("<saml:OneTimeUse/><saml:OneTimeUse/>", "saml.repeatedElement"),
            conditions(
                "<saml:OneTimeUse/><saml:ProxyRestriction/><saml:OneTimeUse/>",
                "saml.repeatedElement"),
            conditions("<saml:ProxyRestriction/>"),
            conditions(#"<saml:ProxyRestriction Count="0"/><saml:OneTimeUse/>"#),
            conditions(#"<saml:ProxyRestriction Count=" 007 "/>"#),
            conditions(#"<saml:ProxyRestriction Count="+1"/>"#),
            conditions(#"<saml:ProxyRestriction Count="-0"/>"#),
            conditions(#"<saml:ProxyRestriction Count="99999999999999999999999999"/>"#),
            conditions(#"<saml:ProxyRestriction Count="-1"/>"#, "saml.invalidValue"),
            conditions(#"<saml:ProxyRestriction Count="-10"/>"#, "saml.invalidValue"),
            conditions(#"<saml:ProxyRestriction Count=""/>"#, "saml.invalidValue"),
            conditions(#"<saml:ProxyRestriction Count="+"/>"#, "saml.invalidValue"),
            conditions(#"<saml:ProxyRestriction Count="1.0"/>"#, "saml.invalidValue"),
            conditions(#"<saml:ProxyRestriction Count="٣"/>"#, "saml.invalidValue"),
            conditions(
                #"<saml:ProxyRestriction Count="1"/><saml:ProxyRestriction Count="0"/>"#,
                "saml.repeatedElement"),
            signedIn("2020-01-15T12:00:00Z"),
            signedIn("2026-01-15T14:00:00Z"),
            signedIn("2026-02-14T12:00:00Z"),
            signedIn("2026-02-14T12:00:00.001Z", "conditions.notYetValid"),
            signedIn("2126-01-15T12:00:00Z", "conditions.notYetValid"),
            signedIn("999999-01-15T12:00:00Z", "conditions.notYetValid"),
            zoneless("", "12:10:00"),
            zoneless("", "11:59:00", "conditions.expired"),
            zoneless("+00:00", "12:10:00"),
        ] + issued("2026-01-15T12:01:00Z")
        + issued("2026-01-15T12:01:00.001Z", "conditions.notYetValid")
        + issued("2126-01-15T12:00:00Z", "conditions.notYetValid")
        + issued("2026-01-15T12:00:00") + issued("2026-01-15T12:02:00", "conditions.notYetValid")
        // The instant it names: noon, and one o'clock in UTC.
        + issued("2026-01-15T14:00:00+02:00")
        + issued("2026-01-15T12:00:00-01:00", "conditions.notYetValid")
}
