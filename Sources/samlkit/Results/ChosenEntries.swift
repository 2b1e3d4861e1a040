import BatchEngine
import Captures
import ProfileProcessing
import Reports
import SAMLBindings
import SystemPackage
import WireText

/// The entries of saved results that a report shows one by one, and where their messages are found again.
struct ChosenEntries {
    private var selection = DetailSelection()
    private var chosen: [Chosen] = []
    private(set) var failedCount = 0
    private(set) var passedCount = 0
    /// A Boolean value that indicates whether hashes replace values in some of the results, or some do not say that
    /// none do.
    private(set) var isRedacted = false
    /// A Boolean value that indicates whether signatures were verified with trusted keys.
    private(set) var areVerified = false
    /// A Boolean value that indicates whether a verdict depends on a time.
    private(set) var areJudgedInTime = false

    /// The size that details without XML count as.
    private static let entrySize = 1024

    /// An entry with its words, and its place in the results.
    private struct Chosen {
        let entry: ResultEntry
        let place: Int
    }

    /// Adds an entry, and chooses it if there is room.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - place: A number that is greater for entries further down.
    ///   - withWords: Reads it again with its values and sentences.
    mutating func add(_ entry: ResultEntry, at place: Int, _ withWords: () -> ResultEntry?) {
        switch entry.outcome {
        case .accepted, .unverified: passedCount += 1
        case .rejected, .malformed: failedCount += 1
        case .notJudged: return
        }
        isRedacted = isRedacted || entry.isRedacted
        if ![.notChecked, .absent].contains(entry.verdict) {
            areVerified = true
            areJudgedInTime = true
        }
        if !areJudgedInTime {
            areJudgedInTime = entry.reasons.contains { $0.hasPrefix("conditions.") }
        }
        choose(entry, at: place, withWords)
    }

    private mutating func choose(
        _ entry: ResultEntry, at place: Int, _ withWords: () -> ResultEntry?
    ) {
        let candidate = entry.candidate
        guard selection.take(candidate, byteCount: Self.entrySize) else { return }
        chosen.append(Chosen(entry: withWords() ?? entry, place: place))
    }

    /// Adds the entries of parts of a file; each part has its own in the order of the file.
    ///
    /// Whatever is chosen among all is chosen in its part, too, where fewer were before it: the
    /// choice is the same as if all had been added to one, in the order of the file.
    ///
    /// - Parameter parts: The parts.
    mutating func add(_ parts: [ChosenEntries]) {
        for part in parts {
            failedCount += part.failedCount
            passedCount += part.passedCount
            areVerified = areVerified || part.areVerified
            areJudgedInTime = areJudgedInTime || part.areJudgedInTime
            isRedacted = isRedacted || part.isRedacted
        }
        for entry in parts.flatMap(\.chosen).sorted(by: { $0.place < $1.place }) {
            choose(entry.entry, at: entry.place) { entry.entry }
        }
    }

