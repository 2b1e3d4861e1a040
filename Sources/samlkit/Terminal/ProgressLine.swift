import ProfileProcessing

/// Shows how far a run has come: one line that is rewritten on a terminal, a line every few
/// seconds elsewhere.
final class ProgressLine {
    private let isTerminal: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastShown: ContinuousClock.Instant
    private var hasShown = false

    init() {
        isTerminal = Console.hasTerminal
        start = clock.now
        lastShown = start
    }

    func show(_ summary: BatchSummary) {
        let now = clock.now
        guard now - lastShown >= (isTerminal ? .milliseconds(100) : .seconds(5)) else { return }
        lastShown = now
        hasShown = true
        let line = text(summary, elapsed: now - start)
        Console.note(raw: isTerminal ? "\r\u{1B}[K\(line)" : line + "\n")
    }

    /// Clears the line, so that what comes next stands alone.
    func clear() {
        if isTerminal, hasShown { Console.note(raw: "\r\u{1B}[K") }
    }

    private func text(_ summary: BatchSummary, elapsed: Duration) -> String {
        let counts = summary.counts
        let rate = Double(counts.total) / max(elapsed / .seconds(1), 0.001)
        return "\(TerminalText.count(counts.total, "message")), "
            + "\(TerminalText.grouped(Int(rate)))/s: "
            + "\(TerminalText.grouped(counts.accepted)) accepted, "
            + "\(TerminalText.grouped(counts.rejected)) rejected, "
            + "\(TerminalText.grouped(counts.malformed)) malformed"
    }
}
