#if Sandbox
internal import Hummingbird
internal import PassAudit
internal import SAML2

extension SandboxPages {
    /// Returns the page with the rules of Adobe's checklist that apps broke.
    func review() async -> Response {
        let configuration = core.configuration
        let findings = await core.gate.review.findings
        let enforced = StrictRule.allCases.filter(configuration.enforces)
        let mandatory = findings.filter { $0.rule.severity != .recommended }.count
        return page(
            .review, title: "What a reviewer would say", path: "/review",
            [
                "isStrict": .flag(!enforced.isEmpty),
                "hasFindings": .flag(!findings.isEmpty),
                "broken": .text(
                    [
                        (mandatory, "mandatory rule"),
                        (findings.count - mandatory, "recommended rule"),
                    ]
                    .filter { $0.0 > 0 }.map(Self.counted).joined(separator: " and ")),
                "findings": .list(findings.map(Self.row)),
                "enforced": .text(String(enforced.count)),
                "rules": .text(String(ChecklistRule.all.count)),
                "others": .list(
                    ChecklistRule.all.compactMap { rule in
                        rule.notVisible.map { reason in
                            [
                                "id": .text(rule.id), "sentence": .text(rule.sentence),
                                "reason": .text(reason),
                            ]
                        }
                    }),
            ])
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func row(_ finding: Review.Finding) -> PageFields {
        [
            "id": .text(finding.rule.id), "sentence": .text(finding.rule.sentence),
            "severity": .text(
                finding.rule.severity == .dependsOnEndpoint
                    ? "mandatory on some endpoints" : finding.rule.severity.rawValue),
            "isMandatory": .flag(finding.rule.severity != .recommended),
            "page": .text(finding.rule.page ?? "several pages"),
            "row": .text(row(of: finding.rule)), "count": .text(String(finding.count)),
            "request": .text("\(finding.last.method) \(template(finding.last))"),
            "status": .text(String(finding.last.status)), "time": .text(time(finding.last.time)),
        ]
    }

    /// The rows of the checklist, in parentheses; nothing for a rule of another page.
    private static func row(of rule: ChecklistRule) -> String {
        if case .rows = rule.source { " (\(rule.mark))" } else { "" }
    }

    /// The path with its parts named.
    private static func template(_ line: RequestLog.Line) -> String {
        line.template == "NotFound" ? "an unknown path" : line.template
    }

    private static func time(_ milliseconds: Int64) -> String {
        SAML.Instant(secondsSinceEpoch: milliseconds / 1000, nanoseconds: 0).description
    }
}
#endif
