internal import PassAudit

/// The rules that apps broke, as a reviewer would list them.
struct Review: Sendable {
    /// The remark on one rule.
    struct Finding: Sendable {
        let rule: Rule
        var count: Int
        let first: RequestLog.Line
        var last: RequestLog.Line
    }

    private var byRule: [Rule.Name: Finding] = [:]

    mutating func append(_ line: RequestLog.Line, breaking rule: Rule.Name) {
        guard let named = Rule.named(rule.rawValue) else { return }
        byRule[rule, default: Finding(rule: named, count: 0, first: line, last: line)].count += 1
        byRule[rule]?.last = line
    }

    /// The findings, those of mandatory rules first, then in the order of the table.
    var findings: [Finding] {
        let found = Rule.all.compactMap { byRule[$0.name] }
        return found.filter { $0.rule.severity == .mandatory }
            + found.filter { $0.rule.severity != .mandatory }
    }
}
