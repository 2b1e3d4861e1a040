internal import WireText

/// Clocks and validity: how long messages are valid, and how far sender and capture are apart.
struct ClockSection {
    let figures: ReportFigures

    var markup: Markup {
        Block.section(
            "clocks", "Clocks and validity",
            "The difference between senders' clocks and capture times, the validity of messages, "
                + "and whether they arrived in time.",
            """
            <div class="side">
            <div><h3>Clock skew</h3>\(skew)</div>
            <div><h3>Validity window</h3>\(window)</div>
            <div><h3>Received in time</h3>\(receipt)</div>
            </div>
            """)
    }

    private var skew: Markup {
        let names = [
            "over 1 day ahead", "1 hour to 1 day ahead", "10 minutes to 1 hour ahead",
            "5 to 10 minutes ahead", "1 to 5 minutes ahead", "10 to 60 seconds ahead",
            "1 to 10 seconds ahead", "within 1 second", "2 to 10 seconds", "11 to 60 seconds",
            "1 to 5 minutes", "5 to 10 minutes", "10 minutes to 1 hour", "1 hour to 1 day",
            "over 1 day",
        ]
        // Beyond five minutes most receivers refuse.
        let bars = Block.bars(
            "captured after IssueInstant", figures.tally.clockSkew, names,
            without: "Needs captures with times, and messages with an IssueInstant."
        ) { $0 <= 3 || $0 >= 11 }
        guard figures.tally.clockSkew.total > 0 else { return bars }
        return bars
            + Block.note(
                """
                "Ahead" means that the sender's clock, or its IssueInstant, is later than the capture.
                """)
    }

    private var window: Markup {
        let names = [
            "none: it ends before it begins", "up to 1 minute", "1 to 5 minutes", "5 to 10 minutes",
            "10 to 30 minutes", "30 minutes to 1 hour", "1 to 8 hours", "8 hours to 1 day",
            "1 to 7 days", "7 to 30 days", "over 30 days",
        ]
        return Block.bars(
            "NotBefore to NotOnOrAfter", figures.tally.validityWindow, names,
            without: "Needs messages with NotBefore and NotOnOrAfter."
        ) { $0 == 0 }
    }

    private var receipt: Markup {
        let names = [
            "over 1 day early", "1 hour to 1 day early", "10 minutes to 1 hour early",
            "1 to 10 minutes early", "up to 1 minute early", "in time", "up to 1 minute late",
            "1 to 10 minutes late", "10 minutes to 1 hour late", "1 hour to 1 day late",
            "over 1 day late",
        ]
        return Block.bars(
            "captured", figures.tally.receipt, names,
            without: "Needs captures with times, and messages with NotBefore or NotOnOrAfter."
        ) { $0 != 5 }
    }
}
