internal import BatchEngine
internal import WireText

/// Outcomes by issuer.
struct IssuerSection {
    let figures: ReportFigures

    var markup: Markup {
        let lead: Markup = """
            \(figures.issuers.count.counted("issuer")) in messages that could be read. \
            \(figures.tally.verdicts.valid == 0 ? "Names are as the messages state them." : "")
            """
        return Block.section(
            "issuers", "Outcomes by issuer", lead,
            figures.issuers.isEmpty ? Block.empty("Rows need messages that can be read.") : table)
    }

    private var table: Markup {
        let passed = figures.tally.wordForPassed
        let (rows, leftOut) = figures.rows(nameLimit: 44) { _ in true }
        let unreadable = figures.tally.unreadable.outcomes.judged.counted("entry", "entries")
        let note = Block.note("\(unreadable) gave no message, and so no issuer.")
        return Block.legend(passed: passed)
            + Block.table(
                "Outcomes by issuer", class: "sortable filterable",
                head: Block.head(
                    "issuer", Block.chart,
                    numbers: "messages", "\(passed)", "rejected", "share \(passed)", "verified"),
                rows: rows.markup(row)) + leftOut
            + (figures.tally.unreadable.outcomes.judged == 0 ? "" : note)
    }

    private func row(_ name: Markup, _ issuer: IssuerTally) -> Markup {
        let outcomes = issuer.outcomes
        return Block.row(
            name,
            """
            <td class="graph">\
            \(Chart.stack(Chart.parts(of: outcomes), class: "bar", label: "Outcomes"))</td>\
            \(cell: outcomes.judged)\(cell: outcomes.passed)\(cell: outcomes.rejected)\
            <td class="n">\(ReportText.percent(outcomes.passed, of: outcomes.judged))</td>\
            \(cell: issuer.verified)
            """)
    }
}
