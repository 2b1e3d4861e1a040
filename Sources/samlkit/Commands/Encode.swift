import ArgumentParser
import PayloadCoding
import SystemPackage

struct Encode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode", _superCommandName: "samlkit",
        abstract: "Write the payload of each file: normalized, Base64, percent-encoded.",
        discussion: """
            Each file is one message, encoded byte for byte; with --unwrap it may be a capture \
            with several messages. Directories are read recursively. Writes one line per message, \
            in input order; a message that failed gives an empty line.

            Example: samlkit encode response.xml --form
            """)

    @Argument(
        help: .file("Files and directories; - is standard input."),
        completion: .file())
    var files: [String]

    @Option(help: "How to normalize white space: cookbook, signature-safe or none.")
    var normalization = Normalization.cookbook

    @Option(help: "The instruction set to use (default: the fastest of this processor).")
    var kernel: PayloadKernel?

    @Option(help: "The number of files encoded at the same time (default: one per processor).")
    var jobs: Int?

    @Flag(help: "Unpack each message first: form, percent-encoding, Base64, DEFLATE.")
    var unwrap = false

    @Flag(help: "Write SAMLResponse= before each payload.")
    var form = false

    @Flag(help: "Write one JSON object per line.")
    var json = false

    @OptionGroup var selection: MessageSelection

    func validate() throws {
        guard jobs ?? 1 >= 1 else { throw ValidationError("--jobs takes a number of at least 1.") }
        guard unwrap || !selection.isGiven else {
            throw ValidationError("Messages of a capture are chosen with --unwrap.")
        }
        guard let kernel, !kernel.isAvailable else { return }
        let names = PayloadKernel.available.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
            "This processor does not support \(kernel.rawValue). It supports \(names).")
    }

    func run() async throws {
        for file in files { try InputCheck.refuseMessage(file) }
        if files.contains("-") { TerminalInput.explain(.message) }
        var input = EncodingInput(files.map { FilePath($0) }, areCaptures: unwrap, selection)
        let work = EncodingWork(
            encoder: PayloadEncoder(normalization: normalization, kernel: kernel),
            line: PayloadLine(normalization: normalization, isForm: form, isJSON: json))
        var run = EncodingRun(work: work, jobs: jobs ?? Console.processorCount)
        throw try await run.run(&input)
    }
}
