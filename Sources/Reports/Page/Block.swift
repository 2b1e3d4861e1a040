internal import BatchEngine

/// The parts that every section of a report is built from.
enum Block {
    /// A section with a heading that can be linked to.
    static func section(
        _ anchor: String, _ title: String, _ lead: Markup, _ body: Markup
    ) -> Markup {
        """
        <section id="\(anchor)" aria-labelledby="\(anchor)-title">
        <h2 id="\(anchor)-title">\(title)</h2>
        <p class="lead">\(lead)</p>
        \(body)
        </section>

        """
    }

    /// Returns the text that replaces a chart without data.
    static func empty(_ text: Markup) -> Markup {
        "<p class=\"empty\">\(text)</p>\n"
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

    /// Numbers by names, with bars.
    static func bars(
        _ label: String, noun: String, rows: [(name: Markup, count: Int, class: String)]
    ) -> Markup {
        let largest = rows.map(\.count).max() ?? 0
        let whole = rows.map(\.count).saturatingSum()
        let body = rows.markup { row in
            """
            <tr><th scope="row">\(row.name)</th><td class="graph">\
            \(Chart.bar(row.count, of: largest, class: row.class))</td>\
            <td class="n">\(ReportText.grouped(row.count))</td>\
            <td class="n soft">\(ReportText.percent(row.count, of: whole))</td></tr>

            """
        }
        let head: Markup = """
            <th scope="col">\(label)</th><th scope="col"><span class="hidden">chart</span></th>\
            <th scope="col" class="n">\(noun)</th><th scope="col" class="n">share</th>
            """
        return table(label, class: "bars", head: head, rows: body)
    }

    /// A legend of the three outcomes.
    static let legend: Markup = """
        <p class="legend"><span class="key accepted"></span>accepted \
        <span class="key rejected"></span>rejected \
        <span class="key malformed"></span>malformed</p>

        """
}
