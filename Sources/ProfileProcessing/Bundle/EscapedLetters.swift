/// Words in letters beyond ASCII that are written as references, in escapes or in another encoding than UTF-8.
///
/// They are not replaced, so that a message with one is not bundled.
enum EscapedLetters {
    /// The largest number of such letters that say nothing.
    private static let longestKeptRun = 3
    /// The largest number of escaped bytes of as many letters.
    private static let longestKeptByteRun = 6

    /// Returns whether a text holds a word of escaped letters.
    static func areWord(in bytes: [UInt8]) -> Bool {
        var (letters, escapedBytes) = (0, 0)
        var index = 0
        while index < bytes.count {
            if let end = letter(in: bytes, at: index) {
                letters += 1
                escapedBytes = 0
                index = end
            } else if let end = escapedByte(in: bytes, at: index) {
                escapedBytes += 1
                letters = 0
                index = end
            } else {
                (letters, escapedBytes) = (0, 0)
                index += 1
            }
            if letters > longestKeptRun || escapedBytes > longestKeptByteRun { return true }
        }
        return false
    }

    /// Returns whether a text that is not UTF-8 holds a word in bytes beyond ASCII.
    static func areWordInOtherEncoding(in bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) == nil else { return false }
        var run = 0
        for byte in bytes {
            run = byte >= 0x80 ? run + 1 : 0
            if run > longestKeptRun { return true }
        }
        return false
    }

    /// Returns the end of a reference (`&#1048;`, `&#x418;`) or escape (`\u0418`) of a letter beyond ASCII.
    private static func letter(in bytes: [UInt8], at start: Int) -> Int? {
        if bytes[start] == UInt8(ascii: "\\") {
            guard start + 5 < bytes.count, bytes[start + 1] == UInt8(ascii: "u"),
                let value = number(bytes[(start + 2)..<(start + 6)], radix: 16), value >= 0x80
            else { return nil }
            return start + 6
        }
        // An ampersand may be escaped itself, any number of times.
        guard bytes[start] == UInt8(ascii: "&") else { return nil }
        var index = start + 1
        while bytes[index...].starts(with: "amp;".utf8) { index += 4 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "#") else { return nil }
        index += 1
        let isHexadecimal = index < bytes.count && bytes[index] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let digits = bytes[index...].prefix { $0 != UInt8(ascii: ";") }.prefix(9)
        guard digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: ";"),
            let value = number(digits, radix: isHexadecimal ? 16 : 10), value >= 0x80
        else { return nil }
        return digits.endIndex + 1
    }

    /// Returns the end of an escaped byte beyond ASCII (`%D0`, `=D0`, `\xD0`), whose mark may be escaped as `%25D0`.
    private static func escapedByte(in bytes: [UInt8], at start: Int) -> Int? {
        var index = start + 1
        switch bytes[start] {
        case UInt8(ascii: "%"): while bytes[index...].starts(with: "25".utf8) { index += 2 }
        case UInt8(ascii: "="): break
        case UInt8(ascii: "\\"):
            guard index < bytes.count, bytes[index] == UInt8(ascii: "x") else { return nil }
            index += 1
        default: return nil
        }
        guard index + 1 < bytes.count,
            let value = number(bytes[index..<(index + 2)], radix: 16), value >= 0x80
        else { return nil }
        return index + 2
    }

    private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> Int? {
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
            return nil
        }
        return Int(String(decoding: digits, as: UTF8.self), radix: radix)
    }
}
