internal import WireText

/// The escapes and quotation marks that the text around a message put into it.
enum TextEscapes {
    /// Returns whether the first tag of a document is written with escaped or typographic quotation marks or spaces,
    /// with which no XML is well-formed.
    static func areIn(markup bytes: ArraySlice<UInt8>) -> Bool {
        guard let value = firstValue(bytes) else { return false }
        return value.first == UInt8(ascii: "\\") || isTypographic(bytes, before: value)
    }

    /// Returns whether the first tag has a typographic quotation mark around its first value, or a no-break space
    /// before that.
    static func isTypographic(_ bytes: ArraySlice<UInt8>) -> Bool {
        firstValue(bytes).map { isTypographic(bytes, before: $0) } ?? false
    }

    private static func isTypographic(
        _ bytes: ArraySlice<UInt8>, before value: ArraySlice<UInt8>
    ) -> Bool {
        if Typography.quote(at: value.startIndex, in: value) != nil { return true }
        let before = bytes[..<value.startIndex]
        guard let mark = before.firstIndex(of: 0xC2) else { return false }
        return before[mark...].dropFirst().first == 0xA0
    }

    /// The text from the first attribute's value on; `nil` if the first tag has no attribute.
    private static func firstValue(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let longestTag = 1024
        let head = bytes.prefix(longestTag)
        // A comment may hold anything.
        guard head.dropFirst().first != UInt8(ascii: "!") else { return nil }
        let mark = head.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") }
        guard let mark, head[mark] == UInt8(ascii: "=") else { return nil }
        return bytes[(mark + 1)...]
    }

    /// Returns whether a text begins with the reference to "<", and no quotation mark in it has a backslash: then the
    /// backslashes in it are those of the message.
    static func areReferences(around bytes: [UInt8]) -> Bool {
        guard bytes.drop(while: \.isWhiteSpace).starts(with: "&lt;".utf8) else { return false }
        return !zip(bytes, bytes.dropFirst()).contains {
            $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "\"")
        }
    }
}
