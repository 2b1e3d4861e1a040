import ArgumentParser
import BatchEngine
import Captures
import ProfileProcessing
import Reports
import SAML2
import SystemPackage
import WireText

struct Report: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", _superCommandName: "samlkit",
        abstract: "Write an HTML report from saved results.",
        discussion: """
            The report is one HTML file that loads nothing from the network: outcomes over time \
            and by issuer, reasons with examples, attributes, algorithms, certificates, clocks and \
            sizes, and a table of the messages that can be searched. Results are NDJSON, CSV or \
            SQLite files of samlkit batch; the format is detected from the content. Several files, \
            such as shards, are added up. Results contain no certificates, so the certificate \
            timeline needs --trust. Results contain no XML, so the messages themselves need \
            --captures and the options of the run, which judge them again; the report says what is \
            missing and what is judged differently. Of redacted results the report is redacted, too.

            Example: samlkit report results.ndjson --captures Captures --trust metadata.xml \
            --now 2026-01-15T12:00:00Z --output report.html
            """)

    @Argument(
        help: ArgumentHelp("Results of samlkit batch; - is standard input.", valueName: "results"),
        completion: .file())
    var results: [String]

    @Option(
        help: .file("The report file; - is standard output."),
        completion: .file())
    var output: String

    @Option(
        help: .file(
            "A capture of the run, a file or a folder, in which to find the messages again; repeats. "
                + "Results hold no XML."), completion: .file())
    var captures: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only messages about this subject: the text is a NameID or the value of an attribute, verified or "
                + "claimed.", valueName: "text"))
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "Only messages in whose identifiers or attributes this text occurs, in any case.",
            valueName: "text"))
    var search: String?

    @OptionGroup var processing: ProcessingOptions
    @OptionGroup(title: HelpTitle.messages) var reading: ReadingOptions
    @OptionGroup(title: HelpTitle.results) var redaction: RedactionOptions

    func validate() throws {
        guard (results + captures + processing.files).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard input (-) can be given only once.")
        }
    }

    func run() async throws {
        try OutputCollision.refuse(
            outputs: [output],
            inputs: results + captures + processing.files
                + [redaction.redactionKey].compactMap(\.self))
        try OutputCheck.refuseUnwritable([output])
        if results.contains("-") { TerminalInput.explain(.results) }
        let certificates =
            try processing.trustOptions.store(for: .showing).map(ReportCertificate.all) ?? []
        var whole = Part(tally: ReportTally(requiredAttributes: processing.requiredAttributes))
        var notes: [String] = []
        let choice = try Choice(texts: subjectTexts(), part: search)
        var readCount = 0
        var isWhole = true
        var ordered: [(first: Int, last: Int, path: String)] = []
        for path in results {
            do throws(SavedResultsError) {
                let (parts, account) = try await SavedResults(path: path).gather(
                    into: Part(tally: ReportTally()), count: Console.processorCount
                ) { part, entry, place, withWords in
                    part.hasRequest = part.hasRequest || entry.kind?.isRequest == true
                    part.firstIndex = min(part.firstIndex, entry.index)
                    part.lastIndex = max(part.lastIndex, entry.index)
                    guard !choice.isPart || withWords().map(choice.has) ?? false else {
                        part.othersCount += 1
                        part.othersAreRedacted = part.othersAreRedacted || entry.isRedacted
                        return
                    }
                    part.subjectCount += 1
                    part.tally.add(entry)
                    part.chosen.add(entry, at: place, withWords)
                }
                for part in parts { whole.add(part) }
                ordered.append(
                    (
                        parts.map(\.firstIndex).min() ?? 0, parts.map(\.lastIndex).max() ?? 0, path
                    ))
                whole.chosen.add(parts.map(\.chosen))
                readCount += 1
                notes.append(Self.note(account, of: path))
                guard let line = account.firstBrokenLine else { continue }
                isWhole = false
                Console.note(
                    "\(path): Skipped \(account.brokenCount.counted("line")) without a "
                        + "record; the first is line \(line).")
            } catch {
                isWhole = false
                Console.note("\(path): \(error.words)")
                notes.append("\(path) could not be read and is not included.")
            }
        }
        guard readCount > 0 else {
            throw CommandFailure(.noInput, "No results could be read.")
        }
        if choice.isPart { notes.append(try whole.choiceNote()) }
        let (tally, chosen) = (whole.tally, whole.chosen)
        let isRedacted = redaction.isOn || chosen.isRedacted
        let key =
            isRedacted
            ? try redaction.key() ?? (0..<32).map { _ in UInt8.random(in: 0...255) } : nil
        let processor = try processing.processor(redaction: try redaction.redaction(key: key))
        if chosen.isRedacted, !redaction.isOn {
            notes.append(
                "Hashes replace values: the results are redacted, or do not say that they are not, as "
                    + "those before version 4 of records.")
        }
        let remedies = remedies(for: chosen)
        var lines: [[UInt8]] = []
        let missing = try chosen.forEachLine(
            in: captures, reading.options, by: processor, remedies: remedies
        ) { lines.append($0) }
        for note in missing { Console.note("samlkit: \(note)") }
        ordered.sort { ($0.first, $0.path) < ($1.first, $1.path) }
        // Every run counts from 0.
        let hasOneRun = zip(ordered, ordered.dropFirst()).allSatisfy { $0.last < $1.first }
        var signOns =
            whole.hasRequest ? pairedSignOns(in: ordered.map(\.path), choice) : SignOns()
        signOns.addCalls(
            from: captures.map { FilePath($0) }, isElsewhere: true, hidingPaths: isRedacted)
        let page = ReportPage(
            tally: tally, signOns: signOns, hasOneRun: hasOneRun,
            certificates: certificates, now: processing.now?.instant ?? .current, notes: notes,
            remedies: remedies,
            messages: ReportMessages(
                .selection(failed: chosen.failedCount, passed: chosen.passedCount),
                isRedacted: isRedacted, remedies: remedies, notes: missing))
        try WholeFile.write(to: output) { output in
            try page.write(details: MessageDetails(lines), to: output)
        }
        // The status says that the report is incomplete.
        throw isWhole ? ExitStatus.accepted : ExitStatus.rejected
    }

    /// Returns the forms in which results have the text of `--subject`; `nil` for every message.
    private func subjectTexts() throws(CommandFailure) -> [String]? {
        guard let subject else { return nil }
        guard redaction.redactionKey != nil,
            let redaction = try redaction.redaction(key: redaction.key())
        else { return [subject] }
        return [subject, redaction.replacement(for: subject)]
    }

    /// The records that were asked for.
    private struct Choice: Sendable {
        /// The forms of a subject; `nil` for every one.
        let texts: [String]?
        /// The text that occurs; `nil` for any.
        let part: String?

        var isPart: Bool { texts != nil || part != nil }

        func has(_ entry: ResultEntry) -> Bool {
            (texts.map(entry.words.isAbout) ?? true) && (part.map(entry.words.contains) ?? true)
        }
    }

    /// The counts of a part of the results.
    private struct Part: Sendable {
        var tally: ReportTally
        var chosen = ChosenEntries()
        var hasRequest = false
        var firstIndex = Int.max
        var lastIndex = -1
        /// The records of the choice, and the others.
        var subjectCount = 0
        var othersCount = 0
        var othersAreRedacted = false

        /// Adds the counts of a part; what it chose is added in the order of the file.
        mutating func add(_ part: Part) {
            tally.merge(part.tally)
            subjectCount += part.subjectCount
            othersCount += part.othersCount
            othersAreRedacted = othersAreRedacted || part.othersAreRedacted
            hasRequest = hasRequest || part.hasRequest
        }

        /// Returns the sentence that says how many records were chosen.
        ///
        /// - Throws: A `CommandFailure` where none is.
        func choiceNote() throws(CommandFailure) -> String {
            let count = subjectCount + othersCount
            guard subjectCount > 0 else {
                throw CommandFailure(
                    .noInput,
                    "No record is one that --subject and --search ask for; the results have "
                        + "\(count.counted("record"))."
                        + (othersAreRedacted
                            ? " Hashes may replace their values: pass --redaction-key with the key of the run."
                            : ""))
            }
            return
                "Only the \(subjectCount.counted("record")) that --subject and --search ask for, of \(count.grouped)."
        }
    }

    /// Reads results once more, in the order of their run, and pairs their requests and responses.
    private func pairedSignOns(in paths: [String], _ choice: Choice) -> SignOns {
        var pairing = SignOnPairing()
        for path in paths {
            guard path != "-" else {
                Console.note(
                    "-: Sign-ons are not shown: results on standard input cannot be read twice. Pass a file."
                )
                continue
            }
            do throws(SavedResultsError) {
                try SavedResults(path: path).pair(
                    into: &pairing, choosing: choice.isPart ? { choice.has($0) } : nil)
            } catch {
                Console.note("\(path): \(error.words)")
            }
        }
        return pairing.signOns
    }

    /// The remedies, with commands only if they give the verdicts of the results.
    private func remedies(for entries: ChosenEntries) -> ReportRemedies {
        var remedies = ReportRemedies.samlkit
        remedies.redaction = "Run samlkit report with --redact to replace them with hashes."
        if !processing.trustOptions.isGiven { remedies.verification = nil }
        // Results do not say at which time and with which keys they were judged.
        let isRepeatable =
            (processing.trustOptions.isGiven || !entries.areVerified)
            && (processing.now != nil || !entries.areJudgedInTime)
        guard isRepeatable else {
            remedies.inspection = nil
            remedies.verification = nil
            return remedies
        }
        remedies.inspectionOptions =
            processing.words(trusting: [], requiring: [], at: processing.now?.instant)
            + reading.words
        return remedies
    }

    private static func note(_ account: SavedResults.Account, of path: String) -> String {
        let read = "\(path): \(account.recordCount.counted("record")) read"
        guard account.brokenCount > 0 else { return read + "." }
        return read + ", and \(account.brokenCount.counted("line")) that "
            + (account.brokenCount == 1 ? "is not a record." : "are not records.")
    }
}
