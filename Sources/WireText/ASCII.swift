extension UInt8 {
    /// True for the white space of XML 1.0 (section 2.3, production S), which is that of JSON, too.
    @inlinable
    package var isWhiteSpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
    }

    /// True for `0` to `9`.
    @inlinable
    package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// True for a letter of ASCII.
    @inlinable
    package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// True for a letter or digit of ASCII, of which words consist.
    @inlinable
    package var isLetterOrDigit: Bool { isLetter || isDigit }

    /// True for a digit of Base64, in either alphabet (RFC 4648, sections 4 and 5), and not for padding.
    @inlinable
    package var isBase64Digit: Bool {
        isLetterOrDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
            || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }

    /// True for the characters of ASCII in names of XML without a colon.
    @inlinable
    package var isNameByte: Bool {
        isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}

extension BidirectionalCollection<UInt8> {
    /// Returns the bytes without white space at their ends.
    @inlinable
    package func trimmingWhiteSpace() -> SubSequence {
        guard let start = firstIndex(where: { !$0.isWhiteSpace }),
            let last = lastIndex(where: { !$0.isWhiteSpace })
        else { return self[startIndex..<startIndex] }
        return self[start...last]
    }
}

extension ArraySlice<UInt8> {
    /// Returns the pieces between separators, without empty ones.
    package func pieces(separatedBy separator: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = startIndex
        while start < endIndex {
            let end = self[start...].firstIndex(of: separator) ?? endIndex
            if end > start { pieces.append(self[start..<end]) }
            start = end + 1
        }
        return pieces
    }
}
