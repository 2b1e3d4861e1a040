/// The format of a file with captured messages.
public enum CaptureFormat: String, Hashable, Sendable, CaseIterable {
    /// The whole file is one message.
    case message
    /// Each line is one message.
    case lines
    /// Each line is a JSON object with a message in one of its fields.
    case ndjson
    /// The whole file is a JSON object with a message in one of its fields.
    case json
    /// The file is an HTTP archive, HAR 1.2, as browsers and proxies write it.
    case har
    /// Each row of a CSV file (RFC 4180) has a message in one of its cells; the first row names them.
    case csv
}
