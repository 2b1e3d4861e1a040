/// Base32 (RFC 4648, section 6), which some write where Base64 belongs.
package enum Base32 {
    private static let fewestDigits = 32
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Returns the bytes that digits of either case write, with or without padding; `nil` for other text.
    package static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var digits = text.filter { $0 > 0x20 }[...]
        while digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
        guard digits.count >= fewestDigits else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 5 / 8)
        var bits: UInt16 = 0
        var count: UInt16 = 0
        for digit in digits {
            guard let value = value(digit) else { return nil }
            bits = bits << 5 | UInt16(value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= 1 << count - 1
            }
        }
        return bits == 0 ? bytes : nil
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x41...0x5A: digit - 0x41
        case 0x61...0x7A: digit - 0x61
        case 0x32...0x37: digit - 0x32 + 26
        default: nil
        }
    }

    /// Returns the digits of bytes, with padding.
    static func encoding(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 8 / 5 + 8)
        var bits: UInt16 = 0
        var count: UInt16 = 0
        for byte in bytes {
            bits = bits << 8 | UInt16(byte)
            count += 8
            while count >= 5 {
                count -= 5
                output.append(alphabet[Int(bits >> count)])
                bits &= 1 << count - 1
            }
        }
        if count > 0 { output.append(alphabet[Int(bits << (5 - count))]) }
        while !output.count.isMultiple(of: 8) { output.append(UInt8(ascii: "=")) }
        return output
    }
}
