internal import BatchEngine
internal import WireText

/// The parts that every section of a report is built from.
enum Block {
    /// A section with a heading that can be linked to.
    static func section(
        _ anchor: String, _ title: String, _ lead: Markup, _ body: Markup
    ) -> Markup {
        """
        <section id="\(anchor)" aria-labelledby="\(anchor)-title">
        <h2 id="\(anchor)-title">\(title)</h2>
        \("<p class=\"lead\">\(lead)</p>", if: !lead.text.isEmpty)
        \(body)
        </section>

        """
    }

    /// Returns the text that replaces a chart without data.
    static func empty(_ text: Markup) -> Markup {
        "<p class=\"empty\">\(text)</p>\n"
    }

    /// A remark below a chart or a table.
    static func note(_ text: Markup) -> Markup {
        "<p class=\"note\">\(text)</p>"
    }

    /// A table that may be wider than the page and then scrolls by itself.
    static func table(_ label: String, class name: String = "", head: Markup, rows: Markup)
        -> Markup
    {
        """
        <div class="scroll" role="region" aria-label="\(label)" tabindex="0">
        <table class="\(name)"><thead><tr>\(head)</tr></thead>
        <tbody>
        \(rows)</tbody></table></div>

        """
    }

    /// The headings of columns with text, and of columns with numbers after them.
    static func head(_ texts: Markup..., numbers: Markup...) -> Markup {
        texts.markup { "<th scope=\"col\">\($0)</th>" }
            + numbers.markup { "<th scope=\"col\" class=\"n\">\($0)</th>" }
    }

    /// The heading of a column of pictures, which only those hear who do not see them.
    static let chart: Markup = "<span class=\"hidden\">chart</span>"

    /// A row of a table: its name, and the cells after it.
    static func row(_ name: Markup, _ cells: Markup) -> Markup {
        "<tr><th scope=\"row\">\(name)</th>\(cells)</tr>\n"
    }

    /// A cell with a number in a shade of its own, and a smaller number below.
    static func shaded(_ shade: String, _ text: String, small: String) -> Markup {
        "<td class=\"n \(shade)\">\(text)<small>\(small)</small></td>"
    }

    /// Numbers of messages by names, with bars.
    static func bars(
        _ label: String, rows: [(name: Markup, count: Int, class: String)]
    ) -> Markup {
        let largest = rows.map(\.count).max() ?? 0
        let shares = ReportText.shares(rows.map(\.count))
        let body = zip(rows, shares).markup { item, share in
            let (name, count, state) = item
            return row(
                name,
                """
                <td class="graph">\(Chart.bar(count, of: largest, class: state))</td>\
                \(cell: count)<td class="n soft">\(share)</td>
                """)
        }
        return table(
            label, class: "bars", head: head("\(label)", chart, numbers: "messages", "share"),
            rows: body)
    }

    /// The spans of a histogram from the first to the last that holds anything, with bars.
    static func bars(
        _ label: String, _ histogram: Histogram, _ names: [String], without data: Markup,
        isOdd: (Int) -> Bool
    ) -> Markup {
        let rows = zip(names, histogram.counts).enumerated().map { place, span in
            ("\(span.0)" as Markup, span.1, isOdd(place) ? "rejected" : "accepted")
        }
        guard let first = rows.firstIndex(where: { $0.1 > 0 }),
            let last = rows.lastIndex(where: { $0.1 > 0 })
        else { return empty(data) }
        return bars(label, rows: Array(rows[first...last]))
    }

    /// A legend of the three outcomes.
    static func legend(passed: String) -> Markup {
        """
        <p class="legend"><span class="key accepted"></span>\(passed) \
        <span class="key rejected"></span>rejected \
        <span class="key malformed"></span>malformed</p>

        """
    }
}

extension Markup.Interpolation {
    /// Appends a cell of a table with a number.
    mutating func appendInterpolation(cell number: Int) {
        appendInterpolation("<td class=\"n\">\(number.grouped)</td>" as Markup)
    }
}
