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
        let histogram = figures.tally.clockSkew
        guard histogram.total > 0 else {
            return Block.empty(
                "Needs captures with times, and messages with an IssueInstant.")
        }
        let labels = [
            "over 1 day ahead", "1 hour to 1 day ahead", "10 minutes to 1 hour ahead",
            "5 to 10 minutes ahead", "1 to 5 minutes ahead", "10 to 60 seconds ahead",
            "1 to 10 seconds ahead", "within 1 second", "2 to 10 seconds", "11 to 60 seconds",
            "1 to 5 minutes", "5 to 10 minutes", "10 minutes to 1 hour", "1 hour to 1 day",
            "over 1 day",
        ]
        // Beyond five minutes most receivers refuse.
        return bars(histogram, "captured after IssueInstant", labels) { $0 <= 3 || $0 >= 11 }
            + """
            <p class="note">"Ahead" means that the sender's clock, or its IssueInstant, is later \
            than the capture.</p>
            """
    }

    private var window: Markup {
        let histogram = figures.tally.validityWindow
        guard histogram.total > 0 else {
            return Block.empty("Needs messages with NotBefore and NotOnOrAfter.")
        }
        let labels = [
            "none: it ends before it begins", "up to 1 minute", "1 to 5 minutes", "5 to 10 minutes",
            "10 to 30 minutes", "30 minutes to 1 hour", "1 to 8 hours", "8 hours to 1 day",
            "1 to 7 days", "7 to 30 days", "over 30 days",
        ]
        return bars(histogram, "NotBefore to NotOnOrAfter", labels) { $0 == 0 }
    }

    private var receipt: Markup {
        let histogram = figures.tally.receipt
        guard histogram.total > 0 else {
            return Block.empty(
                "Needs captures with times, and messages with NotBefore or NotOnOrAfter.")
        }
        let labels = [
            "over 1 day early", "1 hour to 1 day early", "10 minutes to 1 hour early",
            "1 to 10 minutes early", "up to 1 minute early", "in time", "up to 1 minute late",
            "1 to 10 minutes late", "10 minutes to 1 hour late", "1 hour to 1 day late",
            "over 1 day late",
        ]
        return bars(histogram, "captured", labels) { $0 != 5 }
    }

    /// The spans from the first to the last that holds anything.
    private func bars(
        _ histogram: Histogram, _ label: String, _ labels: [String], isOdd: (Int) -> Bool
    ) -> Markup {
        let used = histogram.counts.indices.filter { histogram.counts[$0] > 0 }
        guard let first = used.first, let last = used.last else { return "" }
        return Block.bars(
            label, noun: "messages",
            rows: (first...last).map { place in
                (
                    "\(place < labels.count ? labels[place] : "")", histogram.counts[place],
                    isOdd(place) ? "rejected" : "accepted"
                )
            })
    }
}
