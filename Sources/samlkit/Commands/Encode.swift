import ArgumentParser
import Captures
import PayloadCoding
import ProfileProcessing
import SAMLBindings
import SystemPackage

struct Encode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the payload of each file: normalized, Base64, percent-encoded.",
        discussion: """
            Each file is one message and is taken octet for octet. There is one line for each \
            file, in order, and an empty line for one that failed.

            Example: samlkit encode response.xml --form
            """)

    @Argument(help: ArgumentHelp("Files; - is standard input.", valueName: "file"))
    var files: [String]

    @Option(help: "What is done to white space: cookbook, signature-safe or none.")
    var normalization = Normalization.cookbook

    @Option(help: "The instruction set; the fastest one if none is named.")
    var kernel: PayloadKernel?

    @Flag(help: "Unpack the message first: form, percent-encoding, Base64, DEFLATE.")
    var unwrap = false

    @Flag(help: "Write SAMLResponse= before each payload.")
    var form = false

    @Flag(help: "Write a JSON object a line.")
    var json = false

    func validate() throws {
        guard let kernel, !kernel.isAvailable else { return }
        let names = PayloadKernel.available.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("This processor has no \(kernel.rawValue); it has \(names).")
    }

    func run() throws {
        let encoder = PayloadEncoder(normalization: normalization, kernel: kernel)
        var reader = CaptureReader(
            inputs: files.map { FilePath($0) },
            options: CaptureReader.Options(format: .message, entryOctetCount: 1 << 30))
        var status = ExitStatus.accepted
        while let captured = reader.next() {
            let file = captured.source.file ?? "-"
            do {
                let message = try captured.message()
                let octets =
                    unwrap ? try EnvelopeDecoder().envelope(from: message).xml : message.octets
                let payload = encoder.payload(encoding: octets)
                if payload.isRepaired {
                    Console.note("\(file): Not well-formed UTF-8; parts of it became U+FFFD.")
                }
                try write(payload.octets, of: file, error: nil)
            } catch let error where !(error is CommandFailure) {
                status = .rejected
                Console.note("\(file): \(error)")
                try write([], of: file, error: "\(error)")
            }
        }
        throw reader.openedCount == 0 ? .noInput : status
    }

    private func write(_ payload: [UInt8], of file: String, error: String?) throws {
        let prefix = form && error == nil ? Array("SAMLResponse=".utf8) : []
        guard json else { return try Console.write(prefix + payload + [UInt8(ascii: "\n")]) }
        try Console.write(
            JSONValue.object([
                ("file", .string(file)),
                ("normalization", .string(normalization.rawValue)),
                ("payload", error == nil ? .plain(prefix + payload) : .null),
                ("error", .string(orNull: error)),
            ]).line)
    }
}
