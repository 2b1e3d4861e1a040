/// The encoding in which mail programs write text (RFC 2045, section 6.7).
package enum QuotedPrintable {
    private static let sign = UInt8(ascii: "=")
    private static let longestLine = 76

    /// Appends what a text stands for, its lines joined where they were broken.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - bytes: Gets the bytes.
    ///   - isStrict: Whether only capitals are digits, as the standard has it.
    package static func decode(
        _ text: ArraySlice<UInt8>, into bytes: inout [UInt8], isStrict: Bool
    ) {
        var rest = text
        while let mark = rest.firstIndex(of: sign) {
            bytes += rest[..<mark]
            rest = rest[(mark + 1)...]
            if rest.first == 0x0A {
                rest = rest.dropFirst()
            } else if rest.starts(with: [0x0D, 0x0A]) {
                rest = rest.dropFirst(2)
            } else if let byte = byte(at: rest.prefix(2), isStrict: isStrict) {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(sign)
            }
        }
        bytes += rest
    }

    /// Returns the byte that two digits stand for; `nil` for anything else.
    package static func byte(at digits: ArraySlice<UInt8>, isStrict: Bool) -> UInt8? {
        guard digits.count == 2, !isStrict || digits.allSatisfy({ $0 < UInt8(ascii: "a") }),
            let high = Hexadecimal.value(digits[digits.startIndex]),
            let low = Hexadecimal.value(digits[digits.startIndex + 1])
        else { return nil }
        return high << 4 | low
    }

    /// Returns text in lines of at most 76 characters.
    static func encoding(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count + text.count / 8)
        var width = 0
        for byte in text {
            let isPlain = (0x20..<0x7F).contains(byte) && byte != sign || byte == 0x0A
            if byte != 0x0A, width + (isPlain ? 1 : 3) >= longestLine {
                output += [sign, 0x0A]
                width = 0
            }
            if isPlain {
                output.append(byte)
            } else {
                output.append(sign)
                Hexadecimal.append(byte, to: &output, ten: UInt8(ascii: "A"))
            }
            width = byte == 0x0A ? 0 : width + (isPlain ? 1 : 3)
        }
        return output
    }
}
