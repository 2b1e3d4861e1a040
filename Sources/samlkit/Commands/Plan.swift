import ArgumentParser
import BatchEngine
import Captures
import SystemPackage
import WireText

/// Tells a program that divides a run among others what there is to divide.
struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", _superCommandName: "samlkit",
        abstract: "List the files that batch would read, or count its records.",
        discussion: """
            Writes one JSON object per file in the order of samlkit batch, with file and bytes (null \
            for what is not a regular file). With --count, reads the inputs and writes one object: \
            records, the number of records that samlkit batch would write, messages, those that \
            stand for more than entries without a message, and window, the number of records \
            after which it forgets what it found out about failures.

            Example: samlkit plan Captures
            """,
        shouldDisplay: false)

    @Argument(
        help: ArgumentHelp("Files and directories; - is standard input.", valueName: "input"),
        completion: .file())
    var inputs: [String]

    @Flag(help: "Count the records.")
    var count = false

    @Option(help: "The field or column that holds the message.")
    var field: String?

    @Option(help: "The format of every input, after decompression.")
    var inputFormat: CaptureFormat?

    func run() throws {
        let paths = inputs.map { FilePath($0) }
        guard count else {
            var walk = InputWalk(inputs: paths)
            while let step = walk.next() {
                // What cannot be listed gets a record of its own, too.
                let path =
                    switch step {
                    case .file(let path), .unreadable(let path, _): path
                    }
                let bytes = InputWalk.byteCount(of: path)
                try Console.write(
                    .object([
                        ("file", .string(path.string)),
                        ("bytes", bytes.map { .integer($0) } ?? .null),
                    ]))
            }
            return
        }
        var options = CaptureReader.Options(format: inputFormat, field: field)
        options.countsEntriesWithoutMessage = true
        var reader = CaptureReader(inputs: paths, options: options)
        var (records, messages) = (0, 0)
        while let record = reader.next() {
            records += 1
            if record.entriesWithoutMessage == nil { messages += 1 }
        }
        try Console.write(
            .object([
                ("records", .integer(records)), ("messages", .integer(messages)),
                ("window", .integer(BatchRun.windowCount)),
            ]))
    }
}
