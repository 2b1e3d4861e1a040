/// Hexadecimal digits, two a byte.
@usableFromInline
package enum Hexadecimal {
    /// Returns the lower-case digits of bytes.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes { append(byte, to: &digits) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the two lower-case digits of a byte.
    package static func append(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(digit(byte >> 4, ten: UInt8(ascii: "a")))
        output.append(digit(byte & 0x0F, ten: UInt8(ascii: "a")))
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
}
