#if Sandbox
internal import BatchEngine
internal import Captures
internal import HummingbirdCore
internal import NIOCore
internal import ProfileProcessing

/// The records of a capture, written as they are found.
struct BatchAnswer: Sendable {
    let documents: [CaptureDocument]
    let judge: PreparedJudge
    let seconds: Double

    /// Refuses a capture in which no message is found, before the answer begins.
    func refuseEmpty() throws(ServiceProblem) {
        var reader = CaptureReader(documents: documents, options: judge.reading)
        guard let first = reader.next(), first.reasonForNoMessage == nil || reader.next() != nil
        else { throw .noMessage }
    }

    /// Writes the records.
    ///
    /// - Parameter writer: Takes them; the run waits for a slow reader.
    /// - Throws: The error of the run, after which the answer has no end.
    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        let (lines, ending) = (LinePipe(), RunEnding())
        let running = Task {
            defer { Task { await lines.end() } }
            try await run(into: lines, until: ending)
        }
        do {
            while let bytes = await lines.next() {
                try await writer.write(ByteBuffer(bytes: bytes))
            }
        } catch {
            ending.end(ServiceProblem(.stopped, "The client left."))
            await lines.end()
            throw error
        }
        try await running.value
    }

    private func run(into lines: LinePipe, until ending: RunEnding) async throws {
        var run = BatchRun(
            processor: judge.processor, format: .ndjson, jobs: ServiceThreads.jobs)
        run.outputLimit = OutputLimit()
        let (chosen, held) = (run, HeldLines())
        var sink = LineSink(lines: held)
        try await ending.within(seconds: seconds) {
            _ = try await chosen.run(
                Self.reader(documents, judge.reading), into: &sink, tallying: NoTally(),
                stopping: ending.request, progress: { _ in await lines.put(held.taken()) })
        }
        await lines.put(held.taken())
    }

    /// A reader that counts entries as `samlkit batch` does.
    static func reader(
        _ documents: [CaptureDocument], _ options: CaptureReader.Options
    ) -> CaptureReader {
        var options = options
        options.countsEntriesWithoutMessage = true
        return CaptureReader(documents: documents, options: options)
    }
}

extension ServiceProblem {
    static let noMessage = ServiceProblem(
        .noMessage,
        "No SAML message was found in what was sent. Expected a message in XML or Base64, or a capture "
            + "with one, such as a HAR file.")
}

/// Lines on their way to a reader: the next ones wait until those before are taken.
private actor LinePipe {
    private var waiting: [UInt8]?
    private var putter: CheckedContinuation<Void, Never>?
    private var taker: CheckedContinuation<[UInt8]?, Never>?
    private var hasEnded = false

    func put(_ bytes: [UInt8]) async {
        guard !bytes.isEmpty, !hasEnded else { return }
        if let taker = taker.take() { return taker.resume(returning: bytes) }
        waiting = bytes
        await withCheckedContinuation { putter = $0 }
    }

    /// The next lines, `nil` after the last.
    func next() async -> [UInt8]? {
        if let bytes = waiting.take() {
            putter.take()?.resume()
            return bytes
        }
        return hasEnded ? nil : await withCheckedContinuation { taker = $0 }
    }

    func end() {
        hasEnded = true
        putter.take()?.resume()
        taker.take()?.resume(returning: nil)
    }
}

/// The lines of a chunk, between the sink and what sends them.
private final class HeldLines {
    private var bytes: [UInt8] = []

    func append(_ more: [UInt8]) { bytes += more }

    func taken() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

/// A sink whose lines somebody else writes.
private struct LineSink: ResultSink {
    let lines: HeldLines

    mutating func write(_ results: BatchResults) throws(BatchError) {
        if case .bytes(let bytes) = results { lines.append(bytes) }
    }
}
#endif
