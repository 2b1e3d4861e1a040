import ArgumentParser
import Captures
import ProfileProcessing
import SAMLBindings
import SystemPackage

/// The input files of a command that handles messages one by one.
struct FileOptions: ParsableArguments {
    @Argument(
        help: .file("Files with messages; - is standard input."),
        completion: .file())
    var files: [String]

    @Flag(help: "Write one JSON object per line.")
    var json = false

    /// Calls `body` with the record of every message and the message itself, if it can be read, and
    /// returns the exit status.
    func forEachRecord(
        of processor: ProfileProcessor, acceptsSeveral: Bool = true,
        _ body: (ProfileRecord, CapturedMessage?) throws -> Void
    ) throws -> ExitStatus {
        var reader = CaptureReader(inputs: files.map { FilePath($0) })
        var status = ExitStatus.accepted
        var next = reader.next()
        guard next != nil else {
            throw CommandFailure.noMessage(in: files, passedOverCount: reader.passedOverCount)
        }
        while let captured = next {
            next = reader.next()
            // Fails before anything is printed about the first message.
            if !acceptsSeveral, next != nil { throw CommandFailure.severalMessages(in: files) }
            let record = processor.record(of: captured)
            if ![.accepted, .notJudged].contains(record.outcome) { status = .rejected }
            try body(record, try? captured.message())
        }
        return reader.openedCount == 0 ? .noInput : status
    }
}

/// Reads whole files.
enum InputFile {
    /// The files in a folder and below it, in the order of their paths.
    static func names(in folder: String) throws(CommandFailure) -> [String] {
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

    /// Returns the content of a file.
    static func bytes(_ path: String) throws(CommandFailure) -> [UInt8] {
        let options = CaptureReader.Options(format: .message, entryByteCount: 1 << 30)
        var reader = CaptureReader(inputs: [FilePath(path)], options: options)
        do throws(CaptureError) {
            if let record = reader.next() { return try record.message().bytes }
        } catch {
            throw CommandFailure(.noInput, "\(path): \(error)")
        }
        throw .noMessage(in: [path], passedOverCount: reader.passedOverCount)
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
    ///   - body: Called with the message, and with what is in it.
    /// - Returns: The result of `body`.
    /// - Throws: A `CommandFailure`.
    static func onlyMessage<Value>(
        in path: String, _ noun: String, unreadable: ExitStatus, several: ExitStatus,
        _ body: (CapturedRecord, MessageEnvelope) throws -> Value
    ) throws(CommandFailure) -> Value {
        var reader = CaptureReader(inputs: [FilePath(path)])
        guard let captured = reader.next() else {
            throw CommandFailure.noMessage(in: [path], passedOverCount: reader.passedOverCount)
        }
        guard reader.openedCount > 0 else {
            throw CommandFailure(.noInput, "\(path): The input could not be read.")
        }
        let value: Value
        do {
            value = try body(captured, EnvelopeDecoder().envelope(from: captured.message()))
        } catch {
            throw CommandFailure(unreadable, "\(path): \(error)")
        }
        guard reader.next() == nil else {
            throw CommandFailure(
                several, "\(path): The file contains more than one \(noun). Expected exactly one.")
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
