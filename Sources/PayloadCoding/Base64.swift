/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64 {
    /// Appends the encoding of `octets` to `output`, without line breaks.
    public static func encode(_ octets: [UInt8], into output: inout [UInt8]) {
        output.reserveCapacity(output.count + encodedCount(forOctetCount: octets.count))
        Self.forEachDigit(of: octets) { output.append($0) }
    }

    /// The encoding of `octets`, without line breaks.
    public static func encoding(_ octets: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        encode(octets, into: &output)
        return output
    }

    /// The number of digits, padding included, that this many octets take.
    public static func encodedCount(forOctetCount count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    /// Calls `body` with each digit of the encoding, padding included.
    @inline(__always)
    static func forEachDigit(of octets: [UInt8], _ body: (UInt8) -> Void) {
        var index = 0
        while index + 3 <= octets.count {
            let group =
                UInt32(octets[index]) << 16 | UInt32(octets[index + 1]) << 8
                | UInt32(octets[index + 2])
            body(digit(group >> 18))
            body(digit(group >> 12))
            body(digit(group >> 6))
            body(digit(group))
            index += 3
        }
        switch octets.count - index {
        case 1:
            let group = UInt32(octets[index]) << 16
            body(digit(group >> 18))
            body(digit(group >> 12))
            body(padding)
            body(padding)
        case 2:
            let group = UInt32(octets[index]) << 16 | UInt32(octets[index + 1]) << 8
            body(digit(group >> 18))
            body(digit(group >> 12))
            body(digit(group >> 6))
            body(padding)
        default: break
        }
    }

    /// Decodes Base64 exactly as ``encode(_:into:)`` writes it.
    ///
    /// - Parameter digits: The Base64 text: no white space, complete padding, zero bits where the
    ///   last digit has bits to spare.
    /// - Throws: A ``PayloadDecodingError`` with the offset of the first octet that is not so.
    public static func decode(_ digits: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(digits.count / 4 * 3)
        var group: UInt32 = 0
        var significant = 0
        for (offset, octet) in digits.enumerated() {
            if octet == padding {
                try finish(
                    digits: digits, from: offset, group: group, significant: significant,
                    into: &output)
                return output
            }
            let value = values[Int(octet)]
            guard value < 64 else {
                throw PayloadDecodingError(.notABase64Digit, at: offset)
            }
            group = group << 6 | UInt32(value)
            significant += 1
            if significant == 4 {
                output.append(UInt8(truncatingIfNeeded: group >> 16))
                output.append(UInt8(truncatingIfNeeded: group >> 8))
                output.append(UInt8(truncatingIfNeeded: group))
                group = 0
                significant = 0
            }
        }
        guard significant == 0 else {
            throw PayloadDecodingError(.truncatedBase64, at: digits.count)
        }
        return output
    }

    /// Decodes Base64 that was wrapped into lines: spaces, tabs and line ends count for nothing.
    ///
    /// - Throws: A ``PayloadDecodingError`` whose offset counts the white space too.
    public static func decodeWrapped(_ text: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        guard text.contains(where: isWhiteSpace) else { return try decode(text) }
        let digits = text.filter { !isWhiteSpace($0) }
        do {
            return try decode(digits)
        } catch {
            throw PayloadDecodingError(
                error.code, at: offset(ofDigit: error.offset, in: text))
        }
    }

    /// Handles everything from the first padding character to the end.
    private static func finish(
        digits: [UInt8], from offset: Int, group: UInt32, significant: Int,
        into output: inout [UInt8]
    ) throws(PayloadDecodingError) {
        guard significant >= 2 else {
            throw PayloadDecodingError(.notABase64Digit, at: offset)
        }
        let end = offset + 4 - significant
        for index in offset..<min(end, digits.count) where digits[index] != padding {
            throw PayloadDecodingError(.notABase64Digit, at: index)
        }
        guard end <= digits.count else {
            throw PayloadDecodingError(.truncatedBase64, at: digits.count)
        }
        guard end == digits.count else {
            throw PayloadDecodingError(.octetsAfterPadding, at: end)
        }
        let spareBits: UInt32 = significant == 2 ? 0x0F : 0x03
        guard group & spareBits == 0 else {
            throw PayloadDecodingError(.spareBitsNotZero, at: offset - 1)
        }
        if significant == 2 {
            output.append(UInt8(truncatingIfNeeded: group >> 4))
        } else {
            output.append(UInt8(truncatingIfNeeded: group >> 10))
            output.append(UInt8(truncatingIfNeeded: group >> 2))
        }
    }

    private static func offset(ofDigit number: Int, in text: [UInt8]) -> Int {
        var seen = 0
        for (offset, octet) in text.enumerated() where !isWhiteSpace(octet) {
            if seen == number { return offset }
            seen += 1
        }
        return text.count
    }

    private static func isWhiteSpace(_ octet: UInt8) -> Bool {
        octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D
    }

    private static func digit(_ sixBits: UInt32) -> UInt8 {
        alphabet[Int(sixBits & 0x3F)]
    }

    private static let padding = UInt8(ascii: "=")

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The six bits each octet stands for, 0xFF for octets that are no digits.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
}
