import ArgumentParser
import BatchEngine
import ProfileProcessing
import Reports
import SAML2
import SystemPackage

struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write an HTML report from saved results.",
        discussion: """
            The report is one HTML file that loads nothing from the network: outcomes over time \
            and by issuer, reasons with examples, attributes, algorithms, certificates, clocks and \
            sizes. Results are NDJSON, CSV or SQLite files of samlkit batch; the format is \
            detected from the content. Several files, such as shards, are added up. Results \
            contain no certificates, so the certificate timeline needs --trust.

            Example: samlkit report results.ndjson --trust metadata.xml --output report.html
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
        help: ArgumentHelp(
            "A required attribute, or several separated by commas; repeats.",
            valueName: "name"))
    var require: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time to check certificates against, such as 2026-01-15T12:00:00Z (default: the "
                + "clock).",
            valueName: "ISO8601"))
    var now: SAML.Instant?

    @Option(
        help: .file("Show the certificates of this PEM file or SAML metadata; repeats."),
        completion: .file())
    var trust: [String] = []

    @Option(
        help: .file(
            "A PEM file with a key. One of these keys must have signed every --trust file; "
                + "repeats."), completion: .file())
    var metadataSigner: [String] = []

    func validate() throws {
        guard results.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard input (-) can be given only once.")
        }
    }

    func run() throws {
        try OutputCollision.refuse(
            outputs: [output], inputs: results + trust + metadataSigner)
        try OutputCheck.refuseUnwritable([output])
        let certificates = try trustOptions().store(for: .showing).map(ReportCertificate.all) ?? []
        var tally = ReportTally(
            requiredAttributes: require.flatMap { $0.split(separator: ",").map(String.init) })
        var notes: [String] = []
        var readCount = 0
        var isWhole = true
        for path in results {
            do throws(SavedResultsError) {
                let account = try SavedResults(path: path).forEach { tally.add($0) }
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
        let page = ReportPage(
            tally: tally, certificates: certificates, now: now ?? .current, notes: notes,
            remedies: .samlkit)
        try WholeFile.write(page.bytes, to: output)
        // The status says that the report is incomplete.
        throw isWhole ? ExitStatus.accepted : ExitStatus.rejected
    }

    /// Returns the trust options.
    ///
    /// Those that judge messages do not apply to saved results.
    private func trustOptions() throws -> TrustOptions {
        try TrustOptions.parse(
            trust.map { "--trust=\($0)" } + metadataSigner.map { "--metadata-signer=\($0)" })
    }

    private static func note(_ account: SavedResults.Account, of path: String) -> String {
        let read = "\(path): \(account.recordCount.counted("record")) read"
        guard account.brokenCount > 0 else { return read + "." }
        return read + ", and \(account.brokenCount.counted("line")) that "
            + (account.brokenCount == 1 ? "is no record." : "are no records.")
    }
}
