/// Hexadecimal digits, two a byte.
@usableFromInline
package enum Hexadecimal {
    /// Returns the lower-case digits of bytes.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes { append(byte, to: &digits) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the two digits of a byte; `ten` is the digit for 10.
    package static func append(
        _ byte: UInt8, to output: inout [UInt8], ten: UInt8 = UInt8(ascii: "a")
    ) {
        output.append(digit(byte >> 4, ten: ten))
        output.append(digit(byte & 0x0F, ten: ten))
    }

    /// Returns the digit of a value below 16; `ten` is the digit for 10.
    static func digit(_ value: UInt8, ten: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : ten + value - 10
    }

    /// Returns the value of a digit in either case, `nil` for other bytes.
    @inlinable
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static let fewestDigits = 32

    /// Returns the bytes that digits of either case write, with white space between them or without; `nil` where others
    /// stand between them, or for a few.
    package static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var digits = text.filter { $0 > 0x20 }
        if digits.starts(with: "0x".utf8) || digits.starts(with: "\\x".utf8) {
            digits.removeFirst(2)
        }
        guard digits.count >= fewestDigits, digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
