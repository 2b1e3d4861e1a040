internal import BatchEngine

/// Which attributes each issuer sends, or fails to.
struct AttributeSection {
    let figures: ReportFigures

    private static let maximumColumns = 16

    private struct Column {
        let name: String
        let isRequired: Bool
    }

    var markup: Markup {
        let columns = columns
        let isRequired = columns.contains(where: \.isRequired)
        let lead: Markup =
            isRequired
            ? """
            The share of each issuer's responses that have a required attribute, and how many have.
            """
            : """
            The share of each issuer's responses that have an attribute, for the most common \
            ones.\(Markup.sentence(figures.remedies.noRequiredAttributes, after: " "))
            """
        return Block.section(
            "attributes", isRequired ? "Required attributes" : "Attributes", lead,
            columns.isEmpty || rows.isEmpty
                ? Block.empty(
                    """
                    The table needs responses whose attributes can be read: signed by a trusted key \
                    where keys are trusted, and decrypted.
                    """)
                : table(columns))
    }

    private var rows: [(name: Markup, value: IssuerTally)] {
        var rows: [(name: Markup, value: IssuerTally)] = figures.issuers
            .filter { $0.value.responses > 0 }
            .map { (ReportText.issuer($0.name.text, limit: 36), $0.value) }
        if let others = figures.tally.issuers.others, others.responses > 0 {
            rows.append(("<i>further issuers</i>", others))
        }
        return rows
    }

    private var columns: [Column] {
        let required = figures.tally.requiredAttributes
        guard required.isEmpty else {
            return required.prefix(Self.maximumColumns).map { Column(name: $0, isRequired: true) }
        }
        var sums: [SentName: IssuerTally.AttributeTally] = [:]
        for issuer in figures.issuers {
            for (name, tally) in issuer.value.attributes.sorted {
                sums[name, default: IssuerTally.AttributeTally()].merge(tally)
            }
        }
        // What was missing was required, even where nobody says so any more.
        return sums.sorted { one, other in
            let first = (one.value.missing > 0 ? 1 : 0, one.value.present)
            let second = (other.value.missing > 0 ? 1 : 0, other.value.present)
            return first == second ? one.key < other.key : first > second
        }.prefix(Self.maximumColumns)
            .map { Column(name: $0.key.text, isRequired: $0.value.missing > 0) }
    }

    private func table(_ columns: [Column]) -> Markup {
        let head = columns.markup { column in
            let mark: Markup = column.isRequired ? " <small>required</small>" : ""
            return """
                <th scope="col" class="n">\(ReportText.name(column.name, limit: 26))\
                \(mark)</th>
                """
        }
        let body = figures.shown(rows).markup { row in
            let cells = columns.markup { column in
                cell(row.value, SentName(shortening: column.name), column.isRequired)
            }
            return """
                <tr><th scope="row">\(row.name)</th>\
                <td class="n soft">\(ReportText.grouped(row.value.responses))</td>\(cells)</tr>

                """
        }
        return Block.table(
            "Attributes by issuer", class: "matrix",
            head: """
                <th scope="col">issuer</th><th scope="col" class="n">responses</th>\(head)
                """,
            rows: body) + figures.leftOut(rows.count, "issuer")
    }

    private func cell(_ issuer: IssuerTally, _ name: SentName, _ isRequired: Bool) -> Markup {
        let present = issuer.attributes[name]?.present ?? 0
        let lacking = max(0, issuer.responses) - max(0, present)
        let shade: String =
            if isRequired {
                lacking == 0
                    ? "full" : "heat\(1 + min(4, lacking.share(of: issuer.responses, scale: 5)))"
            } else {
                present == 0
                    ? "none" : "cover\(1 + min(4, present.share(of: issuer.responses, scale: 5)))"
            }
        return """
            <td class="n \(shade)">\(ReportText.percent(present, of: issuer.responses))\
            <small>\(ReportText.grouped(present))</small></td>
            """
    }
}
