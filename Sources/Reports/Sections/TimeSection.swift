internal import BatchEngine
internal import WireText

/// Outcomes over time, as columns.
struct TimeSection {
    let figures: ReportFigures

    private static let maximumColumns = 90
    private static let minimumColumns = 14
    /// Widths that a clock or a calendar has.
    private static let widths: [Int64] = [
        60, 300, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600,
        2_419_200, 7_257_600, 31_449_600,
    ]

    private typealias Span = (start: Int64, outcomes: BatchSummary.Counts)

    var markup: Markup {
        let time = figures.tally.time
        let empty = Block.empty(
            """
            Columns need messages with a time: captures that have one (HAR, or NDJSON and CSV with a \
            time), or messages that can be read and have an IssueInstant.
            """)
        return Block.section("time", "Outcomes over time", lead, time.isEmpty ? empty : chart)
    }

    private var lead: Markup {
        let time = figures.tally.time
        return switch (time.byCaptureTime, time.byIssueInstant) {
        case (0, 0): "No message has a capture time or an IssueInstant."
        case (_, 0): "By the time of capture, in UTC."
        case (0, _):
            "By the messages' own IssueInstant, in UTC, because the captures have no times."
        case (let captured, let issued):
            """
            By the time of capture for \(captured.counted("message")), and by their own \
            IssueInstant for \(issued.grouped) of which the capture has no time; in UTC.
            """
        }
    }

    private var chart: Markup {
        let time = figures.tally.time
        let passed = figures.tally.wordForPassed
        let (shown, left) = Self.withoutOutliers(time.sorted)
        let (width, columns) = Self.columns(shown, width: time.width)
        let top = Chart.roundedUp(columns.map(\.outcomes.judged).max() ?? 1)
        let half = top % 2 == 0 ? (top / 2).grouped : ""
        let label = { (start: Int64) in
            width < 86_400 ? ReportText.minute(start) : ReportText.day(start)
        }
        let drawn = columns.map { column in
            let words = Chart.words(Chart.parts(of: column.outcomes), passed: passed)
            return (title: "\(label(column.start)): \(words)", outcomes: column.outcomes)
        }
        let rows = columns.filter { $0.outcomes.judged > 0 }.markup { column in
            Block.row(
                "\(label(column.start))",
                Chart.parts(of: column.outcomes).markup { "\(cell: $0.count)" })
        }
        let head = Block.head("from (UTC)", numbers: "\(passed)", "rejected", "malformed")
        let ends = [columns.first, columns.dropFirst(columns.count / 2).first, columns.last]
            .compactMap(\.self)
        return """
            <figure><div class="plot"><div class="scale" aria-hidden="true">\
            <span>\(top.grouped)</span><span>\(half)</span><span>0</span></div>
            \(Chart.columns(drawn, top: top, label: "Messages by outcome over time"))</div>
            <p class="axis" aria-hidden="true">\(ends.markup { "<span>\(label($0.start))</span>" })</p>
            <figcaption>A column is \(ReportText.span(width)).</figcaption></figure>
            \(Block.legend(passed: passed))\(notes(left))
            <details><summary>The numbers</summary>
            \(Block.table("Messages by outcome over time", head: head, rows: rows))</details>
            """
    }

    /// Returns notes about omissions of the chart.
    private func notes(_ outliers: [Span]) -> Markup {
        let time = figures.tally.time
        var lines: [Markup] = []
        if let first = outliers.first, let last = outliers.last {
            let count = outliers.map(\.outcomes.judged).saturatingSum()
            lines.append(
                """
                \(count.counted("message")) far from all others, between \
                \(ReportText.day(first.start)) and \(ReportText.day(last.start)), left out.
                """)
        }
        if time.implausible.judged > 0 {
            let count = time.implausible.judged.counted("message")
            lines.append("\(count) with a time before 2000 or after 2099 left out.")
        }
        if time.undated.judged > 0 {
            lines.append(
                "\(time.undated.judged.counted("message")) without any time left out.")
        }
        return lines.markup { Block.note($0) + "\n" }
    }

    /// Omits a few messages at the ends where that makes the span much shorter: one clock that is
    /// years off would press all others into one column.
    private static func withoutOutliers(_ spans: [Span]) -> (shown: [Span], left: [Span]) {
        let allowed = spans.map(\.outcomes.judged).saturatingSum() / 500
        func skipped(_ spans: some Sequence<Span>) -> Int {
            var sum = 0
            return spans.prefix { span in
                sum +|= span.outcomes.judged
                return sum <= allowed
            }.count
        }
        let shown = spans.dropFirst(skipped(spans)).dropLast(skipped(spans.reversed()))
        guard let first = spans.first?.start, let last = spans.last?.start,
            let begin = shown.first?.start, let end = shown.last?.start,
            last - first > 4 * max(end - begin, 3600)
        else { return (spans, []) }
        return (
            Array(shown), Array(spans.prefix { $0.start < begin } + spans.drop { $0.start <= end })
        )
    }

    /// Columns without gaps from the first to the last, so few that each can be seen.
    private static func columns(
        _ spans: [Span], width: Int64
    ) -> (width: Int64, columns: [Span]) {
        guard let first = spans.first?.start, let last = spans.last?.start else {
            return (width, [])
        }
        let needed = (last - first) / Int64(maximumColumns - 1) + 1
        let wide =
            widths.first { $0 >= max(width, needed) && $0 % width == 0 }
            ?? (needed / width + 1) * width
        let begin = first - (first - TimeTally.origin) % wide
        let count = Int((last - begin) / wide) + 1
        let padding = max(0, minimumColumns - count) / 2
        var columns = (0..<(count + 2 * padding)).map { place in
            (start: begin + Int64(place - padding) * wide, outcomes: BatchSummary.Counts())
        }
        for span in spans {
            columns[Int((span.start - begin) / wide) + padding].outcomes.merge(span.outcomes)
        }
        return (wide, columns)
    }
}
