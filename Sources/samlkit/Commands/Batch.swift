public import ArgumentParser
internal import BatchEngine
public import Captures
internal import ProfileProcessing
internal import Reports
internal import SAML2
import SystemPackage
import UnixSignals
import WireText

struct Batch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", _superCommandName: "samlkit",
        abstract: "Process captures in bulk into records, with a summary.",
        discussion: """
            Directories are read recursively. Every input gets a record, in input order. The \
            output file appears only once it is complete; until then its name is FILE.partial. To \
            resume a run that was interrupted, killed or stopped by a full disk, repeat the \
            command with --resume.

            Example: samlkit batch Captures --require uid,uniqueId --output results.ndjson
            """)

    @Argument(
        help: ArgumentHelp("Files and directories; - is standard input.", valueName: "input"),
        completion: .file())
    var inputs: [String]

    @OptionGroup(title: HelpTitle.everyday) private var everyday: EverydayOptions
    @OptionGroup var processing: ProcessingOptions
    @OptionGroup(title: HelpTitle.trust) private var trustFolder: TrustFolderOptions
    @OptionGroup(title: HelpTitle.attributes) var configuredAttributes: ConfigurationOptions
    @OptionGroup(title: HelpTitle.messages) var selection: SubjectSelection
    @OptionGroup(title: HelpTitle.messages) var reading: ReadingOptions
    @OptionGroup(title: HelpTitle.results) private var results: ResultOptions
    @OptionGroup(title: HelpTitle.results) var redaction: RedactionOptions
    @OptionGroup(title: HelpTitle.run) private var running: RunOptions
    @OptionGroup(title: HelpTitle.screen) private var colours: ColorOptions

    /// The files that a run writes.
    struct EverydayOptions: ParsableArguments {
        @Option(
            help: .file(
                "The output file, NAME.ndjson, NAME.csv or NAME.sqlite; - writes NDJSON to standard "
                    + "output."), completion: .file())
        var output: String

        @Option(
            help: .file("Also write an HTML report of the run to this file."),
            completion: .file(extensions: ["html"]))
        var report: String?

        @Flag(help: "Resume an interrupted run with the same output file.")
        var resume = false
    }

    /// A folder of trusted files.
    struct TrustFolderOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "A folder of files to trust, as if each were given with --trust.",
                valueName: "folder"), completion: .directory)
        var trustDir: String?
    }

    /// The content and format of results.
    struct ResultOptions: ParsableArguments {
        @Flag(help: "Add the encoded payload to each record.")
        var payload = false

        @Flag(
            help: """
                Skip and count duplicate messages: with --trust by issuer and assertion ID of verified \
                messages, otherwise by a hash of the message.
                """)
        var deduplicate = false

        @Option(
            help: """
                How CSV writes texts that a spreadsheet would read as formulas: marked (with an \
                apostrophe in front) or raw.
                """)
        var csv = FormulaMarking.marked

        @Flag(
            help: """
                Write Apache Arrow's streaming format instead of NDJSON, for pyarrow and pandas; \
                needs --output -.
                """)
        var arrow = false

        @Option(
            help: ArgumentHelp(
                "The largest number of result bytes per input byte, after the first 64 MiB.",
                valueName: "number"))
        var outputRatio = OutputLimit().ratio

        @Option(
            help: ArgumentHelp(
                "Result bytes that --output-ratio does not count.", valueName: "bytes",
                visibility: .hidden))
        var outputFloor = OutputLimit().freeByteCount
    }

    /// The options for doing and reporting a run.
    struct RunOptions: ParsableArguments {
        @Option(
            help: "The number of messages processed at the same time (default: one per processor).")
        var jobs: Int?

        @Option(
            help: ArgumentHelp(
                "Process only this part of the input, such as 2/5. The results of all parts, joined in "
                    + "order, equal those of one run.",
                valueName: "i/n"))
        var shard: Shard?

        @Option(
            help: ArgumentHelp(
                "The index of the first entry in a run over more inputs, and the number of entries to pass "
                    + "over, which only help to find the causes of what comes after them.",
                valueName: "index:count", visibility: .hidden))
        var part: InputPart?

        @Option(
            help: ArgumentHelp(
                "The time of the run, for messages without one of their own.", valueName: "time",
                visibility: .hidden))
        var clock: SAML.Instant?

        @Option(
            help: ArgumentHelp(
                "Seconds between two checkpoints.", valueName: "seconds", visibility: .hidden))
        var checkpointInterval: Double = 2

        @Flag(help: "Suppress progress and summary.")
        var quiet = false

        @Flag(help: "Write the summary as a JSON object.")
        var json = false
    }

    var output: String { everyday.output }
    var report: String? { everyday.report }
    var resume: Bool { everyday.resume }
    var trustDir: String? { trustFolder.trustDir }
    var payload: Bool { results.payload }
    var deduplicate: Bool { results.deduplicate }
    private var csv: FormulaMarking { results.csv }
    private var arrow: Bool { results.arrow }
    var outputRatio: Int { results.outputRatio }
    var outputFloor: Int { results.outputFloor }
    var jobs: Int? { running.jobs }
    var shard: Shard? { running.shard }
    var part: InputPart? { running.part }
    var clock: SAML.Instant? { running.clock }
    var checkpointInterval: Double { running.checkpointInterval }
    var quiet: Bool { running.quiet }
    var json: Bool { running.json }

    func validate() throws {
        guard jobs ?? 1 >= 1 else { throw ValidationError("--jobs takes a number of at least 1.") }
        guard outputRatio >= 1, outputFloor >= 0 else {
            throw ValidationError("--output-ratio takes a number of at least 1.")
        }
        if !ResultLocation(output).isDatabase { _ = try format() }
        guard !arrow || output == "-" else {
            throw ValidationError("--arrow needs --output -.")
        }
        guard !arrow || shard == nil else {
            throw ValidationError(
                "--arrow cannot be combined with --shard: streams cannot be joined.")
        }
        guard !redaction.isOn || !payload else {
            throw ValidationError(
                "--redact cannot be combined with --payload, which shows the complete message.")
        }
        guard part == nil || shard == nil && !deduplicate && ResultLocation(output).isStream else {
            throw ValidationError(
                "--part needs --output -, and cannot be combined with --shard or --deduplicate.")
        }
        if shard != nil {
            guard !deduplicate else {
                throw ValidationError(
                    "--shard cannot be combined with --deduplicate: a part does not see the "
                        + "others.")
            }
            guard !inputs.contains(where: { $0 == "-" || ResultLocation($0).isPipe }) else {
                throw ValidationError(
                    "--shard reads its inputs twice, so they cannot be standard input or pipes.")
            }
        }
        if resume, ResultLocation(output).isStream {
            throw ValidationError(
                "--resume needs an output file; a pipe cannot be resumed.")
        }
    }

    func run() async throws {
        let location = ResultLocation(output)
        #if !SQLite
        if location.isDatabase {
            throw CommandFailure(
                .usage,
                "This samlkit was built without SQLite. Rebuild it with: swift build -c release "
                    + "--traits SQLite --product samlkit")
        }
        #endif
        try InputCheck.refuseMissing(inputs)
        try OutputCollision.refuse(outputs: outputFiles, inputs: namedFiles)
        try OutputCheck.refuseUnwritable([output] + [report].compactMap(\.self))
        guard let report else { return try await run(tallying: NoTally()) { _, _, _ in } }
        let tally = ReportTally(
            requiredAttributes: try processing.requiredAttributes
                + configuredAttributes.requiredAttributes())
        try await run(tallying: tally) { outcome, processor, clock in
            let page = RunReport(of: processor, remedies: try reportRemedies(processor.options))
            var signOns = outcome.signOns
            signOns.addCalls(
                from: signOns.filesWithCalls, hidingPaths: processor.options.redaction != nil)
            try WholeFile.write(to: report) {
                try page.write(outcome, signOns: signOns, at: clock, to: $0)
            }
        }
    }

    /// The remedies of the report, whose commands have every option of this run.
    private func reportRemedies(_ options: ProfileProcessor.Options) throws -> ReportRemedies {
        var remedies = processing.remedies(
            trusting: try trustDir.map { try InputFile.names(in: $0) } ?? [],
            requiring: try configuredAttributes.requiredAttributes(), judging: options, reading)
        remedies.redaction = "Run samlkit batch with --redact to replace them with hashes."
        return remedies
    }

    /// Returns what makes the details for the report; `nil` without a report.
    func detailMaker(of processor: ProfileProcessor) throws -> DetailSpooling.Maker? {
        guard report != nil else { return nil }
        return RunReport(of: processor, remedies: try reportRemedies(processor.options)).detailMaker
    }

    /// The files that the run writes.
    var outputFiles: [String] {
        let results = ResultLocation(output).files
        return results + (report.map { [$0, ResultLocation($0).partial.string] } ?? [])
    }

    /// The files that the command line names as inputs.
    private var namedFiles: [String] {
        inputs + processing.files + [redaction.redactionKey].compactMap(\.self)
    }

    func format() throws -> RecordFormat {
        switch FilePath(output).extension?.lowercased() {
        case "csv": return csv == .raw ? .rawCSV : .csv
        case "ndjson", "jsonl", nil: return arrow ? .arrow : .ndjson
        default:
            throw ValidationError(
                "--output takes - or a name that ends in .ndjson, .csv or .sqlite.")
        }
    }
}

