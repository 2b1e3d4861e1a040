internal import PassAudit
internal import WireText

/// The latest requests, without anything that a request or an answer said.
struct RequestLog: Sendable {
    /// One request.
    struct Line: Sendable {
        let time: Int64
        let method: String
        /// The path with its parts named, not given.
        let template: String
        let status: Int
        let reason: String?
        let fault: String?
        let milliseconds: Int64
    }

    private var lines: [Line?]
    private var next = 0

    init(capacity: Int) { lines = Array(repeating: nil, count: max(1, capacity)) }

    mutating func append(_ line: Line) {
        lines[next % lines.count] = line
        next += 1
    }

    mutating func reset() { self = RequestLog(capacity: lines.count) }

    /// The lines as NDJSON in UTF-8, the oldest first.
    var text: [UInt8] {
        lines.indices.flatMap { index -> [UInt8] in
            guard let line = lines[(next + index) % lines.count] else { return [] }
            let value: JSONValue = [
                "time": .integer(line.time), "method": .string(line.method),
                "path": .string(line.template), "status": .integer(line.status),
                "reason": .string(line.reason),
                "rule": .string(line.reason.flatMap(Rule.named)?.id),
                "fault": .string(line.fault),
                "milliseconds": .integer(line.milliseconds),
            ]
            return value.line
        }
    }
}
