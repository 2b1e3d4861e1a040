internal import SAMLBindings
internal import WireText

/// The lines that OkHttp's logging interceptor writes, in Android's log or alone; those of threads interleave.
final class OkHttpCapture: SteppedCapture {
    private var lines: TextLines
    /// The call of each thread.
    private var calls: [String: OkHttpCall] = [:]
    /// The threads in the order in which their calls began, with the lines of these; some are finished.
    private var order: [(thread: String, line: Int)] = []
    /// The place in ``order`` before which all calls are finished.
    private var oldest = 0
    /// The number of bytes that the calls hold.
    private var heldByteCount = 0
    /// The lines of one thread that belong to no call, and their numbers.
    private var others: [UInt8] = []
    private var otherNumbers: [Int] = []
    private var otherThread = ""
    /// The steps of the latest lines.
    private var found: [CaptureStep] = []

    /// The most threads that are followed at a time.
    private static let mostThreads = 256
    /// The most bytes of other lines that are looked through together.
    private static let mostOtherBytes = 1 << 20

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = TextLines(reader, limit: context.limit)
        super.init(context)
    }

    static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        if OkHttpCall.isStart(text.firstLine) { return true }
        // Most files of XML are messages, and need not be looked through.
        return text.first != UInt8(ascii: "<")
            && text.hasLine { line in
                LogcatLine(line.withoutLineEnd).map { OkHttpCall.isStart($0.message) } ?? false
            }
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        if let line = try lines.next() {
            take(line.withoutLineEnd)
        } else {
            finishAll()
        }
        return takeFound()
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        finishAll()
        return takeFound() + [.failure(error, at: context.source)]
    }

    private func takeFound() -> [CaptureStep] {
        defer { found = [] }
        return found
    }

    private func take(_ text: ArraySlice<UInt8>) {
        let line = LogcatLine(text) ?? LogcatLine(thread: "", time: nil, message: text)
        if OkHttpCall.isStart(line.message) {
            if let call = removeCall(of: line.thread) { finish(call) }
            if calls.count >= Self.mostThreads { finishOldest() }
            calls[line.thread] = OkHttpCall(line, at: lines.number)
            noteBeginning(of: line.thread)
            return
        }
        guard calls[line.thread]?.expects(line.message) == true,
            var call = removeCall(of: line.thread)
        else { return takeOther(line) }
        if call.take(line.message, limit: max(0, context.limit - heldByteCount)) {
            finish(call)
        } else {
            heldByteCount += call.byteCount
            calls[line.thread] = call
        }
    }

    private func removeCall(of thread: String) -> OkHttpCall? {
        guard let call = calls.removeValue(forKey: thread) else { return nil }
        heldByteCount -= call.byteCount
        return call
    }

    /// Finishes the call that began first of those that are not finished.
    private func finishOldest() {
        while oldest < order.count {
            let (thread, line) = order[oldest]
            oldest += 1
            guard calls[thread]?.line == line, let call = removeCall(of: thread) else { continue }
            finish(call)
            break
        }
    }

    /// Notes that a call began, and forgets those that are finished from time to time.
    private func noteBeginning(of thread: String) {
        if order.count >= 4 * Self.mostThreads {
            order = order[oldest...].filter { calls[$0.thread]?.line == $0.line }
            oldest = 0
        }
        order.append((thread, lines.number))
    }

    /// Keeps a line of something else, in which there may be a message, or a part of one.
    private func takeOther(_ line: LogcatLine) {
        if line.thread != otherThread || others.count >= Self.mostOtherBytes { searchOthers() }
        otherThread = line.thread
        others += line.message + [0x0A]
        otherNumbers.append(lines.number)
    }

    /// Looks for messages in the lines that belong to no call.
    private func searchOthers() {
        guard !others.isEmpty else { return }
        var place = 0
        var index = 0
        for found in MessageFinder.messages(in: others[...], field: context.options.field) {
            if found.offset > place {
                index += others[place..<found.offset].count { $0 == 0x0A }
                place = found.offset
            }
            let source = context.place(line: otherNumbers[index])
            self.found.append(.entry(CaptureEntry(source, found.content.map { .message($0) })))
        }
        others = []
        otherNumbers = []
    }

    private func finishAll() {
        hasEnded = true
        searchOthers()
        for call in calls.values.sorted(by: { $0.line < $1.line }) { finish(call) }
        calls = [:]
        heldByteCount = 0
    }

    private func finish(_ call: OkHttpCall) {
        var call = call
        call.end()
        let source = context.place(entry: entryIndex, line: call.line)
        entryIndex += 1
        found.append(.exchange(call.exchange(at: source, context.bodies)))
    }
}

extension CaptureFormat {
    /// The log of OkHttp's interceptor, as Android apps write it.
    package static let okHTTP = CaptureFormat(
        "okhttp", "a log of OkHttp",
        .content(
            isBeginning: { OkHttpCapture.begins($0.text) }, open: { OkHttpCapture($0, $1) }))
}
