internal import WireText

/// The sources of the report, and its omissions.
struct ColophonSection {
    let figures: ReportFigures

    private var values: String {
        guard let messages = figures.messages else {
            return "No value of an attribute and no identifier of a subject is in this file."
        }
        return messages.isRedacted
            ? "Keyed hashes replace identifiers of subjects and values of attributes."
            : "This file contains identifiers of subjects and values of attributes."
    }

    var markup: Markup {
        let items: [Markup] =
            figures.notes.map { "\($0)" } + [
                """
                \(figures.tally.count.counted("message")), each counted once; \
                the report was made for \(ReportText.minute(figures.now)) UTC.
                """,
                """
                Names are shortened in the middle; the whole name appears where the pointer rests. \
                Characters that are invisible, or turn the direction of text, are spelled out as in \
                ⟨U+202E⟩.
                """,
                """
                Of names that senders choose a limited number is kept, and the rest is counted \
                together. \(values)
                """,
            ]
        return """
            <footer><h2>About this report</h2>
            <ul>\(items.markup { "<li>\($0)</li>\n" })</ul></footer>

            """
    }
}
