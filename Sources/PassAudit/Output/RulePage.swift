/// The page with a section for each rule, in Markdown.
package enum RulePage {
    private static let subjects: [(prefix: String, title: String)] = [
        ("registration", "Registration and access tokens"), ("configuration", "Configuration"),
        ("sessions", "Sessions"), ("polling", "Polling"), ("secondScreen", "Second screen"),
        ("profiles", "Profiles"), ("preauthorization", "Preauthorization"),
        ("authorization", "Authorization"), ("mediaToken", "Media tokens"), ("logout", "Logout"),
        ("headers", "Header fields"), ("requests", "Requests"), ("errors", "Errors and throttling"),
        ("testing", "Testing"), ("v1", "REST API v1 and the SDKs"), ("security", "Security"),
        ("caching", "Caching"), ("apple", "Apple sign-on"), ("tempPass", "Temporary access"),
        ("sso", "Single sign-on by tokens"),
    ]

    /// The page.
    package static var markdown: String {
        let rules = ChecklistRule.all
        let sections = subjects.map { prefix, title in
            let own = rules.filter { $0.id.hasPrefix(prefix + ".") }
            return "## \(title)\n\n" + own.map(section).joined(separator: "\n")
        }
        return """
            # The rules of samlkit audit

            <!-- Made by: samlkit audit --list-rules -->

            \(rules.count) rules, from Adobe's pages of \(ChecklistRule.edition). M1 to M23 and R1 to R12 are the
            mandatory and recommended rows of Adobe's REST API V2 Checklist, in the order of that page. [How to run an
            audit](audit.md) · [what traffic cannot show](audit-limits.md)

            \(sections.joined(separator: "\n"))
            """
    }

    private static func section(_ rule: ChecklistRule) -> String {
        """
        ### \(rule.id)

        \(rule.sentence)

        - \(facts(of: rule).joined(separator: "\n- "))
        - What to change: \(rule.advice.change)
        - Needs of a capture: \(needs(of: rule)).

        """
    }

    /// The severity and source of a rule, and the risk of breaking it, in sentences.
    package static func facts(of rule: ChecklistRule) -> [String] {
        let severity =
            switch rule.severity {
            case .mandatory: "Mandatory"
            case .recommended: "Recommended"
            case .dependsOnEndpoint: "Mandatory for profiles/sso, recommended for sessions/sso"
            }
        let risk = rule.advice.risk
        return [
            "\(severity). Source: \(rule.reference).",
            "Risk: \(risk.prefix(1).uppercased())\(risk.dropFirst()).",
        ]
    }

    private static func needs(of rule: ChecklistRule) -> String {
        guard let check = AuditRule.all.first(where: { $0.id == rule.id }) else {
            return "nothing; traffic cannot show it"
        }
        var words = ["methods, URLs and statuses"]
        if check.needs.contains(.times) { words.append("times") }
        if check.needs.contains(.headers) || check.needs.contains(.authorization) {
            words.append(
                check.needs.contains(.authorization)
                    ? "header fields with Authorization" : "header fields")
        }
        if !check.bodies.isEmpty { words.append("request bodies") }
        if !check.answers.isEmpty { words.append("bodies of answers") }
        if check.needs.contains(.playback) { words.append("playback, named by --playback") }
        return words.joined(separator: "; ")
    }
}
