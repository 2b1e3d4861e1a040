import ArgumentParser
import ProfileProcessing
import SAMLBindings
import XMLCore

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", _superCommandName: "samlkit",
        abstract: "Compare two messages, as documents and in the bytes that are signed.",
        discussion: """
            Shows what was added, removed, moved or changed, element by element, and what it means \
            for the signatures. Each file holds one message, in any encoding or capture format.

            Exit status: 0 both say the same in the same way, 1 they differ.

            Example: samlkit diff sent.xml received.xml
            """)

    @Argument(help: .file("The first message; - is standard input."), completion: .file())
    var first: String

    @Argument(help: .file("The second message."), completion: .file())
    var second: String

    @Flag(help: "Write one JSON object.")
    var json = false

    func validate() throws {
        guard first != "-" || second != "-" else {
            throw ValidationError("Only one of the messages can come from standard input.")
        }
    }

    func run() throws {
        let difference = MessageDifference(
            from: try Self.document(in: first), to: try Self.document(in: second))
        let screen = DifferenceScreen(difference, first: first, second: second)
        try Console.show(screen.json, or: screen.lines, isJSON: json)
        throw difference.isEmpty ? ExitStatus.accepted : ExitStatus.rejected
    }

    private static func document(in file: String) throws(CommandFailure) -> XML.Document {
        try InputFile.onlyMessage(in: file, "message", unreadable: .rejected, several: .usage) {
            _, envelope in try XML.Document(parsing: envelope.xml)
        }
    }
}
