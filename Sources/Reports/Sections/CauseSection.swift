internal import BatchEngine
internal import WireText

/// The likely causes of each issuer's failed messages, and the remedies.
struct CauseSection {
    let figures: ReportFigures

    var markup: Markup {
        let lead: Markup = """
            What probably happened to messages that were not accepted, and what to do about \
            it.\(explanation)
            """
        return Block.section(
            "causes", "Likely causes", lead,
            (figures.causes.isEmpty ? Block.empty("No likely cause was found.") : table)
                + unexplained)
    }

    private var explanation: Markup {
        guard let command = figures.remedies.explanation else { return "" }
        return " <code>\(command) CAUSE</code> says more of each."
    }

    private var table: Markup {
        let rows = figures.shown(figures.causes).markup { figure in
            Block.row(
                ReportText.issuer(figure.issuer ?? "", limit: 40),
                """
                <td>\(Self.words(figure.code)) <code>\(figure.code)</code></td>\
                \(cell: figure.tally.all)
                """)
        }
        return Block.table(
            "Likely causes", class: "filterable",
            head: Block.head("issuer", "what happened, and what to do", numbers: "messages"),
            rows: rows) + figures.leftOut(figures.causes.count, "cause") + clocks
    }

    /// Returns the sentence and the remedy of a cause.
    static func words(_ code: String) -> String {
        ReasonPage.page(of: code).map { "\($0.sentence) \($0.action)" } ?? ReportText.words(code)
    }

    /// The messages that have none of the causes, by what is wrong with them, and where to look.
    private var unexplained: Markup {
        let count = figures.unexplained.reduce(0) { $0 +| $1.tally.all }
        guard count > 0 else { return "" }
        let rows = figures.shown(figures.unexplained).markup { figure in
            Block.row(
                ReportText.issuer(figure.issuer ?? "", limit: 40),
                """
                <td>\(ReasonPage.page(of: figure.code)?.sentence ?? ReportText.words(figure.code)) \
                <code>\(figure.code)</code></td><td>\(command(figure))</td>\(cell: figure.tally.all)
                """)
        }
        let note = Block.note(
            """
            \(count.counted("message")) that \(count == 1 ? "was" : "were") not accepted \
            \(count == 1 ? "has" : "have") no likely cause. A command searches thoroughly in one \
            message of each kind.
            """)
        return note
            + Block.table(
                "Without a likely cause", class: "filterable",
                head: Block.head("issuer", "what is wrong", "to look at one", numbers: "messages"),
                rows: rows)
            + figures.leftOut(figures.unexplained.count, "kind")
    }

    /// The command that shows the first message of a kind.
    private func command(_ figure: ReportFigures.CauseFigure) -> Markup {
        figure.tally.places.places.first?.command(figures.remedies).map {
            "<code class=\"command\">\($0)</code>"
        } ?? ReportText.unknown
    }

    /// The suspect clock, where messages come from the future.
    private var clocks: Markup {
        let ahead = figures.causes.count { $0.code == "clockAhead" }
        guard ahead > 0, figures.issuers.count > 1 else { return "" }
        return Block.note(
            ahead > 1
                ? """
                Messages of several issuers come from the future: the receiver's clock, or the time that \
                was given, is suspect.
                """
                : "Messages of only one issuer come from the future: its clock is suspect.")
    }
}
