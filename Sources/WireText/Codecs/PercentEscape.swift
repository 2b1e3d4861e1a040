/// Percent-encoding of a value for a path, a query or a form (RFC 3986, section 2.1).
package enum PercentEscape {
    /// Returns the text with everything but RFC 3986's unreserved characters as `%XX`, a space as `%20`.
    package static func text(_ text: String) -> String {
        String(decoding: bytes(text.utf8), as: UTF8.self)
    }

    /// Returns the bytes with everything but letters, digits and some marks as `%XX`, whose letters may be small.
    ///
    /// The usual marks are those that RFC 3986 does not reserve.
    package static func bytes(
        _ value: some Collection<UInt8>, except marks: String = "-._~", small isSmall: Bool = false
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(value.count + value.count / 16)
        for byte in value {
            if byte.isLetterOrDigit || marks.utf8.contains(byte) {
                output.append(byte)
            } else {
                append(byte, to: &output, small: isSmall)
            }
        }
        return output
    }

    /// Appends a byte as `%XX`.
    package static func append(
        _ byte: UInt8, to output: inout [UInt8], small isSmall: Bool = false
    ) {
        output.append(UInt8(ascii: "%"))
        Hexadecimal.append(byte, to: &output, ten: UInt8(ascii: isSmall ? "a" : "A"))
    }

    /// Returns the bytes with each `%XX` undone; what only begins like one stays.
    package static func undone(in text: ArraySlice<UInt8>) -> [UInt8] {
        guard var percent = text.firstIndex(of: UInt8(ascii: "%")) else { return Array(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text
        while true {
            output += rest[..<percent]
            let digits = rest[percent...].dropFirst().prefix(2)
            if digits.count == 2, let high = Hexadecimal.value(digits[digits.startIndex]),
                let low = Hexadecimal.value(digits[digits.startIndex + 1])
            {
                output.append(high << 4 | low)
                rest = rest[digits.endIndex...]
            } else {
                output.append(rest[percent])
                rest = rest[(percent + 1)...]
            }
            guard let next = rest.firstIndex(of: UInt8(ascii: "%")) else { return output + rest }
            percent = next
        }
    }
}
