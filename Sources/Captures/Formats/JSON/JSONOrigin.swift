internal import WireText

/// The time and the host that an object names, where they stand.
struct JSONOrigin {
    private var time: (rank: Int, text: JSONScanner.Text)?
    private var host: (rank: Int, text: JSONScanner.Text)?

    /// The longest text that counts as a time or a host.
    private static let longest = 256

    /// Notes a value, if its name is that of a time or a host and none is preferred to it.
    mutating func take(_ text: JSONScanner.Text, named name: JSONName) {
        switch name {
        case .time(let rank) where rank < time?.rank ?? .max: time = (rank, text)
        case .host(let rank) where rank < host?.rank ?? .max: host = (rank, text)
        default: break
        }
    }

    /// Notes what another object names.
    mutating func take(_ other: JSONOrigin) {
        if let time = other.time, time.rank < self.time?.rank ?? .max { self.time = time }
        if let host = other.host, host.rank < self.host?.rank ?? .max { self.host = host }
    }

    /// Notes what stands first in a row without names.
    mutating func take(first text: JSONScanner.Text) { time = time ?? (.max, text) }

    /// The time: a string, or a number under any name but `time`.
    func time(in scanner: JSONScanner) -> String? {
        guard let time else { return nil }
        if let text = Self.string(time.text, in: scanner) { return text }
        let written = scanner.written(time.text)
        guard time.rank > 0, written.first.map(\.isDigit) ?? false else { return nil }
        return String(decoding: written, as: UTF8.self)
    }

    /// The host: a string, or the name in an object.
    func host(in scanner: JSONScanner) -> String? {
        guard let host else { return nil }
        if let text = Self.string(host.text, in: scanner) { return text }
        guard scanner.written(host.text).first == UInt8(ascii: "{") else { return nil }
        let object = try? JSONLine(parsing: Array(scanner.written(host.text)))
        return object?.string("name").flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func string(_ text: JSONScanner.Text, in scanner: JSONScanner) -> String? {
        guard scanner.written(text).first == UInt8(ascii: "\""),
            (3...longest).contains(text.range.count)
        else { return nil }
        return String(decoding: scanner.content(of: text), as: UTF8.self)
    }
}
