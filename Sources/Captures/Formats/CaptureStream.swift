internal import SAMLBindings

/// A file that is being read, in the format it was found to have.
///
/// What cannot be read is an entry with a failure, after which reading continues if it can.
protocol CaptureStream: AnyObject {
    /// Returns the next step, `nil` at the end.
    func next() -> CaptureStep?
}

/// The result of reading on.
enum CaptureStep {
    /// A message, or why there is none.
    case entry(CaptureEntry)
    /// An exchange, in which messages are yet to be found.
    case exchange(HTTPExchange)
    /// Something that has no message and is not expected to have one.
    case passedOver(MessageSource)

    /// A file, or a part of one, that could not be read.
    static func failure(_ error: CaptureError, at source: MessageSource) -> CaptureStep {
        .entry(CaptureEntry(source, .failure(error)))
    }
}

/// A message that was found, or the reason why there is none.
struct CaptureEntry {
    var source: MessageSource
    let content: Result<CapturedRecord.Content, CaptureError>
    /// A Boolean value that indicates whether the message is in a `Location` or in the form of a page of a log, so that
    /// the next request repeats it.
    var leadsOn = false
    /// The names that lead to the message in a document of JSON without times, as one number.
    var names: Int?

    init(_ source: MessageSource, _ content: Result<CapturedRecord.Content, CaptureError>) {
        self.source = source
        self.content = content
    }
}
