public import ArgumentParser
internal import BatchEngine
import Captures
internal import ProfileProcessing
internal import Reports
internal import SAML2
import SystemPackage
import UnixSignals

struct Batch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Process captures by the thousand into records, with a summary.",
        discussion: """
            Directories are read recursively. Results are written to FILE.partial, which becomes \
            FILE at the end; a record is written for everything that is read, in input order. A run \
            that was interrupted, killed or stopped by a full disk goes on with --resume and the \
            same options.

            Example: samlkit batch Captures --require uid,uniqueId --output results.ndjson
            """)

    @Argument(
        help: ArgumentHelp("Files and directories; - is standard input.", valueName: "input"),
        completion: .file())
    var inputs: [String]

    @Option(
        help: ArgumentHelp(
            "Where the records go: FILE.ndjson, FILE.csv, FILE.sqlite, or - for NDJSON on standard "
                + "output.",
            valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var processing: ProcessingOptions

    @OptionGroup var configuredAttributes: ConfigurationOptions

    @OptionGroup var redaction: RedactionOptions

    @Option(
        help: ArgumentHelp(
            "A folder whose files are all trusted, as if each were given with --trust.",
            valueName: "folder"), completion: .directory)
    var trustDir: String?

    @Flag(help: "Put the encoded payload into each record.")
    var payload = false

    @Option(help: "The field of JSON objects that holds the message (default: SAMLResponse).")
    var field: String?

    @Option(
        help: """
            The format of every input, inside compression and archives: message, lines, ndjson, \
            json, har or csv (default: by content).
            """)
    var inputFormat: CaptureFormat?

    @Option(help: "Messages processed at the same time (default: one for each processor).")
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "An HTML file to look at, made of all records of the run.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var report: String?

    @Flag(help: "Go on with a run into the same file that did not come to its end.")
    var resume = false

    @Option(
        help: ArgumentHelp(
            "Process only this part of the input, such as 2/5; the results of all parts, one after "
                + "the other, are those of the whole.",
            valueName: "i/n"))
    var shard: Shard?

    @Flag(
        help: """
            Skip duplicate messages and count them: with --trust by issuer and assertion ID of \
            verified messages, otherwise by a hash of the whole message.
            """)
    var deduplicate = false

    @Option(
        help: """
            Texts in CSV that a spreadsheet would take for formulas: marked (an apostrophe in front) \
            or raw.
            """)
    var csv = FormulaMarking.marked

    @Option(
        help: ArgumentHelp(
            "Bytes of results for each byte of input, after the first 64 MiB, at which the run stops.",
            valueName: "number"))
    var outputRatio = OutputLimit().ratio

    @Option(
        help: ArgumentHelp(
            "Bytes of results that every input may give.", valueName: "bytes", visibility: .hidden))
    var outputFloor = OutputLimit().freeByteCount

    @Option(
        help: ArgumentHelp(
            "Seconds between two checkpoints.", valueName: "seconds", visibility: .hidden))
    var checkpointInterval: Double = 2

    @Flag(help: "No progress and no summary.")
    var quiet = false

    @Flag(help: "Write the summary as a JSON object.")
    var json = false

    func validate() throws {
        guard jobs ?? 1 >= 1 else { throw ValidationError("--jobs takes a number from 1.") }
        guard outputRatio >= 1, outputFloor >= 0 else {
            throw ValidationError("--output-ratio takes a number from 1.")
        }
        if !ResultLocation(output).isDatabase { _ = try format() }
        try redaction.validate(includingPayload: payload)
        if shard != nil {
            guard !deduplicate else {
                throw ValidationError(
                    "--shard does not go with --deduplicate: a part does not know the other parts.")
            }
            guard !inputs.contains(where: { $0 == "-" || ResultLocation($0).isPipe }) else {
                throw ValidationError(
                    "--shard reads its inputs twice, which standard input and pipes do not allow.")
            }
        }
        if resume, ResultLocation(output).isStream {
            throw ValidationError(
                "--resume needs results in a file; what went down a pipe cannot be taken back.")
        }
    }

    func run() async throws {
        let location = ResultLocation(output)
        #if !SQLite
        if location.isDatabase {
            throw CommandFailure(
                .usage,
                "This samlkit was built without SQLite. Build it with: swift build -c release "
                    + "--traits SQLite --product samlkit")
        }
        #endif
        try OutputCollision.refuse(outputs: outputFiles, inputs: namedFiles)
        guard let report else { return try await run(tallying: NoTally()) { _, _, _ in } }
        let tally = ReportTally(
            requiredAttributes: try processing.requiredAttributes
                + configuredAttributes.requiredAttributes())
        try await run(tallying: tally) { outcome, options, clock in
            let page = ReportPage(
                tally: outcome.tally,
                certificates: options.trust.map(ReportCertificate.all) ?? [],
                now: options.context.now ?? clock, remedies: .samlkit)
            try WholeFile.write(page.bytes, to: report)
        }
    }

    /// Every file that the run writes.
    var outputFiles: [String] {
        let results = ResultLocation(output).files
        return results + (report.map { [$0, ResultLocation($0).partial.string] } ?? [])
    }

    /// Every file that the command line names to be read.
    private var namedFiles: [String] {
        inputs + processing.trustOptions.trust + processing.trustOptions.metadataSigner
            + processing.trustOptions.decryptionKey
            + [processing.query, redaction.redactionKey].compactMap(\.self)
    }

    func format() throws -> RecordFormat {
        switch FilePath(output).extension?.lowercased() {
        case "csv": return csv == .raw ? .rawCSV : .csv
        case "ndjson", "jsonl", nil: return .ndjson
        default:
            throw ValidationError(
                "--output takes a name that ends in .ndjson, .csv or .sqlite, or -.")
        }
    }
}

extension CaptureFormat: ExpressibleByArgument {}

/// What becomes of texts in CSV that a spreadsheet would take for formulas.
enum FormulaMarking: String, ExpressibleByArgument, CaseIterable {
    /// An apostrophe in front makes them texts.
    case marked
    /// They stand as they are.
    case raw
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
