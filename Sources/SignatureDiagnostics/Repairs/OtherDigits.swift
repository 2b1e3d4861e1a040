internal import PayloadCoding
internal import WireText

/// Hexadecimal, Base32 and Base64 for URLs (RFC 4648, sections 5, 6 and 8), which some write where Base64 belongs.
enum OtherDigits {
    private static let fewestDigits = 32

    /// Returns the bytes that hexadecimal digits of either case write, `nil` where others stand between them.
    static func hexadecimal(_ text: [UInt8]) -> [UInt8]? {
        var digits = text.filter { $0 > 0x20 }
        if digits.starts(with: "0x".utf8) || digits.starts(with: "\\x".utf8) {
            digits.removeFirst(2)
        }
        guard digits.count >= fewestDigits, digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Hexadecimal.value(digits[index]),
                let low = Hexadecimal.value(digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns the bytes that Base64 for URLs writes, with or without padding, `nil` where it has none of its own digits.
    static func base64URL(_ text: [UInt8]) -> [UInt8]? {
        guard text.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else {
            return nil
        }
        var digits = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }.map { digit in
            switch digit {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: digit
            }
        }
        while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
        return try? Base64.decode(digits)
    }

    /// Returns the bytes that Base32 of either case writes, with or without padding, `nil` where it is not Base32.
    static func base32(_ text: [UInt8]) -> [UInt8]? {
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
}
