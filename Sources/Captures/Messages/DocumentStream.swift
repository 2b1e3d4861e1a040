internal import WireText

/// The messages of values that hold several documents in XML, one after the other.
///
/// A document is judged by itself: nothing of one reaches another, and every byte of the value is
/// read.
final class DocumentStream: CaptureStream {
    private let entries: any CaptureStream
    /// The documents that were found and not given yet, the next one last.
    private var waiting: [CaptureStep] = []

    init(_ entries: any CaptureStream) {
        self.entries = entries
    }

    func next() -> CaptureStep? {
        if let next = waiting.popLast() { return next }
        guard let step = entries.next() else { return nil }
        guard case .entry(let entry) = step, let text = entry.markup,
            let documents = XMLDocuments(in: text)
        else { return step }
        let steps = documents.messages(in: text).map { message in
            var part = CaptureEntry(entry.source, .success(.message(Array(message))))
            part.leadsOn = entry.leadsOn
            part.names = entry.names
            return CaptureStep.entry(part)
        }
        waiting = steps.reversed()
        return waiting.popLast()
    }
}

extension CaptureEntry {
    /// The message, if it is XML as it stands.
    fileprivate var markup: ArraySlice<UInt8>? {
        guard case .success(let content) = content else { return nil }
        let text: ArraySlice<UInt8>
        switch content {
        case .message(let bytes): text = bytes[...]
        case .jsonLine(let bytes, let value):
            guard JSONScanner(bytes).written(value).dropFirst().first == UInt8(ascii: "<") else {
                return nil
            }
            text = JSONScanner(bytes).content(of: value)
        case .unpacked, .entries: return nil
        }
        let start = text.withoutByteOrderMark
        return start.first { !$0.isWhiteSpace } == UInt8(ascii: "<") ? text : nil
    }
}
