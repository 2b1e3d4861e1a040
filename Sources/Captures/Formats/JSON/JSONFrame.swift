internal import WireText

extension JSONStream {
    /// Reads an object or array and holds it, without looking at more of it than where it ends.
    ///
    /// - Parameter limit: The number of bytes that are held.
    /// - Returns: Its bytes, or `nil` when there is no end of it within the limit; then nothing was read.
    /// - Throws: A ``CaptureError`` when the file cannot be read.
    mutating func frame(limit: Int) throws(CaptureError) -> [UInt8]? {
        var depth = 0
        var index = 0
        var isInString = false
        while true {
            while index < reader.availableCount {
                if isInString {
                    index += reader.plainJSONCount(from: index)
                    guard index < reader.availableCount else { break }
                    switch reader[index] {
                    case UInt8(ascii: "\""): isInString = false
                    case UInt8(ascii: "\\"): index += 1
                    default: return nil
                    }
                } else {
                    switch reader[index] {
                    case UInt8(ascii: "\""): isInString = true
                    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                    default: break
                    }
                }
                index += 1
                if depth <= 0, !isInString {
                    guard index <= limit else { return nil }
                    return take(index)
                }
            }
            guard index <= limit, !reader.isAtEnd else { return nil }
            try reader.readMore()
        }
    }

    /// Reads the rest of the line and its end.
    ///
    /// - Parameter limit: The number of bytes that are held.
    /// - Returns: The line without its end, or `nil` when it is longer than the limit; then nothing was read.
    /// - Throws: A ``CaptureError`` when the file cannot be read.
    mutating func line(limit: Int) throws(CaptureError) -> [UInt8]? {
        var searched = 0
        while true {
            let end = reader.firstLineFeed(from: searched)
            searched = end ?? reader.availableCount
            if end != nil || reader.isAtEnd {
                let hasReturn =
                    searched > 0 && end != nil && reader[searched - 1] == UInt8(ascii: "\r")
                let count = searched - (hasReturn ? 1 : 0)
                guard count <= limit else { return nil }
                let line = take(count)
                reader.consume(searched - count + (end == nil ? 0 : 1))
                return line
            }
            // One byte more than the limit may be the carriage return of the line end.
            guard searched <= limit + 1 else { return nil }
            try reader.readMore()
        }
    }

    /// Reads to the end of the line.
    mutating func skipLine() throws(CaptureError) {
        while true {
            if let end = reader.firstLineFeed(from: 0) { return reader.consume(end + 1) }
            reader.consume(reader.availableCount)
            if reader.isAtEnd { return }
            try reader.readMore()
        }
    }

    /// Reads white space up to the end of the line.
    mutating func skipSpaces() throws(CaptureError) {
        while let byte = try upcoming(), byte.isWhiteSpace, byte != UInt8(ascii: "\n") {
            reader.consume(1)
        }
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        let bytes = Array(reader.available.prefix(count))
        reader.consume(count)
        return bytes
    }
}
