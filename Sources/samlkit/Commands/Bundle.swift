import ArgumentParser
import BatchEngine
import ProfileProcessing
internal import WireText
internal import XMLCore

struct Bundle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle", _superCommandName: "samlkit",
        abstract: "Write messages to an archive that can be mailed: same failures, no values.",
        discussion: """
            Replaces values by pseudonyms of the same length, removes keys and tokens, and signs each \
            message again by a throw-away key whose certificate is in the archive. Damage is undone \
            before that and done again after it. The rest of the capture does not go along.

            Each message is judged again as it stands in the archive. If a reason code or a likely \
            cause is another, or anything of the original is found, the message is left out. What is \
            left out is listed here and in the README; if nothing is left, no file is written.

            The archive holds the messages, metadata of the throw-away keys, a README with the command \
            that shows each failure, and a receipt of what was replaced.

            Example: samlkit bundle session.har --trust idp-metadata.xml --output bundle.zip
            """)

    @Argument(help: .file("Captures and directories; - is standard input."), completion: .file())
    var files: [String]

    @Option(help: .file("The zip archive to write."), completion: .file())
    var output: String

    @Flag(help: "Write one JSON object.")
    var json = false

    @OptionGroup(title: HelpTitle.messages) var selection: MessageSelection
    @OptionGroup var processing: ProcessingOptions

    /// The largest number of messages: people read a bundle.
    private static let mostMessages = 100

    func run() throws {
        try InputCheck.refuseMissing(files)
        try OutputCheck.refuseUnwritable([output])
        try OutputCollision.refuse(outputs: [output], inputs: files + processing.files)
        let query = try processing.query.map { try QueryFile($0, orExitWith: .usage).document.utf8 }
        var bundle = SupportBundle(
            processor: try processing.processor(),
            key: (0..<32).map { _ in UInt8.random(in: 0...255) }, query: query)
        var messages = SelectedMessages(in: files, selection)
        while let captured = try messages.next() {
            guard bundle.count + bundle.omissions.count < Self.mostMessages else {
                throw CommandFailure(
                    .usage,
                    "There are more than \(Self.mostMessages) messages, the most in one bundle. Choose "
                        + "with --nth, --entry, --line or --message-id.")
            }
            bundle.add(captured, named: captured.name(isOnly: false))
        }
        guard messages.openedCount > 0 else { throw ExitStatus.noInput }
        for omission in bundle.omissions {
            Console.note("\(omission.name): Left out of the bundle. \(omission.refusal)")
        }
        guard bundle.count > 0 else {
            throw CommandFailure(
                .rejected, "No message could be bundled, so that \(output) was not written.")
        }
        try WholeFile.write(bundle.zip(), to: output)
        guard output != "-" else { return }
        try Console.show(
            .object([
                ("file", .string(output)), ("messages", .integer(bundle.count)),
                ("omitted", .array(bundle.omissions.map(Self.json))),
            ]),
            or: ["\(output): \(bundle.count) message\(bundle.count == 1 ? "" : "s")"]
                + bundle.summary.map { "  \($0)" }
                + bundle.omissions.map { "  left out: \($0.name) (\($0.refusal.code.rawValue))" },
            isJSON: json)
    }

    private static func json(_ omission: SupportBundle.Omission) -> JSONValue {
        .object([
            ("message", .string(omission.name)),
            ("code", .string(omission.refusal.code.rawValue)),
            ("sentence", .string("\(omission.refusal)")),
        ])
    }
}
