package import SAML2

extension SAML.ProcessingContext {
    /// The options of a command that judges as this context does, without the time and the query.
    package var options: [(name: String, value: String?)] {
        let absences = SAML.AbsentCondition.allCases.filter(acceptedAbsences.contains)
        let values: [(String, String?)] =
            [("issuer", issuer), ("audience", audience), ("recipient", recipient)]
            + absences.map { ("accept-without", $0.rawValue) }
            + [
                ("in-response-to", inResponseTo),
                ("clock-skew", clockSkew == 60 ? nil : "\(clockSkew)"),
                ("profile", profile == .attributeQuery ? nil : profile.rawValue),
            ]
        return values.filter { $0.1 != nil } + (isUnsolicited ? [("unsolicited", nil)] : [])
    }
}
