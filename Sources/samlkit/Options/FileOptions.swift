import ArgumentParser
import Captures
import ProfileProcessing
import Reports
import SAMLBindings
import SignatureDiagnostics
import SystemPackage
import WireText

/// The input files of a command that handles messages one by one.
struct FileOptions: ParsableArguments {
    @Argument(
        help: .file("Files with messages; - is standard input."),
        completion: .file())
    var files: [String]

    @OptionGroup(title: HelpTitle.everyday) private var format: FormatOptions
    @OptionGroup(title: HelpTitle.messages) var selection: MessageSelection
    @OptionGroup(title: HelpTitle.messages) var reading: ReadingOptions
    @OptionGroup(title: HelpTitle.screen) private var colours: ColorOptions

    /// The options for showing messages.
    struct FormatOptions: ParsableArguments {
        @Flag(help: "Write one JSON object per line.")
        var json = false
    }

    var json: Bool { format.json }

    /// A message that was chosen, as it was judged.
    struct Judged {
        /// The name of the message, so that it can be chosen again.
        let name: String
        let record: ProfileRecord
        /// The message, if it can be read.
        let message: CapturedMessage?
        /// Its place among all messages of its file, counted from 1.
        let number: Int

        /// The explanations that its reasons are from, where they were asked for; `nil` where none had to be looked for.
        let explanations: [SignatureExplanation]?
    }

    /// Calls `body` with every chosen message, and returns the exit status.
    func forEachRecord(
        of processor: ProfileProcessor, acceptsSeveral: Bool = true, explains: Bool = false,
        others: ((CapturedRecord) -> Void)? = nil, _ body: (Judged) throws -> Void
    ) throws -> ExitStatus {
        try InputCheck.refuseMissing(files)
        var messages = SelectedMessages(in: files, selection, options: reading.options)
        messages.takeOther = others
        var memory = CauseMemory()
        var status = ExitStatus.accepted
        var next = try messages.next()
        while let captured = next {
            next = try messages.next()
            // Fails before anything is printed about the first message.
            if !acceptsSeveral, let second = next {
                throw try CommandFailure.severalMessages(
                    [captured, second], &messages, allOption: true)
            }
            let message = try? captured.message()
            var unexplained = processor.unexplainedRecord(of: captured)
            let explanations = processor.explain(
                &unexplained, remembering: &memory, isWhole: explains)
            processor.finish(&unexplained.record)
            let record = unexplained.record
            if [.rejected, .malformed].contains(record.outcome) { status = .rejected }
            let isOnly = !selection.isGiven && next?.number ?? 1 == 1
            try body(
                Judged(
                    name: captured.name(isOnly: isOnly), record: record, message: message,
                    number: captured.number, explanations: explanations))
        }
        if memory.briefCount > 0 {
            Console.note(
                "\(memory.briefCount.counted("message")) without a proved cause: searched briefly, as others of the same "
                    + "form were searched in vain. Pass one by itself, with --nth, to search on.")
        }
        return messages.hasInput ? status : .noInput
    }
}

/// The options for reading captures.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: """
            The field or column that holds the message: a name, or a path such as result._raw \
            (default: the usual ones, and whatever looks like a message).
            """)
    var field: String?

    @Option(
        help: """
            The format of every input, after decompression, such as har, ndjson or text (default: \
            detected from the content).
            """)
    var inputFormat: CaptureFormat?

    /// The options of the reader.
    var options: CaptureReader.Options { CaptureReader.Options(format: inputFormat, field: field) }

    /// The options as words of a command line.
    var words: [String] {
        (field.map { ["--field", ShellWord.quoted($0)] } ?? [])
            + (inputFormat.map { ["--input-format", $0.rawValue] } ?? [])
    }
}

/// Reads whole files.
enum InputFile {
    /// The files in a folder and below it, in the order of their paths.
    static func names(in folder: String) throws(CommandFailure) -> [String] {
        try InputCheck.refuseAddress(folder)
        var reader = CaptureReader(
            inputs: [FilePath(folder)], options: CaptureReader.Options(format: .message))
        var names: [String] = []
        while let record = reader.next() {
            do throws(CaptureError) {
                _ = try record.message()
            } catch {
                throw CommandFailure(.usage, "\(record.source.file ?? folder): \(error)")
            }
            names.append(record.source.file ?? "")
        }
        return names
    }

    /// Returns the content of a file that is neither a folder nor an archive.
    static func bytes(
        _ path: String, expecting expectation: TerminalInput.Expectation = .file
    ) throws(CommandFailure) -> [UInt8] {
        try InputCheck.refuseAddress(path)
        try InputCheck.refuseUnreadable(path, expecting: expectation)
        let options = CaptureReader.Options(format: .message, entryByteCount: 1 << 30)
        var reader = CaptureReader(inputs: [FilePath(path)], options: options)
        guard let record = reader.next() else {
            throw .noMessage(in: [path], passedOverCount: reader.passedOverCount)
        }
        guard record.source.file.map({ FilePath($0) == FilePath(path) }) ?? true else {
            throw CommandFailure(
                .usage, "\(path) is a folder or an archive. Expected one file; pass its name.")
        }
        do throws(CaptureError) {
            return try record.message().bytes
        } catch {
            throw CommandFailure(.noInput, "\(path): \(error)")
        }
    }

    /// Returns the content of a file as text.
    static func text(_ path: String) throws(CommandFailure) -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// Returns what `body` makes of the text in a file of the options, such as a key.
    static func reading<Value>(
        _ path: String, _ body: (String) throws -> Value
    ) throws(CommandFailure) -> Value {
        let text = try text(path)
        do {
            return try body(text)
        } catch {
            throw CommandFailure(.usage, "\(path): \(error)")
        }
    }

    /// Returns what `body` makes of the only message in a file, in any encoding or capture format.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - noun: The expected kind of message.
    ///   - unreadable: The exit status if the message cannot be read.
    ///   - several: The exit status if there are more messages.
    ///   - choice: The option that chooses one of several, if the command has one.
    ///   - body: Called with the message, and with what is in it.
    /// - Returns: The result of `body`.
    /// - Throws: A `CommandFailure`.
    static func onlyMessage<Value>(
        in path: String, _ noun: String, unreadable: ExitStatus, several: ExitStatus,
        choice: String? = nil, _ body: (CapturedRecord, MessageEnvelope) throws -> Value
    ) throws(CommandFailure) -> Value {
        try InputCheck.refuseUnreadable(path)
        var reader = CaptureReader(inputs: [FilePath(path)])
        guard let captured = reader.next() else {
            throw CommandFailure.noMessage(in: [path], passedOverCount: reader.passedOverCount)
        }
        guard reader.openedCount > 0 else {
            throw CommandFailure(.noInput, "\(path): The input could not be read.")
        }
        if let reason = captured.reasonForNoMessage {
            throw CommandFailure(.noInput, "\(path): \(reason)")
        }
        let value: Value
        do {
            value = try body(captured, EnvelopeDecoder().envelope(from: captured.message()))
        } catch {
            throw CommandFailure(unreadable, "\(path): \(error)")
        }
        guard reader.next() == nil else {
            throw CommandFailure(
                several,
                "\(path): The file contains more than one \(noun). Expected exactly one"
                    + (choice.map { "; choose it with \($0), as samlkit inspect shows it." } ?? ".")
            )
        }
        return value
    }
}

extension ArgumentHelp {
    /// The help of an argument that is the name of a file.
    static func file(_ abstract: String) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: "file")
    }
}
