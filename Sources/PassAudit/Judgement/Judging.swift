/// The rules at work on traffic that grows.
///
/// Events that were taken are not taken again, unless later traffic shows that they mean something else: a call that was
/// recorded late stands before them, or the app behind a token became known.
package struct Judging: Sendable {
    private var folds: [any RuleFold] = []
    private var former: Traffic?
    /// The number of events that were taken, those that were taken again among them.
    package private(set) var takenCount = 0

    /// Creates a judging that has seen nothing.
    package init() {}

    /// Judges traffic: what the last one had not, if this one continues it.
    package mutating func audit(of traffic: Traffic) -> Audit {
        var (seen, place) = (0, 0)
        if let former, traffic.continues(former) {
            (seen, place) = (former.all.count, former.calls.count)
        } else {
            folds = Rule.all.map { $0.fold() }
        }
        for exchange in traffic.all[seen...] {
            takenCount += 1
            if place < traffic.calls.count, traffic.calls[place].exchange === exchange {
                let call = traffic.calls[place]
                for index in folds.indices { folds[index].take(call, in: traffic) }
                place += 1
            } else {
                for index in folds.indices { folds[index].take(other: exchange, in: traffic) }
            }
        }
        former = traffic
        return Audit(
            traffic,
            zip(Rule.all, folds).map { rule, fold in
                let (findings, fallback) = Self.judgement(of: rule, fold, traffic)
                return (rule, findings, fallback)
            })
    }

    private static func judgement(
        of rule: Rule, _ fold: any RuleFold, _ traffic: Traffic
    ) -> (findings: [Finding], fallback: Outcome) {
        guard rule.applies(traffic) else { return ([], .notApplicable) }
        if let missing = rule.missing(in: traffic) { return ([], .notChecked(missing)) }
        let verdict = fold.verdict(in: traffic)
        let findings = verdict.drafts.map { draft in
            Finding(
                rule: rule, severity: draft.severity,
                isMandatory: draft.isMandatory ?? (rule.severity != .recommended),
                summary: draft.summary, faults: draft.faults, context: draft.context)
        }
        // Absence of evidence is never a pass.
        let missing = rule.lacksBodies(in: traffic) ? .noBodies : verdict.missing
        return (
            findings,
            missing.map { .notChecked($0) } ?? (verdict.cases > 0 ? .pass : .notApplicable)
        )
    }
}
