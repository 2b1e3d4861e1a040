import ArgumentParser
import Captures
import ProfileProcessing
import SAMLBindings
import SystemPackage
import XMLCore

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", _superCommandName: "samlkit",
        abstract: "Compare two messages, as documents and in the bytes that are signed.",
        discussion: """
            Shows what was added, removed, moved or changed, element by element, and what it means \
            for the signatures. Files may be of any encoding or capture format. --nth chooses a \
            message of a capture: given twice, the first is for the first file and the second for the \
            second, or both for the only file, as in samlkit diff session.har --nth 3 --nth 5.

            Exit status: 0 both say the same in the same way, 1 they differ.

            Example: samlkit diff sent.xml received.xml
            """)

    @Argument(help: .file("The first message; - is standard input."), completion: .file())
    var first: String

    @Argument(
        help: .file("The second message; without it, --nth chooses two of the first file."),
        completion: .file())
    var second: String?

    @Option(
        help:
            "The message of each file, counted from 1 among all that are found in it; repeats, for the first and the second."
    )
    var nth: [Int] = []

    @Flag(help: "Write one JSON object.")
    var json = false

    @OptionGroup private var colours: ColorOptions

    func validate() throws {
        guard first != "-" || second != "-" else {
            throw ValidationError("Only one of the messages can come from standard input.")
        }
        guard second != nil || nth.count == 2 else {
            throw ValidationError(
                "Pass two files, or two messages of one file, such as --nth 3 --nth 5.")
        }
        guard nth.count <= 2, nth.allSatisfy({ $0 >= 1 }) else {
            throw ValidationError(
                "--nth takes a number of at least 1, once or twice, such as --nth 3 --nth 5.")
        }
    }

    func run() throws {
        let numbers = [nth.first, nth.last]
        let messages =
            if let second {
                try Self.messages(in: first, numbers.prefix(1))
                    + Self.messages(in: second, numbers.suffix(1))
            } else {
                try Self.messages(in: first, numbers[...])
            }
        let difference = MessageDifference(from: messages[0].document, to: messages[1].document)
        let screen = DifferenceScreen(
            difference, first: messages[0].name, second: messages[1].name)
        try Console.show(screen.json, or: screen.lines, isJSON: json)
        throw difference.isEmpty ? ExitStatus.accepted : ExitStatus.rejected
    }

    private typealias Message = (name: String, document: XML.Document)

    /// Returns the messages of a file with these numbers, or its only message.
    private static func messages(
        in file: String, _ numbers: ArraySlice<Int?>
    ) throws(CommandFailure) -> [Message] {
        let wanted = numbers.compactMap(\.self)
        guard !wanted.isEmpty else {
            let document = try InputFile.onlyMessage(
                in: file, "message", unreadable: .rejected, several: .usage, choice: "--nth"
            ) { _, envelope in try XML.Document(parsing: envelope.xml) }
            return [(file, document)]
        }
        try InputCheck.refuseUnreadable(file)
        var found: [Int: Message] = [:]
        var reader = CaptureReader(inputs: [FilePath(file)])
        var count = 0
        while let record = reader.next() {
            guard record.reasonForNoMessage == nil else { continue }
            count += 1
            guard wanted.contains(record.number) else { continue }
            let name = record.name(isOnly: false)
            do {
                let xml = try EnvelopeDecoder().envelope(from: record.message()).xml
                found[record.number] = (name, try XML.Document(parsing: xml))
            } catch {
                throw CommandFailure(.rejected, "\(name): \(error)")
            }
        }
        guard count > 0 else {
            throw .noMessage(in: [file], passedOverCount: reader.passedOverCount)
        }
        var messages: [Message] = []
        for number in wanted {
            guard let message = found[number] else {
                throw .notChosen(in: [file], "--nth \(number)", foundCount: count)
            }
            messages.append(message)
        }
        return messages
    }
}
