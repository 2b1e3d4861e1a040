import ArgumentParser
import BatchEngine
import Captures
import PayloadCoding
import SAMLBindings
import SystemPackage

struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", _superCommandName: "samlkit",
        abstract: "Extract the message from a payload.",
        discussion: """
            Unpacks forms, percent-encoding, Base64 and DEFLATE. The output is the message's bytes \
            and nothing else.

            Example: samlkit decode payload.txt
            """)

    @Argument(
        help: .file("Payloads; - is standard input."), completion: .file()
    )
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "The folder to write messages to; required for several files.", valueName: "folder"),
        completion: .directory)
    var output: String?

    @OptionGroup var selection: MessageSelection

    func validate() throws {
        guard !selection.isGiven || files.count == 1 else {
            throw ValidationError(
                "Messages are chosen from one capture; samlkit extract writes those of several.")
        }
        guard files.count == 1 || output != nil else {
            throw ValidationError("Several files need --output FOLDER.")
        }
        let names = files.map { Self.name(of: $0) }
        guard output == nil || Set(names).count == names.count else {
            throw ValidationError(
                "Two of the files would be written to the same name. Rename one, or decode it "
                    + "alone.")
        }
    }

    func run() throws {
        var status = ExitStatus.accepted
        var readCount = 0
        if let output {
            try OutputFolder.make(output)
            try OutputCollision.refuse(
                outputs: files.map { FilePath(output).appending(Self.name(of: $0)).string },
                inputs: files)
        }
        for file in files {
            do {
                let message = try message(in: file, &readCount)
                guard let output else {
                    try Console.write(message)
                    continue
                }
                try WholeFile.write(
                    message, to: FilePath(output).appending(Self.name(of: file)).string)
            } catch let error as ResultFileError {
                throw error
            } catch let failure as CommandFailure where failure.status == .noInput {
                status = .rejected
                Console.note(failure.message)
            } catch let error where !(error is CommandFailure) {
                status = .rejected
                Console.note("\(file): \(error)")
            }
        }
        throw readCount == 0 ? .noInput : status
    }

    /// Returns the message of a file, or the chosen one of a capture.
    private func message(in file: String, _ readCount: inout Int) throws -> [UInt8] {
        if selection.isGiven {
            let message = try SelectedMessages.only(in: file, selection)
            readCount += 1
            return message
        }
        let payload = try InputFile.bytes(file, expecting: .message)
        readCount += 1
        return try Self.message(in: payload)
    }

    /// Returns the message.
    ///
    /// A payload of samlkit encode may hold something other than XML.
    private static func message(in payload: [UInt8]) throws -> [UInt8] {
        guard !holdsSeveralMessages(payload), !MessageFinder.holdsSeveral(payload) else {
            throw SeveralMessages()
        }
        do {
            return try EnvelopeDecoder().envelope(from: CapturedMessage(bytes: payload)).xml
        } catch let error {
            let line = payload.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            guard let message = try? PayloadDecoder().message(decoding: Array(line)),
                line.count + 2 >= payload.count
            else { throw error }
            return message
        }
    }

    /// Returns whether each line is a separate payload, as `encode` writes them for several files.
    ///
    /// If the lines are one wrapped message, not every line begins a message.
    private static func holdsSeveralMessages(_ payload: [UInt8]) -> Bool {
        let lines = payload.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard lines.count > 1, lines[0].first != UInt8(ascii: "<") else { return false }
        let decoder = EnvelopeDecoder()
        return lines.allSatisfy { line in
            (try? decoder.envelope(from: CapturedMessage(bytes: Array(line)))) != nil
        }
    }

    private struct SeveralMessages: Error, CustomStringConvertible {
        var description: String {
            "The file holds several messages, a line each or in a text. Choose one with --nth, or write all with "
                + "samlkit extract."
        }
    }

    private static func name(of file: String) -> String {
        (FilePath(file).stem ?? "standard-input") + ".xml"
    }
}