extension CaptureFormat: ExpressibleByArgument {
    /// The names of the formats that are read.
    public static var allValueStrings: [String] {
        allCases.map(\.rawValue).filter { CaptureFormat(rawValue: $0) != nil }
    }
}

/// The way in which CSV writes texts that a spreadsheet would read as formulas.
enum FormulaMarking: String, ExpressibleByArgument, CaseIterable {
    /// With an apostrophe in front, so that they stay texts.
    case marked
    /// Unchanged.
    case raw
}

/// What a program that divides a run among others knows of one part.
struct InputPart: ExpressibleByArgument {
    /// The index of the input's first entry in the whole run.
    let firstIndex: Int
    /// The number of entries before the part.
    let skipCount: Int

    /// Reads a part such as `4000:96`.
    init?(argument: String) {
        let numbers = argument.split(separator: ":", omittingEmptySubsequences: false)
            .map { Int($0) }
        guard numbers.count == 2, let first = numbers[0], let skipped = numbers[1],
            first >= 0, skipped >= 0, first < Int.max / 2, skipped < Int.max / 2
        else { return nil }
        (firstIndex, skipCount) = (first, skipped)
    }
}

extension Shard: ExpressibleByArgument {
    /// Reads a part such as `2/5`.
    public init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
            return nil
        }
        self.init(number, of: count)
    }
}
