internal import PassAudit

/// The rules that apps broke, as a reviewer would list them.
struct Review: Sendable {
    /// The remark on one rule.
    struct Finding: Sendable {
        let rule: ChecklistRule
        var count: Int
        let first: RequestLog.Line
        var last: RequestLog.Line
    }

    private var byRule: [StrictRule: Finding] = [:]

    mutating func append(_ line: RequestLog.Line, breaking rule: StrictRule) {
        guard let named = ChecklistRule.named(rule.rawValue) else { return }
        byRule[rule, default: Finding(rule: named, count: 0, first: line, last: line)].count += 1
        byRule[rule]?.last = line
    }

    /// The findings, those of mandatory rules first, then in the order of the table.
    var findings: [Finding] {
        let found = ChecklistRule.all.compactMap { rule in
            StrictRule(rawValue: rule.id).flatMap { byRule[$0] }
        }
        return found.filter { $0.rule.severity == .mandatory }
            + found.filter { $0.rule.severity != .mandatory }
    }
}
