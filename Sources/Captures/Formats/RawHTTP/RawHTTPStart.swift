internal import WireText

/// The first line of an HTTP/1 message, or of one of HTTP/2 that was written like it.
enum RawHTTPStart {
    /// Returns whether a line is the first of a request or response.
    static func isStartLine(_ line: ArraySlice<UInt8>) -> Bool {
        isRequestLine(line) || isStatusLine(line)
    }

    /// Returns whether a line is `METHOD target HTTP/version`.
    static func isRequestLine(_ line: ArraySlice<UInt8>) -> Bool {
        let method = line.prefix(longestMethod + 1).prefix {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard method.count >= 3, method.count <= longestMethod else { return false }
        let rest = line[method.endIndex...]
        let text = rest.trimmingWhiteSpace()
        guard rest.first == 0x20, let last = text.lastIndex(of: 0x20),
            isVersion(text[(last + 1)...])
        else { return false }
        let target = text[..<last].trimmingWhiteSpace()
        return !target.isEmpty && !target.contains { $0 <= 0x20 }
    }

    /// Returns whether a line is `HTTP/version status reason`.
    static func isStatusLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard let space = line.prefix(longestMethod).firstIndex(of: 0x20),
            isVersion(line[..<space])
        else { return false }
        let rest = line[space...].drop { $0 == 0x20 }
        let status = rest.prefix { $0.isDigit }
        return status.count == 3 && (rest.count == 3 || rest[status.endIndex] <= 0x20)
    }

    private static let longestMethod = 20

    private static func isVersion(_ text: ArraySlice<UInt8>) -> Bool {
        let number = text.dropFirst(5)
        return text.starts(with: "HTTP/".utf8) && (1...3).contains(number.count)
            && number.first?.isDigit == true && number.last?.isDigit == true
    }
}
