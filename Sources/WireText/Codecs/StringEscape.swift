/// The escapes in the strings of programs and of their logs; some of them are JSON's, too.
///
/// Apple's logs write `\U00eb` and, above U+FFFF, two such units; Python, C and others `\U0001f600`, `\xeb`, `\u{eb}`
/// and, in octal, `\303\253`.
package enum StringEscape {
    private static let backslash = UInt8(ascii: "\\")
    private static let mostBracedDigits = 6

    /// Returns the bytes that a text stands for; a backslash that begins no escape stays.
    package static func undone(in text: ArraySlice<UInt8>) -> [UInt8] {
        guard hasOther(than: text) else { return JSONEscape.undone(in: text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text
        while let mark = rest.firstIndex(of: backslash) {
            output += rest[..<mark]
            if let (length, bytes) = escape(at: mark, in: text) {
                output += bytes
                rest = rest[(mark + length)...]
            } else {
                output.append(backslash)
                rest = rest[(mark + 1)...]
            }
        }
        return output + rest
    }

    /// Returns whether a backslash begins something that no string of JSON has.
    private static func hasOther(than text: ArraySlice<UInt8>) -> Bool {
        var index = text.startIndex
        while index < text.endIndex {
            guard text[index] == backslash else {
                index += 1
                continue
            }
            guard index + 1 < text.endIndex else { return true }
            if text[index + 1] == UInt8(ascii: "u") {
                guard number(at: index + 2, digitCount: 4, in: text) != nil else { return true }
            } else if JSONEscape.character(text[index + 1]) == nil {
                return true
            }
            index += 2
        }
        return false
    }

    /// Returns the length of the escape at an index and the bytes that it stands for, `nil` if none begins there.
    package static func escape(
        at index: Int, in text: ArraySlice<UInt8>
    ) -> (length: Int, bytes: [UInt8])? {
        guard index + 1 < text.endIndex, text[index] == backslash else { return nil }
        let kind = text[index + 1]
        if let character = JSONEscape.character(kind) { return (2, [character]) }
        switch kind {
        case UInt8(ascii: "'"), UInt8(ascii: "`"): return (2, [kind])
        case UInt8(ascii: "u"), UInt8(ascii: "U"): return scalar(at: index, in: text)
        default: return bytes(from: index, in: text)
        }
    }

    // MARK: Characters

    private static func scalar(
        at index: Int, in text: ArraySlice<UInt8>
    ) -> (length: Int, bytes: [UInt8])? {
        let kind = text[index + 1]
        let place = index + 2
        if place < text.endIndex, text[place] == UInt8(ascii: "{") {
            let digits = text[(place + 1)...].prefix(mostBracedDigits)
                .prefix { Hexadecimal.value($0) != nil }
            guard digits.endIndex < text.endIndex, text[digits.endIndex] == UInt8(ascii: "}"),
                let value = number(at: place + 1, digitCount: digits.count, in: text),
                let scalar = Unicode.Scalar(value)
            else { return nil }
            return (digits.endIndex + 1 - index, utf8(scalar))
        }
        guard let unit = number(at: place, digitCount: 4, in: text) else { return nil }
        // No text has the controls that the first half of eight digits would be.
        if kind == UInt8(ascii: "U"), unit <= 0x10,
            let value = number(at: place, digitCount: 8, in: text),
            let scalar = Unicode.Scalar(value)
        {
            return (10, utf8(scalar))
        }
        if let scalar = Unicode.Scalar(unit) { return (6, utf8(scalar)) }
        let next = place + 4
        guard UTF16.isLeadSurrogate(UInt16(unit)), next + 1 < text.endIndex,
            text[next] == backslash, text[next + 1] == kind,
            let second = number(at: next + 2, digitCount: 4, in: text),
            UTF16.isTrailSurrogate(UInt16(second)),
            let scalar = Unicode.Scalar(0x1_0000 + ((unit & 0x3FF) << 10 | second & 0x3FF))
        else { return (6, utf8("\u{FFFD}")) }
        return (12, utf8(scalar))
    }

    /// The number that hexadecimal digits make; `nil` if fewer than these, or none, are there.
    private static func number(
        at index: Int, digitCount: Int, in text: ArraySlice<UInt8>
    ) -> UInt32? {
        guard digitCount > 0, index + digitCount <= text.endIndex else { return nil }
        var number: UInt32 = 0
        for digit in text[index..<(index + digitCount)] {
            guard let value = Hexadecimal.value(digit) else { return nil }
            number = number << 4 | UInt32(value)
        }
        return number
    }

    private static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] {
        Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    // MARK: Bytes

    /// The escapes of bytes that begin at an index, up to one in ASCII: UTF-8 if they are valid, else a character each.
    private static func bytes(
        from start: Int, in text: ArraySlice<UInt8>
    ) -> (length: Int, bytes: [UInt8])? {
        guard let (first, firstLength) = byte(at: start, in: text) else { return nil }
        guard first >= 0x80 else { return (firstLength, [first]) }
        var bytes = [first]
        var end = start + firstLength
        while let (next, length) = byte(at: end, in: text), next >= 0x80 {
            bytes.append(next)
            end += length
        }
        let isUTF8 = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
        return (end - start, isUTF8 ? bytes : bytes.flatMap { utf8(Unicode.Scalar($0)) })
    }

    /// The byte of `\xeb` or `\353` at an index, and the length of the escape.
    private static func byte(at index: Int, in text: ArraySlice<UInt8>) -> (UInt8, length: Int)? {
        guard index + 3 < text.endIndex, text[index] == backslash else { return nil }
        if text[index + 1] == UInt8(ascii: "x") {
            return number(at: index + 2, digitCount: 2, in: text).map { (UInt8($0), 4) }
        }
        var value = 0
        for digit in text[(index + 1)...(index + 3)] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
            value = value << 3 | Int(digit - UInt8(ascii: "0"))
        }
        return UInt8(exactly: value).map { ($0, 4) }
    }
}
