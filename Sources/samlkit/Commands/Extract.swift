import ArgumentParser
import BatchEngine
import Captures
import Reports
internal import SAML2
import SAMLBindings
import SystemPackage
internal import WireText
import XMLCore

struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract", _superCommandName: "samlkit",
        abstract: "Write the XML of every message in captures to files.",
        discussion: """
            The bytes are those that were captured, so that signatures stay valid; with --pretty \
            they are indented for reading. A file is named after its capture, the message's number \
            in it (as in --nth) and the message's ID. Prints a line for each file. Of messages that \
            are not well-formed, the first \(mostMalformed) are written and the others counted.

            Example: samlkit extract session.har --output messages
            """)

    @Argument(
        help: .file("Captures and directories; - is standard input."), completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "The folder to write messages to; it is made if it is not there.",
            valueName: "folder"),
        completion: .directory)
    var output: String

    @Flag(help: "Indent the XML for reading; signatures of what is written are not valid.")
    var pretty = false

    @Flag(help: "Write one JSON object per line.")
    var json = false

    @OptionGroup var selection: MessageSelection

    /// The number of messages written that are not well-formed: a capture may hold any number of fragments, and
    /// thousands of them would not be read.
    private static let mostMalformed = 100

    func run() throws {
        try InputCheck.refuseMissing(files)
        try OutputFolder.make(output)
        var messages = SelectedMessages(in: files, selection)
        var status = ExitStatus.accepted
        var names = FreeNames(in: output)
        let collision = OutputCollision(inputs: files)
        var malformedCount = 0
        while let record = try messages.next() {
            do {
                let xml = try EnvelopeDecoder().envelope(from: record.message()).xml
                let document = try? XML.Document(parsing: xml)
                let message = document.map {
                    (try? SAML.CarriedMessage(in: $0).element) ?? $0.rootElement
                }
                if let message, SAML.MessageKind(of: message) == nil {
                    status = .rejected
                    Console.note(
                        "\(record.name(isOnly: false)): The XML is not a SAML message; its root element "
                            + "is \(TerminalText.safe(message.name.localName)). Nothing was written."
                    )
                    continue
                }
                // What was cut off is kept for inspection.
                if message == nil {
                    status = .rejected
                    malformedCount += 1
                    guard malformedCount <= Self.mostMalformed else { continue }
                }
                let content = pretty ? document.map { XMLListing.indented($0) } ?? xml : xml
                let path = names.path(Self.name(of: record, message), for: content)
                try collision.refuse(path)
                try WholeFile.write(content, to: path, isDurable: false)
                try Console.show(
                    .object([
                        ("file", .string(path)),
                        ("source", .string(record.source.file ?? "-")),
                        ("nth", .integer(record.number)),
                        ("kind", .string(orNull: message?.name.localName)),
                    ]),
                    or: [
                        "\(path)  \(message?.name.localName ?? "not well-formed")  "
                            + record.name(isOnly: false)
                    ], isJSON: json)
            } catch let error where error is CaptureError || error is EnvelopeError {
                status = .rejected
                Console.note("\(record.name(isOnly: false)): \(error)")
            }
        }
        if malformedCount > Self.mostMalformed {
            Console.note(
                "\(malformedCount - Self.mostMalformed) of \(malformedCount) messages that are not "
                    + "well-formed were not written. samlkit extract --nth writes one of them, and "
                    + "samlkit batch says what is wrong with each.")
        }
        throw messages.hasInput ? status : .noInput
    }

    /// The name of a message's file, of letters, digits and `.-_` only.
    private static func name(of record: CapturedRecord, _ message: XML.Element?) -> String {
        let file = record.source.file.map { FilePath($0).lastComponent?.string ?? $0 } ?? ""
        let capture = file == "-" || file.isEmpty ? "standard-input" : safe(file)
        let id = message?.attributes.first { $0.name.localName == "ID" }?.value
        return [capture, "\(record.number)", id.map(safe)].compactMap(\.self)
            .joined(separator: "-") + ".xml"
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_".utf8)

    private static func safe(_ text: String) -> String {
        let characters = text.utf8.prefix(80).map { byte in
            Self.plain.contains(byte) ? byte : UInt8(ascii: "_")
        }
        let name = String(decoding: characters, as: UTF8.self)
        return name.hasPrefix(".") ? "_" + name.dropFirst() : name
    }
}

/// The names in a folder that neither this run nor another file has, also where case does not matter.
private struct FreeNames {
    private let folder: FilePath
    /// The number after the last one of each name.
    private var next: [String: Int] = [:]
    private var given: Set<String> = []

    init(in folder: String) {
        self.folder = FilePath(folder)
    }

    /// Returns a path for content: one that is free, or that of a file which has the same content.
    mutating func path(_ name: String, for content: [UInt8]) -> String {
        let key = name.lowercased()
        while true {
            let number = next[key, default: 1]
            next[key] = number + 1
            let candidate = number == 1 ? name : "\(name.dropLast(4))-\(number).xml"
            guard given.insert(candidate.lowercased()).inserted else { continue }
            let path = folder.appending(candidate)
            if Self.isFree(path, for: content) { return path.string }
        }
    }

    private static func isFree(_ path: FilePath, for content: [UInt8]) -> Bool {
        guard FileIdentity(path) != nil else { return true }
        return InputWalk.byteCount(of: path) == content.count
            && (try? InputFile.bytes(path.string)) == content
    }
}
