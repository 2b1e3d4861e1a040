internal import WireText

/// The sizes of messages.
struct SizeSection {
    let figures: ReportFigures

    var markup: Markup {
        let tally = figures.tally
        let count = max(1, tally.count)
        let lead: Markup =
            tally.count == 0
            ? "No message has a size."
            : """
            The XML, or the capture where there is no XML: \(ReportText.size(tally.byteCount)) \
            altogether, \(ReportText.size(tally.byteCount / count)) on average, \
            \(ReportText.size(Int(clamping: tally.sizes.greatest ?? 0))) at the most.
            """
        let names = [
            "below 1 KB", "1 to 2 KB", "2 to 4 KB", "4 to 6 KB", "6 to 8 KB", "8 to 12 KB",
            "12 to 16 KB", "16 to 32 KB", "32 to 64 KB", "64 to 256 KB", "256 KB to 1 MB",
            "over 1 MB",
        ]
        return Block.section(
            "sizes", "Sizes", lead,
            Block.bars("bytes", tally.sizes, names, without: "Bars need messages.") {
                $0 == names.count - 1
            })
    }
}
