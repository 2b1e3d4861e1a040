internal import BatchEngine
internal import WireText
internal import XMLCore

/// The attributes that each issuer sends, or fails to send.
struct AttributeSection {
    let figures: ReportFigures

    private static let maximumColumns = 16

    private typealias Column = (name: String, isRequired: Bool)

    var markup: Markup {
        let columns = columns
        let isRequired = columns.contains(where: \.isRequired)
        let lead: Markup =
            isRequired
            ? """
            Of each issuer's responses whose attributes could be read, the share that have a required one, \
            and how many have.
            """
            : """
            Of each issuer's responses whose attributes could be read, the share that have an attribute, for \
            the most common ones.\(figures.remedies.noRequiredAttributes.markup { " \($0)" })
            """
        let (rows, leftOut) = figures.rows { $0.responses > 0 }
        return Block.section(
            "attributes", isRequired ? "Required attributes" : "Attributes", lead,
            columns.isEmpty || rows.isEmpty
                ? Block.empty(
                    """
                    The table needs responses whose attributes can be read: signed by a trusted key \
                    where keys are trusted, and decrypted.
                    """)
                : table(columns, rows) + leftOut)
    }

    private var columns: [Column] {
        let required = figures.tally.requiredAttributes
        guard required.isEmpty else {
            return required.prefix(Self.maximumColumns).map { ($0, true) }
        }
        var sums: [ByteExactName: IssuerTally.AttributeTally] = [:]
        for issuer in figures.issuers {
            for (name, tally) in issuer.value.attributes.sorted {
                sums[name, default: IssuerTally.AttributeTally()].merge(tally)
            }
        }
        // An attribute that was missing was required, even where nothing says so any more.
        return sums.sorted { one, other in
            let first = (one.value.missing > 0 ? 1 : 0, one.value.present)
            let second = (other.value.missing > 0 ? 1 : 0, other.value.present)
            return first == second ? one.key < other.key : first > second
        }.prefix(Self.maximumColumns)
            .map { ($0.key.text, $0.value.missing > 0) }
    }

    private func table(
        _ columns: [Column], _ rows: [(name: Markup, value: IssuerTally)]
    ) -> Markup {
        let head = columns.markup { column in
            let mark: Markup = column.isRequired ? " <small>required</small>" : ""
            return Block.head(numbers: "\(ReportText.name(column.name, limit: 26))\(mark)")
        }
        let body = rows.markup { name, issuer in
            let cells = columns.markup { column in
                cell(issuer, ByteExactName(shortening: column.name), column.isRequired)
            }
            return Block.row(
                name, "<td class=\"n soft\">\(issuer.responses.grouped)</td>\(cells)")
        }
        return Block.table(
            "Attributes by issuer", class: "matrix",
            head: Block.head("issuer", numbers: "readable") + head, rows: body)
    }

    private func cell(_ issuer: IssuerTally, _ name: ByteExactName, _ isRequired: Bool) -> Markup {
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
        return Block.shaded(
            shade, ReportText.percent(present, of: issuer.responses), small: present.grouped)
    }
}
