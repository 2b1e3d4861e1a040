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
        var judging = Judging()
        self = judging.audit(of: traffic)
    }

    /// Puts together what the rules found.
    init(_ traffic: Traffic, _ judged: [(rule: Rule, findings: [Finding], fallback: Outcome)]) {
        self.traffic = traffic
        // Precedence needs the findings of rules that are not asked for, too.
        let kept = Dictionary(
            grouping: Precedence.applied(to: judged.flatMap(\.findings)), by: \.rule.name)
        judgements = judged.filter { traffic.options.rules?.contains($0.rule.id) ?? true }.map {
            let findings = kept[$0.rule.name] ?? []
            return Judgement(
                rule: $0.rule, outcome: Self.outcome(findings, $0.fallback), findings: findings)
        }
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
