internal import BatchEngine
internal import WireText

/// What passed, and a stricter receiver would refuse.
struct NoteSection {
    let figures: ReportFigures

    /// The section; nothing where no message has a note.
    var markup: Markup {
        guard !figures.noted.isEmpty else { return "" }
        let rows = figures.shown(figures.noted).markup { figure in
            let command: Markup =
                figure.tally.places.places.first?.command(figures.remedies).map {
                    "<code class=\"command\">\($0)</code>"
                } ?? ReportText.unknown
            return Block.row(
                ReportText.issuer(figure.issuer ?? "", limit: 40),
                """
                <td>\(CauseSection.words(figure.code)) <code>\(figure.code)</code></td>\
                <td>\(command)</td>\(cell: figure.tally.all)
                """)
        }
        let table = Block.table(
            "Notes", class: "filterable",
            head: Block.head(
                "issuer", "what is noted, and what to do", "to look at one", numbers: "messages"),
            rows: rows)
        return Block.section(
            "notes", "What stricter receivers refuse",
            "What passes here, and a stricter receiver would refuse. It changes no outcome.",
            table + figures.leftOut(figures.noted.count, "note"))
    }
}
