internal import BatchEngine

/// Outcomes by issuer.
struct IssuerSection {
    let figures: ReportFigures

    var markup: Markup {
        let lead: Markup = """
            \(ReportText.count(figures.issuers.count, "issuer")) in messages that could be read. \
            \(figures.tally.verdicts.valid == 0 ? "Names are as the messages state them." : "")
            """
        return Block.section(
            "issuers", "Outcomes by issuer", lead, figures.issuers.isEmpty ? empty : table)
    }

    private var empty: Markup {
        Block.empty("Rows need messages that can be read.")
    }

    private var table: Markup {
        let head: Markup = """
            <th scope="col">issuer</th><th scope="col"><span class="hidden">chart</span></th>\
            <th scope="col" class="n">messages</th><th scope="col" class="n">accepted</th>\
            <th scope="col" class="n">rejected</th><th scope="col" class="n">share accepted</th>\
            <th scope="col" class="n">verified</th>
            """
        let rows = figures.shown(figures.issuers).markup { issuer in
            row(ReportText.issuer(issuer.name.text), issuer.value)
        }
        let others = figures.tally.issuers.others.map { row("<i>further issuers</i>", $0) } ?? ""
        let unreadable = figures.tally.unreadable.outcomes.total
        let note: Markup =
            unreadable == 0
            ? ""
            : """
            <p class="note">\(ReportText.count(unreadable, "entry", "entries")) gave no message, and \
            so no issuer.</p>
            """
        return Block.legend
            + Block.table(
                "Outcomes by issuer", class: "sortable filterable", head: head, rows: rows + others)
            + figures.leftOut(figures.issuers.count, "issuer") + note
    }

    private func row(_ name: Markup, _ issuer: IssuerTally) -> Markup {
        let outcomes = issuer.outcomes
        return """
            <tr><th scope="row">\(name)</th><td class="graph">\
            \(Chart.stack(Chart.parts(of: outcomes), class: "bar", label: "Outcomes"))</td>\
            <td class="n">\(ReportText.grouped(outcomes.total))</td>\
            <td class="n">\(ReportText.grouped(outcomes.accepted))</td>\
            <td class="n">\(ReportText.grouped(outcomes.rejected))</td>\
            <td class="n">\(ReportText.percent(outcomes.accepted, of: outcomes.total))</td>\
            <td class="n">\(ReportText.grouped(issuer.verified))</td></tr>

            """
    }
}
