/// Lines of a program that Docker and Kubernetes split into several rows of their log, because they are long.
///
/// A row is `{"log":"…","stream":"stdout","time":"…"}`; the last one of a line ends in a line feed.
struct SplitLogLines {
    /// A line that was put together.
    struct Text {
        var bytes: [UInt8]
        /// The number of its first row, and the time of that.
        let line: Int
        let time: String?
    }

    enum Taken {
        /// The row is a line of its own.
        case whole
        /// Further rows belong to the line.
        case begun
        case joined(Text)
    }

    private let limit: Int
    /// The lines that are not complete, by the stream they were written to.
    private var begun: [String: Text] = [:]
    /// Programs write to two streams; what is more is no such log.
    private static let mostStreams = 4

    init(limit: Int) { self.limit = limit }

    /// Returns whether a row begins as those of Docker do, also when another tool wrote them again with spaces.
    static func isLine(_ row: [UInt8]) -> Bool {
        row.prefix(longestBeginning).lazy.filter { $0 != 0x20 }.starts(with: beginning)
    }

    private static let beginning = Array("{\"log\":\"".utf8)
    private static let longestBeginning = 16

    /// Takes a row.
    mutating func take(_ row: [UInt8], number: Int) -> Taken {
        guard let row = try? JSONLine(parsing: row), let stream = row.string("stream"),
            let log = row.string("log")
        else { return .whole }
        let isEnd = log.utf8.last == UInt8(ascii: "\n")
        guard var text = begun[stream] else {
            guard !isEnd, begun.count < Self.mostStreams else { return .whole }
            begun[stream] = Text(bytes: Array(log.utf8), line: number, time: row.string("time"))
            return .begun
        }
        begun[stream] = nil
        text.bytes += log.utf8
        guard !isEnd, text.bytes.count <= limit else { return .joined(text) }
        begun[stream] = text
        return .begun
    }

    /// Takes the lines without an end.
    mutating func rest() -> [Text] {
        defer { begun = [:] }
        return begun.values.sorted { $0.line < $1.line }
    }
}
