public import SAMLBindings
internal import WireText

/// One entry of a capture, as it was read.
///
/// Taking the message out of it is a step of its own, ``message()``, so that it can be done in
/// another thread than the reading.
public struct CapturedRecord: Sendable {
    /// Its place among all records of the run, counted from 0.
    public let index: Int
    /// The bytes of the entry.
    let content: Result<Content, CaptureError>
    /// Its place among the records of its input file, counted from 1.
    package let number: Int
    private let place: MessageSource

    enum Content: Sendable {
        case message([UInt8])
        /// A message that was unpacked where it was compared with others.
        case unpacked([UInt8], MessageEnvelope)
        /// JSON, and where in it the string is that holds the message.
        case jsonLine([UInt8], JSONScanner.Text)
        case entries(EntriesWithoutMessage)

        /// The number of bytes of the entry; `nil` if it has no message.
        var byteCount: Int? {
            switch self {
            case .message(let bytes), .unpacked(let bytes, _), .jsonLine(let bytes, _): bytes.count
            case .entries: nil
            }
        }
    }

    init(
        index: Int, number: Int = 1, source: MessageSource, content: Result<Content, CaptureError>
    ) {
        self.index = index
        self.number = number
        place = source
        self.content = content
    }

    /// The source of the entry; ``message()`` may know more.
    public var source: MessageSource { place }

    /// The number of bytes of the entry.
    public var byteCount: Int { (try? content.get())?.byteCount ?? 0 }

    /// The entries without a message that the record stands for; `nil` for every other record.
    public var entriesWithoutMessage: EntriesWithoutMessage? {
        if case .success(.entries(let entries)) = content { entries } else { nil }
    }

    /// The reason why a whole file has no message; `nil` for every other record.
    package var reasonForNoMessage: CaptureError? {
        if case .failure(let error) = content, error.code == .noMessage { error } else { nil }
    }

    /// A Boolean value that indicates whether it stands for a file that must be converted before it can be read.
    package var mustBeConverted: Bool {
        if case .failure(let error) = content { error.code == .convertFirst } else { false }
    }

    /// The message in the entry.
    ///
    /// - Throws: A ``CaptureError`` when the entry could not be read or holds no message.
    public func message() throws(CaptureError) -> CapturedMessage {
        switch try content.get() {
        case .message(let bytes):
            return CapturedMessage(bytes: bytes, source: place)
        case .unpacked(let bytes, let envelope):
            return CapturedMessage(bytes: bytes, source: place, envelope: envelope)
        case .jsonLine(let bytes, let text):
            let message = Array(JSONScanner(bytes).content(of: text))
            return CapturedMessage(bytes: message, source: place)
        case .entries: throw CaptureError(.invalidEntry)
        }
    }
}

extension CapturedRecord: CustomStringConvertible {
    /// The place and the size of the entry; never its content.
    public var description: String { "CapturedRecord(\(index), \(byteCount) bytes)" }
}

extension CapturedRecord: Redacted {}
