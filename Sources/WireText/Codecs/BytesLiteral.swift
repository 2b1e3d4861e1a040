/// A literal of bytes, as Python and Rust write it: `b'…'`.
///
/// Python shows bytes so wherever a program took them for text, and long ones as several literals in parentheses.
package enum BytesLiteral {
    private static let backslash = UInt8(ascii: "\\")
    private static let openings = ["bytearray(", "bytes(", "("]

    /// Returns whether a literal begins a text; one without any costs nothing.
    package static func isBeginning(of text: ArraySlice<UInt8>) -> Bool {
        guard let start = text.firstIndex(where: { !$0.isWhiteSpace }),
            "bBrR(".utf8.contains(text[start])
        else { return false }
        let text = text[start...]
        let opening = openings.first { text.starts(with: $0.utf8) }
        return prefix(of: text.dropFirst(opening?.utf8.count ?? 0).drop(while: \.isWhiteSpace))
            != nil
    }

    /// Returns the bytes that a text stands for; `nil` if it is anything but such literals.
    package static func undone(_ bytes: [UInt8]) -> [UInt8]? {
        guard isBeginning(of: bytes[...]) else { return nil }
        var text = bytes.trimmingWhiteSpace()
        if let opening = openings.first(where: { text.starts(with: $0.utf8) }) {
            guard text.last == UInt8(ascii: ")") else { return nil }
            text = text.dropFirst(opening.utf8.count).dropLast().drop(while: \.isWhiteSpace)
        }
        guard let prefix = prefix(of: text) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var next: Prefix? = prefix
        while let prefix = next {
            guard let end = append(text, after: prefix, to: &output) else { return nil }
            text = text[end...].drop(while: \.isWhiteSpace)
            if text.isEmpty { return output.isEmpty ? nil : output }
            next = self.prefix(of: text)
        }
        return nil
    }

    /// Returns bytes as Python writes them.
    package static func encoding(_ bytes: [UInt8]) -> [UInt8] {
        var output = Array("b'".utf8)
        for byte in bytes {
            if (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "'"), byte != backslash {
                output.append(byte)
            } else {
                output += "\\x".utf8
                Hexadecimal.append(byte, to: &output)
            }
        }
        return output + "'".utf8
    }

    /// The characters before the content of a literal.
    private struct Prefix {
        let end: Int
        let quote: UInt8
        let quoteCount: Int
        let isRaw: Bool
    }

    private static func prefix(of text: ArraySlice<UInt8>) -> Prefix? {
        let letters = text.prefix(3).prefix { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"") }
        let small = letters.map { $0 | 0x20 }
        let isRaw = small.count == 2
        guard [Array("b".utf8), Array("br".utf8), Array("rb".utf8)].contains(small),
            letters.endIndex < text.endIndex
        else { return nil }
        let quote = text[letters.endIndex]
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
        let isTripled = text[letters.endIndex...].starts(with: [quote, quote, quote])
        let count = isTripled ? 3 : 1
        return Prefix(
            end: letters.endIndex + count, quote: quote, quoteCount: count, isRaw: isRaw)
    }

    /// Appends the content of a literal; returns the place behind it, `nil` if it does not end.
    private static func append(
        _ text: ArraySlice<UInt8>, after prefix: Prefix, to output: inout [UInt8]
    ) -> Int? {
        var index = prefix.end
        while index < text.endIndex {
            let byte = text[index]
            if byte == prefix.quote {
                let marks = text[index...].prefix(prefix.quoteCount)
                if marks.count == prefix.quoteCount, marks.allSatisfy({ $0 == byte }) {
                    return index + prefix.quoteCount
                }
            } else if byte == backslash, !prefix.isRaw, index + 1 < text.endIndex {
                index += escape(at: index, in: text, to: &output)
                continue
            }
            output.append(byte)
            index += 1
        }
        return nil
    }

    /// Appends the byte of an escape, or the backslash of an unknown one; returns the number of bytes that were read.
    private static func escape(
        at index: Int, in text: ArraySlice<UInt8>, to output: inout [UInt8]
    ) -> Int {
        let kind = text[index + 1]
        if let byte = characters[kind] {
            output.append(byte)
            return 2
        }
        if kind == UInt8(ascii: "\n") { return 2 }
        if kind == UInt8(ascii: "x"), index + 3 < text.endIndex,
            let high = Hexadecimal.value(text[index + 2]),
            let low = Hexadecimal.value(text[index + 3])
        {
            output.append(high << 4 | low)
            return 4
        }
        let digits = text[(index + 1)...].prefix(3).prefix { (0x30...0x37).contains($0) }
        if !digits.isEmpty {
            let value = digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
            output.append(UInt8(truncatingIfNeeded: value))
            return digits.count + 1
        }
        output.append(backslash)
        return 1
    }

    private static let characters: [UInt8: UInt8] = [
        backslash: backslash, UInt8(ascii: "'"): UInt8(ascii: "'"),
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "a"): 0x07,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
    ]
}
