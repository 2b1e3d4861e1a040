#if Sandbox
internal import Hummingbird
internal import PassAudit
internal import WireText

extension SandboxPages {
    /// Returns the page with the rules of Adobe's checklist that apps broke.
    func review() async -> Response {
        let configuration = core.configuration
        let findings = await core.limiter.review.findings
        let enforced = Rule.enforceable.filter { configuration.enforces($0.name) }
        let unenforced = PageLayout.message(
            """
            This sandbox enforces no rule of Adobe’s checklist. Start it with \
            <code>samlkit sandbox --strict</code>.
            """, role: "status")
        let judged: Markup = """
            <p class="quiet">\(enforced.count) of the \(Rule.all.count) rules of \
            Adobe’s REST API V2 Checklist and its other pages are enforced here. \
            <a href="/review">Load again</a></p>
            \(Self.verdict(findings))
            """
        let hidden = PageLayout.rules(
            "Rules that a server cannot see", ["Rule", "Why not"],
            rows: Rule.all.markup { rule in
                rule.notVisible.markup { reason in
                    """
                    <tr><th scope="row">\(rule.sentence)<br><code>\(rule.id)</code></th>\
                    <td>\(reason)</td></tr>

                    """
                }
            })
        return page(
            title: "What a reviewer would say", path: "/review",
            """
            <h1>What a reviewer would say</h1>
            \(judged, if: !enforced.isEmpty, else: unenforced)\
            <details><summary>Rules that a server cannot see</summary>
            \(hidden)</details>
            <p>For each refused request, the <a href="/sandbox/log">log</a> and the header \
            <code>X-Sandbox-Reason</code> of the answer name the rule.</p>
            """)
    }

    private static func verdict(_ findings: [Review.Finding]) -> Markup {
        guard !findings.isEmpty else {
            return PageLayout.message(
                "Nothing: no request has broken an enforced rule.", class: "good", role: "status")
        }
        let mandatory = findings.filter { $0.rule.severity != .recommended }.count
        let broken = [
            (mandatory, "mandatory rule"), (findings.count - mandatory, "recommended rule"),
        ].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }.joined(separator: " and ")
        return PageLayout.message("The app breaks \(broken).", role: "status")
            + PageLayout.rules(
                "Findings", ["Rule", "Severity", "Supported by", "Requests", "Latest"],
                rows: findings.markup(row))
    }

    private static func row(_ finding: Review.Finding) -> Markup {
        let rule = finding.rule
        let severity: Markup =
            switch rule.severity {
            case .recommended: "\(rule.severity.rawValue)"
            case .dependsOnEndpoint: "<strong>mandatory on some endpoints</strong>"
            default: "<strong>\(rule.severity.rawValue)</strong>"
            }
        return """
            <tr><th scope="row">\(rule.sentence)<br><code>\(rule.id)</code></th>\
            <td>\(severity)</td><td>\(rule.page ?? "several pages")\(row(of: rule))</td>\
            <td>\(finding.count)</td>\
            <td><code>\(finding.last.method) \(template(finding.last))</code> \(finding.last.status)<br>\
            \(time(finding.last.time))</td></tr>

            """
    }

    /// The rows of the checklist, in parentheses; nothing for a rule of another page.
    private static func row(of rule: Rule) -> String {
        if case .rows = rule.source { " (\(rule.mark))" } else { "" }
    }

    /// The path with its parts named.
    private static func template(_ line: RequestLog.Line) -> String {
        line.template == "NotFound" ? "an unknown path" : line.template
    }
}
#endif
