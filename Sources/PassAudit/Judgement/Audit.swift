/// The judgement of traffic by all rules.
package struct Audit: Sendable {
    /// A rule with what became of it.
    package struct Judgement: Sendable {
        package let rule: Rule
        package var outcome: Outcome
        package var findings: [Finding]
    }

    package let traffic: Traffic
    /// The rules in the order of the checklist.
    package private(set) var judgements: [Judgement]

    /// Judges traffic.
    package init(of traffic: Traffic) {
        self.traffic = traffic
        // Precedence needs the findings of rules that are not asked for, too.
        let judged = Rule.all.map { ($0, Self.judge($0, traffic)) }
        let kept = Dictionary(grouping: Precedence.applied(to: judged.flatMap(\.1.findings))) {
            $0.rule.name
        }
        judgements = judged.filter { rule, _ in
            traffic.options.rules?.contains(rule.id) ?? true
        }.map { rule, judged in
            let findings = kept[rule.name] ?? []
            let outcome = Self.outcome(findings, judged.fallback)
            return Judgement(rule: rule, outcome: outcome, findings: findings)
        }
    }

    private struct Judged {
        let findings: [Finding]
        /// The outcome without findings.
        let fallback: Outcome
    }

    private static func judge(_ rule: Rule, _ traffic: Traffic) -> Judged {
        guard rule.applies(traffic) else {
            return Judged(findings: [], fallback: .notApplicable)
        }
        if let missing = rule.missing(in: traffic) {
            return Judged(findings: [], fallback: .notChecked(missing))
        }
        let verdict = rule.judge(traffic)
        let findings = verdict.drafts.map { draft in
            Finding(
                rule: rule, severity: draft.severity,
                isMandatory: draft.isMandatory ?? (rule.severity != .recommended),
                summary: draft.summary, faults: draft.faults, context: draft.context)
        }
        // Absence of evidence is never a pass.
        let missing = rule.lacksBodies(in: traffic) ? .noBodies : verdict.missing
        let fallback: Outcome =
            missing.map { .notChecked($0) } ?? (verdict.cases > 0 ? .pass : .notApplicable)
        return Judged(findings: findings, fallback: fallback)
    }

    private static func outcome(_ findings: [Finding], _ fallback: Outcome) -> Outcome {
        switch findings.map(\.severity).max() {
        case .violated: .violated
        case .likely: .likely
        // What is only worth a note hides neither a pass nor what is missing.
        case .noted: fallback.missing == nil ? .noted : fallback
        case nil: fallback
        }
    }
}

extension Audit {
    /// Returns whether there is a finding that makes the audit fail.
    ///
    /// - Parameter isStrict: Whether findings that are only likely, and recommended rules, count as well.
    /// - Returns: True if the audit fails.
    package func fails(isStrict: Bool) -> Bool {
        judgements.contains { judgement in
            judgement.findings.contains { finding in
                finding.severity == .violated && (finding.isMandatory || isStrict)
                    || finding.severity == .likely && isStrict
            }
        }
    }

    /// The findings other than notes, mandatory ones first.
    package var findings: [Finding] {
        let found = judgements.flatMap(\.findings).filter { $0.severity > .noted }
        return found.filter(\.isMandatory) + found.filter { !$0.isMandatory }
    }

    /// The notes.
    package var notes: [Finding] {
        judgements.flatMap(\.findings).filter { $0.severity == .noted }
    }
}
