public import ArgumentParser
import Captures
import ProfileProcessing
internal import SAML2
import SystemPackage

struct Batch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Process captures by the thousand into records, with a summary.",
        discussion: """
            Directories are read recursively. Results are written to FILE.partial, which becomes \
            FILE at the end; a record is written for everything that is read, in input order.

            Example: samlkit batch Captures --require uid,uniqueId --output results.ndjson
            """)

    @Argument(help: ArgumentHelp("Files and directories; - is standard input.", valueName: "input"))
    var inputs: [String]

    @Option(
        help: ArgumentHelp(
            "Where the records go: FILE.ndjson, FILE.csv, or - for NDJSON on standard output.",
            valueName: "file"))
    var output: String

    @OptionGroup var processing: ProcessingOptions

    @OptionGroup var configuredAttributes: ConfigurationOptions

    @OptionGroup var redaction: RedactionOptions

    @Option(
        help: ArgumentHelp(
            "A folder whose files are all trusted, as if each were given with --trust.",
            valueName: "folder"))
    var trustDir: String?

    @Flag(help: "Put the encoded payload into each record.")
    var payload = false

    @Option(help: "The field of JSON objects that holds the message (default: SAMLResponse).")
    var field: String?

    @Option(
        help: "The format of every input: message, lines, ndjson or json (default: by content).")
    var inputFormat: CaptureFormat?

    @Option(help: "Messages processed at the same time (default: one for each processor).")
    var jobs: Int?

    @Flag(help: "No progress and no summary.")
    var quiet = false

    @Flag(help: "Write the summary as a JSON object.")
    var json = false

    func validate() throws {
        guard jobs ?? 1 >= 1 else { throw ValidationError("--jobs takes a number from 1.") }
        _ = try format()
        try redaction.validate(includingPayload: payload)
        let target = FilePath(output).lexicallyNormalized()
        guard
            output == "-"
                || !inputs.contains(where: { FilePath($0).lexicallyNormalized() == target })
        else { throw ValidationError("The results would take the place of an input.") }
    }

    func run() async throws {
        let processor = try processing.processor(
            includingPayload: payload,
            trusting: trustDir.map { try InputFile.names(in: $0) },
            requiring: configuredAttributes.requiredAttributes(),
            redaction: redaction.redaction(key: redaction.key()))
        var file = try ResultFile(output)
        var reader = CaptureReader(
            inputs: inputs.map { FilePath($0) },
            options: CaptureReader.Options(
                format: inputFormat, field: field, excludedFile: file.path))
        let run = BatchRun(
            processor: processor, format: try format(), jobs: jobs ?? Console.processorCount)
        let progress = quiet ? nil : ProgressLine()
        let summary: BatchSummary
        do {
            summary = try await run.run(&reader, into: &file) { progress?.show($0) }
            // An input that is not there must not cost the results of another run.
            if reader.openedCount > 0 || file.path == nil {
                try file.finish()
            } else {
                file.discard()
            }
        } catch {
            progress?.clear()
            throw CommandFailure(.outputFailed, "\(output): \(error)")
        }
        progress?.clear()
        guard reader.openedCount > 0 else {
            throw CommandFailure(.noInput, "No input could be read.")
        }
        if !quiet {
            try report(
                summary, skipped: reader.skippedCount, options: processor.options)
        }
        throw summary.counts.accepted == summary.counts.total
            ? ExitStatus.accepted : ExitStatus.rejected
    }

    private func format() throws -> RecordFormat {
        switch FilePath(output).extension?.lowercased() {
        case "csv": return .csv
        case "ndjson", "jsonl", nil: return .ndjson
        default: throw ValidationError("--output takes a name that ends in .ndjson or .csv, or -.")
        }
    }

    /// The summary goes where the records do not.
    private func report(
        _ summary: BatchSummary, skipped: Int, options: ProfileProcessor.Options
    ) throws {
        let algorithms = AlgorithmReport(
            summary: summary.algorithms, trust: options.trust,
            now: options.context.now ?? SAML.Instant.current)
        let report = SummaryReport(
            summary: summary, skipped: skipped, isVerified: options.trust != nil,
            areConditionsChecked: !options.context.isEmpty, algorithms: algorithms, output: output)
        let text = json ? report.json : Array((report.lines.joined(separator: "\n") + "\n").utf8)
        if output == "-" {
            Console.note(raw: String(decoding: text, as: UTF8.self))
        } else {
            try Console.write(text)
        }
    }
}

extension CaptureFormat: ExpressibleByArgument {}
