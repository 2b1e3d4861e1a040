internal import WireText

/// A line of curl's own output: what stands before it, and the rest.
struct CurlLine {
    /// The time of day that `--trace-time` writes.
    let time: String?
    let text: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) {
        var rest = line.withoutLineEnd
        let clock = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        if clock.count >= "00:00:00".utf8.count, clock.contains(UInt8(ascii: ":")),
            clock.endIndex < rest.endIndex, rest[clock.endIndex] == 0x20
        {
            time = String(decoding: clock, as: UTF8.self)
            rest = rest[(clock.endIndex + 1)...]
        } else {
            time = nil
        }
        // The numbers of transfer and connection that --trace-ids writes.
        if rest.first == UInt8(ascii: "["),
            let end = rest.prefix(24).firstIndex(of: UInt8(ascii: "]")),
            rest[(rest.startIndex + 1)..<end].allSatisfy({
                $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "x")
            }), rest[end...].dropFirst().first == 0x20
        {
            rest = rest[(end + 2)...]
        }
        text = rest
    }

    /// The time of day in milliseconds.
    var milliseconds: Double? {
        let parts = time?.split(separator: ":").map { Double($0) } ?? []
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2]
        else { return nil }
        return (hour * 3600 + minute * 60 + second) * 1000
    }

    /// The rest after a beginning, `nil` if the line begins otherwise.
    func rest(after beginning: String) -> ArraySlice<UInt8>? {
        text.starts(with: beginning.utf8) ? text.dropFirst(beginning.utf8.count) : nil
    }

    /// Returns whether a remark of curl says that the connection is encrypted; `nil` for other
    /// remarks.
    static func isSecure(_ remark: ArraySlice<UInt8>) -> Bool? {
        let remark = remark.drop { $0 == 0x20 }
        if remark.starts(with: "SSL connection using".utf8) { return true }
        if remark.starts(with: "Trying ".utf8) { return false }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether one of the first lines fulfills a condition.
    func hasLine(_ isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
        var rest = self
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            if !line.isEmpty, isWanted(line) { return true }
            rest = rest[line.endIndex...].dropFirst()
        }
        return false
    }

    /// The first line that is not blank, without its end.
    var firstLine: ArraySlice<UInt8> {
        drop { $0.isWhiteSpace && $0 != 0x20 }.prefix { $0 != 0x0A }.withoutLineEnd
    }
}
