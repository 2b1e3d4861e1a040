/// A name of a JSON member that says something about its value.
enum JSONName: Equatable {
    /// A usual field for a message, by its place in ``JSONLine/usualFields``.
    case message(Int)
    /// The time of what the object holds; lower numbers are preferred.
    case time(Int)
    /// The host; lower numbers are preferred.
    case host(Int)
    /// The name in an object of a name and a value, such as `{"field": "@message", "value": "…"}`.
    case pairName
    case pairValue
    /// A body in Base64, as Suricata writes it.
    case encodedBody
    /// The marks of rows that are skipped: interim results of Splunk, control messages of
    /// CloudWatch.
    case preview
    case result
    case messageType
    /// The header of a response that leads to another URL.
    case location
    case other

    /// The names of times, the first one preferred.
    private static let times = [
        "time", "@timestamp", "timestamp", "_time", "date", "ts", "receiveTimestamp",
        "__REALTIME_TIMESTAMP",
    ]
    /// The names of hosts, the first one preferred.
    private static let hosts = ["host", "hostname", "host.name", "_HOSTNAME"]

    init(_ name: ArraySlice<UInt8>) {
        let candidates = name.count < Self.known.count ? Self.known[name.count] : []
        self = candidates.first { $0.name.elementsEqual(name) }?.meaning ?? .other
    }

    /// The known names by their lengths.
    private static let known: [[(name: [UInt8], meaning: JSONName)]] = {
        var all: [(String, JSONName)] = [
            ("name", .pairName), ("field", .pairName), ("key", .pairName), ("value", .pairValue),
            ("http_request_body", .encodedBody), ("http_response_body", .encodedBody),
            ("Location", .location), ("location", .location), ("preview", .preview),
            ("result", .result), ("messageType", .messageType),
        ]
        all += JSONLine.usualFields.enumerated().map { ($1, .message($0)) }
        all += times.enumerated().map { ($1, .time($0)) }
        all += hosts.enumerated().map { ($1, .host($0)) }
        let longest = all.map(\.0.utf8.count).max() ?? 0
        return (0...longest).map { count in
            all.filter { $0.0.utf8.count == count }.map { (Array($0.0.utf8), $0.1) }
        }
    }()
}
