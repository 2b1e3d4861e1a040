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

    /// The lines as NDJSON, the oldest first.
    var text: String {
        var text = ""
        for index in 0..<lines.count {
            guard let line = lines[(next + index) % lines.count] else { continue }
            text += JSONText.write(
                .members([
                    ("time", .integer(line.time)), ("method", .text(line.method)),
                    ("path", .text(line.template)), ("status", .integer(Int64(line.status))),
                    ("reason", .text(line.reason)), ("fault", .text(line.fault)),
                    ("milliseconds", .integer(line.milliseconds)),
                ]))
            text += "\n"
        }
        return text
    }
}
