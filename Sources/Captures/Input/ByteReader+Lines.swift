internal import WireText

extension ByteReader {
    /// Reads the rest of the line and its end.
    ///
    /// - Parameter limit: The number of bytes that are held.
    /// - Returns: The line without its end, or `nil` when it is longer than the limit; then nothing was read.
    /// - Throws: A ``CaptureError`` when the file cannot be read.
    mutating func line(limit: Int) throws(CaptureError) -> [UInt8]? {
        var searched = 0
        while true {
            let end = firstLineFeed(from: searched)
            searched = end ?? availableCount
            if end != nil || isAtEnd {
                let hasReturn =
                    searched > 0 && end != nil && self[searched - 1] == UInt8(ascii: "\r")
                let count = searched - (hasReturn ? 1 : 0)
                guard count <= limit else { return nil }
                defer { consume(searched + (end == nil ? 0 : 1)) }
                return Array(available.prefix(count))
            }
            // One byte more than the limit may be the carriage return of the line end.
            guard searched <= limit + 1 else { return nil }
            try readMore()
        }
    }

    /// Reads to the end of the line; returns `false` if the file ends before.
    @discardableResult
    mutating func skipLine() throws(CaptureError) -> Bool {
        while true {
            if let end = firstLineFeed(from: 0) {
                consume(end + 1)
                return true
            }
            consume(availableCount)
            if isAtEnd { return false }
            try readMore()
        }
    }

    /// Reads all that is left.
    ///
    /// - Throws: `inputTooLarge` when it is larger than the limit, or what keeps the file from being read.
    mutating func wholeContent(limit: Int) throws(CaptureError) -> ArraySlice<UInt8> {
        while true {
            guard availableCount <= limit else { throw .tooLarge(limit) }
            if isAtEnd { return available }
            try readMore()
        }
    }
}

extension Collection<UInt8> {
    /// A Boolean value that indicates whether the byte order mark of UTF-8 comes first.
    var hasByteOrderMark: Bool { starts(with: [0xEF, 0xBB, 0xBF]) }
}

extension ArraySlice<UInt8> {
    /// The text after a byte order mark.
    var withoutByteOrderMark: ArraySlice<UInt8> { hasByteOrderMark ? dropFirst(3) : self }
}
