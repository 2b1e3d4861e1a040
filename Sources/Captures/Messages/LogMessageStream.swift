internal import SAMLBindings

/// The messages of a log, in which each line or row is an event.
///
/// A `Location` and the form of a page lead to a request with the same message. That request is a further place of the
/// message, if it is among the next ``window`` messages. So is the same message in another element of a document of JSON
/// without times, if other names lead to it. Every other line with the same message is another event, and a
/// message of its own.
final class LogMessageStream: CaptureStream {
    private static let window = 16
    /// The bytes that are held back, above which the window is shorter.
    private static let largestWindow = 16 << 20
    /// The number of steps that are held back; most have no message.
    private static let longestWait = 512

    private let entries: any CaptureStream
    private var held: ArraySlice<Held> = []
    private var messageCount = 0
    private var heldByteCount = 0
    private var hasEnded = false
    private let decoder = EnvelopeDecoder()

    /// A step that is held back.
    private struct Held {
        var step: CaptureStep
        /// A Boolean value that indicates whether its message leads to a request that did not come yet.
        var isWaiting = false
        var byteCount = 0
        /// The XML of a message that waits.
        var xml: [UInt8]?
    }

    init(_ entries: any CaptureStream) {
        self.entries = entries
    }

    func next() -> CaptureStep? {
        while !hasEnded, held.first?.isWaiting ?? true, messageCount <= Self.window,
            heldByteCount < Self.largestWindow, held.count < Self.longestWait
        {
            guard let step = entries.next() else {
                hasEnded = true
                break
            }
            guard case .entry(let entry) = step, let byteCount = entry.messageByteCount else {
                if held.isEmpty { return step }
                held.append(Held(step: step))
                continue
            }
            let isWaiting = entry.leadsOn || entry.names != nil
            if held.isEmpty, !isWaiting { return step }
            if !entry.leadsOn, isFollowed(by: entry) { continue }
            held.append(
                Held(
                    step: step, isWaiting: isWaiting, byteCount: byteCount,
                    xml: isWaiting ? xml(of: entry) : nil))
            messageCount += 1
            heldByteCount += byteCount
        }
        guard let first = held.popFirst() else { return nil }
        if first.byteCount > 0 { messageCount -= 1 }
        heldByteCount -= first.byteCount
        return first.step
    }

    /// Notes the place of a message that one before it leads to; `false` if none does.
    private func isFollowed(by entry: CaptureEntry) -> Bool {
        guard let identity = xml(of: entry)?.messageIdentity else { return false }
        for place in held.indices where held[place].isWaiting {
            guard held[place].xml?.messageIdentity == identity,
                case .entry(var first) = held[place].step,
                first.leadsOn || first.names != entry.names && entry.names != nil
            else { continue }
            first.source.alsoAt += [entry.source.place] + entry.source.alsoAt
            held[place].step = .entry(first)
            held[place].isWaiting = first.names != nil
            return true
        }
        return false
    }

    private func xml(of entry: CaptureEntry) -> [UInt8]? {
        let record = CapturedRecord(index: 0, source: entry.source, content: entry.content)
        guard let message = try? record.message() else { return nil }
        return try? decoder.envelope(from: message).xml
    }
}

extension CaptureEntry {
    /// The number of bytes of the message; `nil` if there is none.
    fileprivate var messageByteCount: Int? {
        (try? content.get())?.byteCount.map { max(1, $0) }
    }
}
