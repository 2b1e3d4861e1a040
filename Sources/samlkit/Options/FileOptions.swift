import ArgumentParser
import Captures
import ProfileProcessing
import SAMLBindings
import SystemPackage

/// The input files of a command that handles messages one by one.
struct FileOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files with messages; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Flag(help: "Write one JSON object per line.")
    var json = false

    /// Calls `body` with the record of every message, and returns the exit status.
    func forEachRecord(
        of processor: ProfileProcessor, expecting count: MessageCount = .all,
        _ body: (ProfileRecord) throws -> Void
    ) throws -> ExitStatus {
        try forEachRecord(of: processor, expecting: count) { record, _ in try body(record) }
    }

    /// Calls `body` with the record of every message and the message itself, if it can be read, and
    /// returns the exit status.
    func forEachRecord(
        of processor: ProfileProcessor, expecting count: MessageCount = .all,
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
            if count == .one, next != nil { throw CommandFailure.severalMessages(in: files) }
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
}
