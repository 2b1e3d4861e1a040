import Captures
import PayloadCoding
import SAMLBindings
import SystemPackage

/// The lines and diagnostics of one job.
struct EncodedLines: Sendable {
    /// The lines.
    var bytes: [UInt8]
    /// Diagnostics, in order.
    var notes: [String] = []
    /// A Boolean value that indicates whether one of the lines stands for a failure.
    var hasFailure = false
    /// The number of files that could be opened.
    var openedCount = 0

    /// Creates empty lines that reuse the storage of an array.
    init(reusing storage: consuming [UInt8] = []) {
        bytes = storage
        bytes.removeAll(keepingCapacity: true)
    }
}

/// The processing of each job.
struct EncodingWork: Sendable {
    let encoder: PayloadEncoder
    let line: PayloadLine

    static let repairNote = "Not well-formed UTF-8. Invalid bytes were replaced with U+FFFD."

    /// Returns the lines of a job that is not a stream.
    func lines(of job: EncodingJob, reusing storage: consuming [UInt8]) -> EncodedLines {
        var lines = EncodedLines(reusing: storage)
        switch job {
        case .files(let files): encode(files, into: &lines)
        case .records(let records): encode(records, into: &lines)
        case .stream: break
        }
        return lines
    }

    /// Encodes each of some small files.
    private func encode(_ files: [InputWalk.Step], into lines: inout EncodedLines) {
        var message: [UInt8] = []
        for step in files {
            switch step {
            case .unreadable(let path, let error): fail(error, of: path.string, in: &lines)
            case .file(let path):
                do throws(CaptureError) {
                    let file = try FileBlocks(path)
                    lines.openedCount += 1
                    message.removeAll(keepingCapacity: true)
                    // A file may have grown since its size was read.
                    guard try file.readToEnd(limit: 1 << 30, into: &message) else {
                        throw CaptureError(.inputTooLarge)
                    }
                    append(message, of: path.string, to: &lines)
                } catch {
                    fail(error, of: path.string, in: &lines)
                }
            }
        }
    }

    /// Unpacks and encodes each of some entries.
    private func encode(_ records: [CapturedRecord], into lines: inout EncodedLines) {
        for record in records {
            let file = record.source.line.map { "\(record.source.file ?? "-"):\($0)" }
            let name = file ?? record.source.file ?? "-"
            do {
                let envelope = try EnvelopeDecoder().envelope(from: record.message())
                append(envelope.xml, of: name, to: &lines)
            } catch {
                fail(error, of: name, in: &lines)
            }
        }
    }

    private func append(_ message: [UInt8], of file: String, to lines: inout EncodedLines) {
        line.appendStart(of: file, to: &lines.bytes)
        let isRepaired = encoder.encode(message, into: &lines.bytes)
        line.appendEnd(to: &lines.bytes)
        if isRepaired { lines.notes.append("\(file): \(Self.repairNote)") }
    }

    func fail(_ error: any Error, of file: String, in lines: inout EncodedLines) {
        lines.hasFailure = true
        lines.notes.append("\(file): \(error)")
        line.appendFailure("\(error)", of: file, to: &lines.bytes)
    }
}
