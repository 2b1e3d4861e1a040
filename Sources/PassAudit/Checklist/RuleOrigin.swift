extension ChecklistRule {
    /// The severity and the source of the rule, as its section of the page has them.
    package var origin: String {
        let severity =
            switch severity {
            case .mandatory: "Mandatory"
            case .recommended: "Recommended"
            case .dependsOnEndpoint: "Mandatory for profiles/sso, recommended for sessions/sso"
            }
        return "\(severity). Source: \(reference)."
    }
}
