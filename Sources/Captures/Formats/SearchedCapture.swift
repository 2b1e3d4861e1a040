internal import SAMLBindings

/// A file that is accounted for: one in which nothing was found gives a record that says what it was read as.
final class SearchedCapture: CaptureStream {
    private let stream: any CaptureStream
    private let source: MessageSource
    private let title: String?
    /// The text that is searched, where the file is text.
    private let text: TextCapture?
    private var hasFound = false

    /// Creates the stream of a file; without a title it is of no known format.
    init(
        _ stream: any CaptureStream, _ source: MessageSource, title: String?,
        searching text: TextCapture? = nil
    ) {
        self.stream = stream
        self.text = text
        self.source = source
        self.title = title
    }

    func next() -> CaptureStep? {
        guard let step = stream.next() else {
            guard !hasFound else { return nil }
            hasFound = true
            return .failure(error, at: source)
        }
        switch step {
        case .entry, .exchange: hasFound = true
        case .passedOver: break
        }
        return step
    }

    private var error: CaptureError {
        guard let title else { return CaptureError(.invalidCapture, detail: nil, isForeign: true) }
        if let (mark, line) = text?.leftOut {
            let remark = "; a value in line \(line) is missing: \(mark.remark)"
            return CaptureError(.noMessage, detail: title + remark)
        }
        let remark = (stream as? ExchangeMessageStream)?.remark ?? ""
        return CaptureError(.noMessage, detail: title + remark)
    }
}
