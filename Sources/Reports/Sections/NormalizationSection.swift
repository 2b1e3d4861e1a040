internal import BatchEngine

/// The effect of normalizing white space before encoding.
struct NormalizationSection {
    let figures: ReportFigures

    private var issuers: [(name: SentName, value: IssuerTally)] {
        figures.issuers.filter { $0.value.normalized > 0 }
    }

    private var warnings: [(name: SentName, value: IssuerTally.WarningTally)] {
        var sum = BoundedTable<IssuerTally.WarningTally>(limit: 20)
        for issuer in issuers { sum.merge(issuer.value.warnings) }
        if let others = figures.tally.issuers.others { sum.merge(others.warnings) }
        return sum.sorted { $0.messages }
    }

    var markup: Markup {
        let lead: Markup = """
            A payload is normalized before it is sent. Where that changes bytes that are signed, \
            whoever verifies the signature afterwards refuses the message.
            """
        return Block.section(
            "normalization", "What normalization breaks", lead,
            issuers.isEmpty
                ? Block.empty("The tables need messages that can be read.") : table + reasons)
    }

    private var table: Markup {
        let broken = issuers.filter { $0.value.broken > 0 || !$0.value.warnings.isEmpty }
        guard !broken.isEmpty else {
            return Block.empty("Every signature survives, and there is no warning.")
        }
        let warnings = warnings.map(\.name)
        let head: Markup = """
            <th scope="col">issuer</th><th scope="col" class="n">normalized</th>\
            <th scope="col" class="n">signature broken</th>\
            \(warnings.markup { "<th scope=\"col\" class=\"n\" title=\"\($0.text)\">\(ReportText.words($0.text))</th>" })
            """
        let rows = figures.shown(broken).markup { issuer in
            let value = issuer.value
            let cells = warnings.markup { name in
                let count = value.warnings[name]?.messages ?? 0
                return count == 0
                    ? "<td class=\"n none\">·</td>"
                    : "<td class=\"n\">\(ReportText.grouped(count))</td>"
            }
            let shade =
                value.broken == 0
                ? "full" : "heat\(1 + min(4, value.broken.share(of: value.normalized, scale: 5)))"
            return """
                <tr><th scope="row">\(ReportText.issuer(issuer.name.text, limit: 36))</th>\
                <td class="n">\(ReportText.grouped(value.normalized))</td>\
                <td class="n \(shade)">\(ReportText.grouped(value.broken))\
                <small>\(ReportText.percent(value.broken, of: value.normalized))</small></td>\
                \(cells)</tr>

                """
        }
        return Block.table("What normalization breaks", class: "matrix", head: head, rows: rows)
            + figures.leftOut(broken.count, "issuer")
    }

    /// The number of messages with a warning that lost their signatures.
    private var reasons: Markup {
        let rows = warnings.filter { $0.value.broken > 0 }
        guard !rows.isEmpty else { return "" }
        return """
            <h3>Warnings of the messages whose signature breaks</h3>
            \(Block.bars(
                "warning", noun: "messages",
                rows: rows.map { ("\(ReportText.words($0.name.text))", $0.value.broken, "rejected") }))
            """
    }
}
