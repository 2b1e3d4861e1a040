internal import BatchEngine
internal import WireText

/// Pictures that stretch with the page; what they say stands beside them as text.
enum Chart {
    /// The parts of a bar, as classes and numbers.
    typealias Part = (name: String, count: Int)

    static func parts(of outcomes: BatchSummary.Counts) -> [Part] {
        [
            ("accepted", outcomes.passed), ("rejected", outcomes.rejected),
            ("malformed", outcomes.malformed),
        ]
    }

    /// The parts in words.
    static func words(_ parts: [Part], passed: String) -> String {
        parts.map { "\($0.count.grouped) \($0.name == "accepted" ? passed : $0.name)" }
            .joined(separator: ", ")
    }

    /// One bar that shows how a whole is divided.
    static func stack(_ parts: [Part], class name: String, label: String) -> Markup {
        let whole = max(1, parts.map(\.count).saturatingSum())
        var start = 0
        let rectangles = parts.filter { $0.count > 0 }.markup { part in
            let left = start.share(of: whole, scale: 10_000)
            start +|= part.count
            // What is there is seen, however little it is.
            let width = max(start.share(of: whole, scale: 10_000) - left, 25)
            return """
                <rect class="\(part.name)" x="\(min(left, 10_000 - 25))" width="\(width)" \
                height="10"/>
                """
        }
        return """
            <svg class="\(name)" viewBox="0 0 10000 10" preserveAspectRatio="none" role="img" \
            aria-label="\(label)">\(rectangles)</svg>
            """
    }

    /// A bar of a table, as long as the number beside it is large.
    static func bar(_ count: Int, of largest: Int, class name: String = "accepted") -> Markup {
        let width = count == 0 ? 0 : max(8, count.share(of: largest, scale: 1000))
        return """
            <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="\(name)" width="\(width)" height="10"/></svg>
            """
    }

    /// Columns side by side over a common scale that goes up to `top`.
    static func columns(
        _ columns: [(title: String, outcomes: BatchSummary.Counts)], top: Int, label: String
    ) -> Markup {
        let slot = 10_000 / max(1, columns.count)
        let gap = slot / 8
        let bars = columns.enumerated().markup { place, column in
            guard column.outcomes.judged > 0 else { return "" }
            var base = 0
            let rectangles = parts(of: column.outcomes).filter { $0.count > 0 }.markup { part in
                let bottom = base.share(of: top, scale: 1000)
                base +|= part.count
                let height = max(base.share(of: top, scale: 1000) - bottom, 8)
                return """
                    <rect class="\(part.name)" x="\(place * slot + gap / 2)" \
                    y="\(max(0, 1000 - bottom - height))" width="\(slot - gap)" height="\(height)"/>
                    """
            }
            return "<g><title>\(column.title)</title>\(rectangles)</g>"
        }
        return """
            <svg class="columns" viewBox="0 0 10000 1000" preserveAspectRatio="none" role="img" \
            aria-label="\(label)"><path class="grid" vector-effect="non-scaling-stroke" \
            d="M0 0H10000M0 500H10000M0 1000H10000"/>\(bars)</svg>
            """
    }

    /// The smallest of 1, 2, 4, 6, 10, 20, … that is not below a number.
    static func roundedUp(_ number: Int) -> Int {
        var power = 1
        while power < 1 << 40 {
            for factor in [1, 2, 4, 6] where factor * power >= number { return factor * power }
            power *= 10
        }
        return number
    }
}