    /// Makes the details of every chosen entry.
    ///
    /// - Parameters:
    ///   - captures: The captures in which to find the messages.
    ///   - options: How they are read.
    ///   - processor: The processor that judges the messages again.
    ///   - remedies: What a reader can do.
    ///   - body: Called with the details of each.
    /// - Returns: Sentences about what is missing.
    /// - Throws: What `body` throws.
    func forEachLine(
        in captures: [String], _ options: CaptureReader.Options, by processor: ProfileProcessor,
        remedies: ReportRemedies, _ body: ([UInt8]) throws -> Void
    ) throws -> [String] {
        // An accepted message that was selected early may be too many in the end.
        let shown = chosen.map(\.entry).filter {
            !$0.outcome.hasNothingWrong || selection.isInSample($0.index)
        }
        var found: [Int: [UInt8]] = [:]
        var differentCount = 0
        if !captures.isEmpty {
            var wanted: [Place: [Int]] = [:]
            for (number, entry) in shown.enumerated() {
                wanted[Place(entry), default: []].append(number)
            }
            var reader = CaptureReader(inputs: captures.map { FilePath($0) }, options: options)
            var memory = CauseMemory()
            while found.count < shown.count, let captured = reader.next() {
                guard let numbers = wanted[Place(captured.source)],
                    captured.entriesWithoutMessage == nil
                else { continue }
                var unexplained = processor.unexplainedRecord(of: captured)
                let explanations = processor.explain(
                    &unexplained, remembering: &memory, isWhole: true)
                processor.finish(&unexplained.record)
                let record = unexplained.record
                let number = numbers.first { number in
                    let entry = shown[number]
                    return found[number] == nil && entry.byteCount == record.byteCount
                        && entry.kind == record.kind
                }
                guard let number else { continue }
                let entry = shown[number]
                if !entry.isJudged(as: record) { differentCount += 1 }
                found[number] =
                    MessageDetail(
                        of: record, try? captured.message(),
                        at: MessageDetail.Place(number: captured.number, index: entry.index),
                        by: processor, remedies: remedies, explanations: explanations
                    ).line
            }
        }
        let absence =
            captures.isEmpty
            ? "Results hold no XML. Run samlkit report with --captures to see the message."
            : "The message was not found in the captures that were given."
        for (number, entry) in shown.enumerated() {
            var entry = entry
            if let redaction = processor.options.redaction {
                entry.words = entry.words.redacted(by: redaction)
                // It quotes what the provider says of a failure.
                if !entry.isRedacted, entry.reasons.contains("conditions.statusNotSuccess") {
                    entry.words.sentence = nil
                }
            }
            try body(
                found[number]
                    ?? MessageDetail(of: entry, remedies: remedies, note: absence).line)
        }
        return notes(
            captures, missing: shown.count - found.count, of: shown.count,
            different: differentCount,
            remedies)
    }

    private func notes(
        _ captures: [String], missing: Int, of count: Int, different: Int,
        _ remedies: ReportRemedies
    ) -> [String] {
        var notes: [String] = []
        if captures.isEmpty, count > 0 {
            notes.append(
                "Saved results hold no XML: pass the captures with --captures to see the messages "
                    + "themselves.")
        } else if missing > 0 {
            notes.append(
                "\(missing.grouped) of \(count.counted("message")) were not found in the captures that "
                    + "were given.")
        }
        if different > 0 {
            notes.append(
                "\(different.counted("message")) \(different == 1 ? "is" : "are") judged differently than "
                    + "in the results: pass the options of the run, such as --trust and --now.")
        }
        if count > 0, remedies.inspection == nil {
            notes.append(
                "Results do not say how they were judged: pass the options of the run (--trust, --now, "
                    + "…) for commands that give the same verdicts.")
        }
        return notes
    }

    /// The place of a message, whatever folder its file is in.
    private struct Place: Hashable {
        let file: String
        let entry: Int?
        let line: Int?

        init(_ entry: ResultEntry) {
            file = Self.name(entry.file)
            self.entry = entry.entry
            line = entry.line
        }

        init(_ source: MessageSource) {
            file = Self.name(source.file)
            entry = source.entry
            line = source.line
        }

        private static func name(_ path: String?) -> String {
            path?.split(separator: "/").last.map(String.init) ?? ""
        }
    }
}

extension ResultEntry {
    /// Returns whether a message came out as it was saved.
    fileprivate func isJudged(as record: ProfileRecord) -> Bool {
        outcome == record.outcome && reasons.first == record.reasons.first?.code.rawValue
    }
}

extension ResultEntry.Words {
    /// Returns the words with values replaced by hashes, unless they are hashes already.
    fileprivate func redacted(by redaction: Redaction) -> ResultEntry.Words {
        func hash(_ value: String) -> String {
            Redaction.isReplacement(value) ? value : redaction.replacement(for: value)
        }
        var words = self
        words.subject = subject.map(hash)
        words.attributes = attributes.map {
            Attribute(name: $0.name, values: $0.values.map(hash), isClaimed: $0.isClaimed)
        }
        return words
    }
}
