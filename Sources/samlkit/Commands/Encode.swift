import ArgumentParser
import PayloadCoding
import SystemPackage

struct Encode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the payload of each file: normalized, Base64, percent-encoded.",
        discussion: """
            Each file is one message and is taken byte for byte; with --unwrap it may be a \
            capture with a message on each line. Directories are read recursively. There is one \
            line for each message, in order, and an empty line for one that failed.

            Example: samlkit encode response.xml --form
            """)

    @Argument(
        help: ArgumentHelp("Files and directories; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(help: "What is done to white space: cookbook, signature-safe or none.")
    var normalization = Normalization.cookbook

    @Option(help: "The instruction set; the fastest one if none is named.")
    var kernel: PayloadKernel?

    @Option(help: "Files encoded at the same time (default: one for each processor).")
    var jobs: Int?

    @Flag(help: "Unpack each message first: form, percent-encoding, Base64, DEFLATE.")
    var unwrap = false

    @Flag(help: "Write SAMLResponse= before each payload.")
    var form = false

    @Flag(help: "Write a JSON object a line.")
    var json = false

    func validate() throws {
        guard jobs ?? 1 >= 1 else { throw ValidationError("--jobs takes a number from 1.") }
        guard let kernel, !kernel.isAvailable else { return }
        let names = PayloadKernel.available.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("This processor has no \(kernel.rawValue); it has \(names).")
    }

    func run() async throws {
        var input = EncodingInput(files.map { FilePath($0) }, areCaptures: unwrap)
        let work = EncodingWork(
            encoder: PayloadEncoder(normalization: normalization, kernel: kernel),
            line: PayloadLine(normalization: normalization, isForm: form, isJSON: json))
        var run = EncodingRun(work: work, jobs: jobs ?? Console.processorCount)
        throw try await run.run(&input)
    }
}
