import Captures
internal import SAMLBindings
import SystemPackage

/// A part of the input of `encode` that is processed on its own.
enum EncodingJob: Sendable {
    /// Small files, which are read where they are encoded.
    case files([InputWalk.Step])
    /// Entries of captures.
    case records([CapturedRecord])
    /// One file that is too large for memory, or of unknown size, such as standard input.
    case stream(FilePath)
}

/// Divides the input of `encode` into jobs, in order.
///
/// Memory stays bounded: a job holds no more than a few small files or entries at a time.
struct EncodingInput: ~Copyable {
    /// The number of captures that could be opened; files are counted where they are opened.
    var openedCaptureCount: Int { reader.openedCount }

    private var walk: InputWalk
    private var reader: CaptureReader
    private let areCaptures: Bool
    private let selection: MessageSelection
    /// The inputs as given.
    let names: [String]
    private var held: EncodingJob?
    /// The files in which nothing was found, and why.
    private var filesWithoutMessage: [String] = []
    private var foundCount = 0

    private static let maximumCount = 128
    private static let maximumBytes = 1 << 20
    private static let largestEntry = 1 << 30

    /// Creates a reader of the input.
    ///
    /// - Parameters:
    ///   - paths: Files and directories.
    ///   - areCaptures: Whether a file may contain several messages.
    ///   - selection: Which messages of captures are encoded.
    init(_ paths: [FilePath], areCaptures: Bool, _ selection: MessageSelection) {
        // Of the two, one has nothing to read.
        walk = InputWalk(inputs: areCaptures ? [] : paths)
        reader = CaptureReader(
            inputs: areCaptures ? paths : [],
            options: CaptureReader.Options(entryByteCount: Self.largestEntry))
        self.areCaptures = areCaptures
        self.selection = selection
        names = paths.map(\.string)
    }

    /// The failure for an input that gave nothing to encode.
    var failure: CommandFailure {
        foundCount > 0
            ? .notChosen(in: names, selection.text, foundCount: foundCount)
            : filesWithoutMessage.isEmpty
                ? .noMessage(in: names)
                : CommandFailure(.noInput, filesWithoutMessage.joined(separator: "\n"))
    }

    /// Returns the next job, or `nil` at the end of the input.
    mutating func next() -> EncodingJob? {
        if let held = held.take() { return held }
        return areCaptures ? nextRecords() : nextFiles()
    }

    private mutating func nextFiles() -> EncodingJob? {
        var files: [InputWalk.Step] = []
        var byteCount = 0
        while files.count < Self.maximumCount, byteCount < Self.maximumBytes,
            let step = walk.next()
        {
            if case .file(let path) = step {
                let size = InputWalk.byteCount(of: path)
                guard let size, size <= Self.maximumBytes else {
                    guard !files.isEmpty else { return .stream(path) }
                    held = .stream(path)
                    break
                }
                byteCount += size
            }
            files.append(step)
        }
        return files.isEmpty ? nil : .files(files)
    }

    private mutating func nextRecords() -> EncodingJob? {
        var records: [CapturedRecord] = []
        var byteCount = 0
        while records.count < Self.maximumCount, byteCount < Self.maximumBytes,
            let record = reader.next()
        {
            if let reason = record.reasonForNoMessage {
                filesWithoutMessage.append("\(record.source.file ?? "-"): \(reason)")
                continue
            }
            foundCount += 1
            guard !selection.isGiven || selection.contains(record) else { continue }
            records.append(record)
            byteCount += record.byteCount
        }
        return records.isEmpty ? nil : .records(records)
    }
}
