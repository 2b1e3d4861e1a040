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
                    defer { reader.consume(index) }
                    return Array(reader.available.prefix(index))
                }
            }
            guard index <= limit, !reader.isAtEnd else { return nil }
            try reader.readMore()
        }
    }

    /// Reads white space up to the end of the line.
    mutating func skipSpaces() throws(CaptureError) {
        while let byte = try upcoming(), byte.isWhiteSpace, byte != UInt8(ascii: "\n") {
            reader.consume(1)
        }
    }
}
