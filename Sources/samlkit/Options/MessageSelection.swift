import ArgumentParser
import Captures
import SAMLBindings
import SystemPackage
import XMLCore

/// The options that choose among the messages of captures.
struct MessageSelection: ParsableArguments {
    @Option(help: "Only messages of this entry of a capture, counted from 0.")
    var entry: Int?

    @Option(help: "Only messages on this line of a file, counted from 1.")
    var line: Int?

    @Option(
        help:
            "Only this message of each file, counted from 1 among all that are found in it; in records, index counts those of all files from 0."
    )
    var nth: Int?

    @Option(help: "Only the message with this ID, its own or that of an assertion in it.")
    var messageID: String?

    @OptionGroup var content: SubjectSelection

    /// A Boolean value that indicates whether anything was chosen.
    var isGiven: Bool {
        entry != nil || line != nil || nth != nil || messageID != nil || content.isGiven
    }

    /// Returns whether a message was chosen.
    func contains(_ record: CapturedRecord) -> Bool {
        if let nth, record.number != nth { return false }
        if let entry, !record.source.places.contains(where: { $0.entry == entry }) { return false }
        if let line, !record.source.places.contains(where: { $0.line == line }) { return false }
        guard messageID != nil || content.isGiven else { return true }
        guard let message = try? record.message(), content.contains(message) else { return false }
        guard let messageID else { return true }
        guard let xml = try? EnvelopeDecoder().envelope(from: message).xml,
            let document = try? XML.Document(parsing: xml)
        else { return false }
        return document.element(withID: messageID) != nil
    }

    /// The options as they were written.
    var text: String {
        let numbers = [("entry", entry), ("line", line), ("nth", nth)].compactMap { name, value in
            value.map { "--\(name) \($0)" }
        }
        let others = [
            messageID == nil ? nil : "--message-id", content.isGiven ? content.text : nil,
        ]
        return (numbers + others.compactMap(\.self)).joined(separator: " ")
    }
}

extension MessageSource {
    /// Every place of the message in its file.
    fileprivate var places: [MessagePlace] { [place] + alsoAt }
}

/// The chosen messages of the inputs, one after the other.
struct SelectedMessages: ~Copyable {
    private var reader: CaptureReader
    private let selection: MessageSelection
    private let files: [String]
    private var foundCount = 0
    /// The files in which nothing was found, and why.
    private var filesWithoutMessage: [String] = []
    private var selectedCount = 0
    private var countToConvert = 0
    /// Takes the messages that were not chosen.
    var takeOther: ((CapturedRecord) -> Void)?

    init(
        in files: [String], _ selection: MessageSelection,
        options: CaptureReader.Options = CaptureReader.Options()
    ) {
        reader = CaptureReader(inputs: files.map { FilePath($0) }, options: options)
        self.selection = selection
        self.files = files
    }

    /// The number of files that could be opened.
    var openedCount: Int { reader.openedCount }

    /// A Boolean value that indicates whether a file could be opened, and something was found but files that must be
    /// converted first.
    var hasInput: Bool { openedCount > 0 && foundCount > countToConvert }

    /// Returns the next chosen message, `nil` at the end.
    ///
    /// - Throws: A `CommandFailure` at the end of an input without any message, or without a chosen one.
    mutating func next() throws(CommandFailure) -> CapturedRecord? {
        while let record = reader.next() {
            if let reason = record.reasonForNoMessage {
                filesWithoutMessage.append("\(record.source.file ?? "-"): \(reason)")
                continue
            }
            foundCount += 1
            if record.mustBeConverted { countToConvert += 1 }
            guard selection.contains(record) else {
                takeOther?(record)
                continue
            }
            selectedCount += 1
            return record
        }
        if let first = filesWithoutMessage.first {
            let all = filesWithoutMessage.joined(separator: "\n")
            guard foundCount > 0 else { throw CommandFailure(.noInput, all) }
            Console.note(filesWithoutMessage.count == 1 ? first : all)
            filesWithoutMessage = []
        }
        guard foundCount > 0 else {
            throw CommandFailure.noMessage(
                in: files, passedOverCount: reader.passedOverCount,
                skippedCount: reader.skippedCount)
        }
        guard selectedCount > 0 else {
            throw CommandFailure.notChosen(in: files, selection.text, foundCount: foundCount)
        }
        return nil
    }

    /// Returns the XML of the only chosen message of a capture.
    ///
    /// - Throws: A `CommandFailure`, also when several were chosen.
    static func only(
        in file: String, _ selection: MessageSelection
    ) throws(CommandFailure) -> [UInt8] {
        try InputCheck.refuseUnreadable(file)
        var messages = SelectedMessages(in: [file], selection)
        guard let record = try messages.next() else {
            throw CommandFailure.noMessage(in: [file])
        }
        if let second = try messages.next() {
            throw try CommandFailure.severalMessages(
                [record, second], &messages, allOption: false)
        }
        do {
            return try EnvelopeDecoder().envelope(from: record.message()).xml
        } catch {
            throw CommandFailure(.rejected, "\(record.name(isOnly: false)): \(error)")
        }
    }
}
