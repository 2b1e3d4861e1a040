/// The judgement of traffic by all rules.
package struct Audit: Sendable {
    /// A rule with what became of it.
    package struct Judgement: Sendable {
        package let rule: ChecklistRule
        package var outcome: Outcome
        package var findings: [Finding]
    }

    package let traffic: Traffic
    /// The rules in the order of the checklist.
    package private(set) var judgements: [Judgement]

    /// Judges traffic.
    package init(of traffic: Traffic) {
        self.traffic = traffic
        let rules = ChecklistRule.all.filter { rule in
            traffic.options.rules?.contains(rule.id) ?? true
        }
        // Precedence needs the findings of rules that are not asked for, too.
        let judged = AuditRule.all.map { ($0, Self.judge($0, traffic)) }
        let byID = Dictionary(judged.map { ($0.0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let all = ChecklistRule.all.compactMap { byID[$0.id]?.1.findings }.flatMap(\.self)
        let kept = Dictionary(grouping: Precedence.applied(to: all)) { $0.rule.id }
        judgements = rules.map { rule in
            guard let (_, judgement) = byID[rule.id] else {
                return Judgement(rule: rule, outcome: .notChecked(.notVisible), findings: [])
            }
            let findings = kept[rule.id] ?? []
            let outcome = Self.outcome(findings, judgement.fallback)
            return Judgement(rule: rule, outcome: outcome, findings: findings)
        }
    }

    private struct Judged {
        let findings: [Finding]
        /// The outcome without findings.
        let fallback: Outcome
    }

    private static func judge(_ rule: AuditRule, _ traffic: Traffic) -> Judged {
        guard let row = ChecklistRule.named(rule.id), rule.applies(traffic) else {
            return Judged(findings: [], fallback: .notApplicable)
        }
        if let missing = rule.missing(in: traffic) {
            return Judged(findings: [], fallback: .notChecked(missing))
        }
        let verdict = rule.judge(traffic)
        let findings = verdict.drafts.map { draft in
            Finding(
                rule: row, weight: draft.weight,
                isMandatory: draft.isMandatory ?? (row.severity != .recommended),
                summary: draft.summary, faults: draft.faults, context: draft.context)
        }
        // Absence of evidence is never a pass.
        let missing = rule.lacksBodies(in: traffic) ? .noBodies : verdict.missing
        let fallback: Outcome =
            missing.map { .notChecked($0) } ?? (verdict.cases > 0 ? .pass : .notApplicable)
        return Judged(findings: findings, fallback: fallback)
    }

    private static func outcome(_ findings: [Finding], _ fallback: Outcome) -> Outcome {
        switch findings.map(\.weight).max() {
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
                finding.weight == .violated && (finding.isMandatory || isStrict)
                    || finding.weight == .likely && isStrict
            }
        }
    }

    /// The findings other than notes, mandatory ones first.
    package var findings: [Finding] {
        let found = judgements.flatMap(\.findings).filter { $0.weight > .noted }
        return found.filter(\.isMandatory) + found.filter { !$0.isMandatory }
    }

    /// The notes.
    package var notes: [Finding] {
        judgements.flatMap(\.findings).filter { $0.weight == .noted }
    }
}
