/// How a file holds captured messages.
public enum CaptureFormat: String, Hashable, Sendable, CaseIterable {
    /// The whole file is one message.
    case message
    /// Each line is one message.
    case lines
    /// Each line is a JSON object with a message in one of its fields.
    case ndjson
    /// The whole file is a JSON object with a message in one of its fields.
    case json
}
