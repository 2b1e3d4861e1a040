import BatchEngine
import WireText

/// Shows the progress of a run: one line that is updated on a terminal, or a line every few seconds
/// elsewhere.
final class ProgressLine {
    private let isTerminal = Console.hasTerminal
    private let input: InputSize
    private let isVerified: Bool
    private let start = ContinuousClock.now
    private var lastShown = ContinuousClock.now
    private var hasShown = false
    /// The first update, whose messages may come from a resumed run.
    private var first: (messages: Int, bytes: Int?)?

    /// Creates a line; `isVerified` tells whether keys are trusted.
    init(input: InputSize, isVerified: Bool) {
        self.input = input
        self.isVerified = isVerified
    }

    func show(_ progress: BatchProgress) {
        let now = ContinuousClock.now
        guard let first else {
            first = (Self.count(progress.summary), progress.consumedByteCount)
            return
        }
        guard now - lastShown >= (isTerminal ? .milliseconds(100) : .seconds(5)) else { return }
        lastShown = now
        hasShown = true
        let seconds = max((now - start) / .seconds(1), 0.001)
        let rate = Double(Self.count(progress.summary) - first.messages) / seconds
        let line = text(
            progress.summary, rate: rate,
            rest: rest(progress.consumedByteCount, since: first.bytes, seconds: seconds))
        Console.note(raw: isTerminal ? "\r\u{1B}[K\(line)" : line + "\n")
    }

    /// Clears the line before other output.
    func clear() {
        if isTerminal, hasShown { Console.note(raw: "\r\u{1B}[K") }
    }

    /// Returns the percentage done and the estimated remaining time, if the size is known.
    private func rest(
        _ bytes: Int?, since firstBytes: Int?, seconds: Double
    ) -> (percent: Int, seconds: Double)? {
        guard let bytes, let total = input.byteCount, total > 0, bytes <= total else {
            return nil
        }
        let rate = Double(bytes - (firstBytes ?? 0)) / seconds
        guard rate > 0 else { return nil }
        return (bytes * 100 / total, Double(total - bytes) / rate)
    }

    private func text(
        _ summary: BatchSummary, rate: Double, rest: (percent: Int, seconds: Double)?
    ) -> String {
        let share =
            rest.map { rest in
                let span = TerminalText.span(seconds: Int64(min(rest.seconds.rounded(.up), 1e15)))
                return " (\(rest.percent) %, \(span) left)"
            } ?? ""
        return "\(Self.count(summary).counted("message"))\(share), \(Int(rate).grouped)/s: "
            + summary.counts.words(isVerified: isVerified)
    }

    private static func count(_ summary: BatchSummary) -> Int {
        summary.counts.total + summary.duplicateCount + summary.emptyFileCount
    }
}
