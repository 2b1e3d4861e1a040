internal import BatchEngine
internal import WireText
internal import XMLCore

/// The effect of normalizing white space before encoding.
struct NormalizationSection {
    let figures: ReportFigures

    private var issuers: [(name: ByteExactName, value: IssuerTally)] {
        figures.issuers.filter { $0.value.normalized > 0 }
    }

    private var warnings: [(name: ByteExactName, value: IssuerTally.WarningTally)] {
        var sum = TopNTable<IssuerTally.WarningTally>(limit: 20)
        for issuer in issuers { sum.merge(issuer.value.warnings) }
        if let others = figures.tally.issuers.others { sum.merge(others.warnings) }
        return sum.sorted { $0.messages }
    }

    var markup: Markup {
        let lead: Markup = """
            A payload is normalized before it is sent. Where that changes bytes that are signed, \
            a receiver that verifies the signature afterwards refuses the message.
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
        let names = warnings.markup { name in
            """
            <th scope="col" class="n" title="\(name.text)">\(ReportText.words(name.text))</th>
            """
        }
        let rows = figures.shown(broken).markup { issuer in
            let value = issuer.value
            let cells = warnings.markup { name in
                let count = value.warnings[name]?.messages ?? 0
                return count == 0 ? "<td class=\"n none\">·</td>" : "\(cell: count)"
            }
            let shade =
                value.broken == 0
                ? "full" : "heat\(1 + min(4, value.broken.share(of: value.normalized, scale: 5)))"
            let broken = Block.shaded(
                shade, value.broken.grouped,
                small: ReportText.percent(value.broken, of: value.normalized))
            return Block.row(
                ReportText.issuer(issuer.name.text, limit: 36),
                "\(cell: value.normalized)\(broken)\(cells)")
        }
        return Block.table(
            "What normalization breaks", class: "matrix",
            head: Block.head("issuer", numbers: "normalized", "signature broken") + names,
            rows: rows)
            + figures.leftOut(broken.count, "issuer")
    }

    /// The number of messages with a warning that lost their signatures.
    private var reasons: Markup {
        let rows = warnings.filter { $0.value.broken > 0 }
        guard !rows.isEmpty else { return "" }
        return """
            <h3>Warnings of the messages whose signature breaks</h3>
            \(Block.bars(
                "warning",
                rows: rows.map { ("\(ReportText.words($0.name.text))", $0.value.broken, "rejected") }))
            """
    }
}
