/// Percent-encoding as the cookbook applies it to Base64, and its inverse (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// Appends `octets` to `output` with every octet of ``reserved`` as `%XX`.
    public static func encode(_ octets: [UInt8], into output: inout [UInt8]) {
        let isReserved = isReserved
        output.reserveCapacity(output.count + octets.count)
        for octet in octets {
            if isReserved[Int(octet)] {
                output += [UInt8(ascii: "%"), highDigit(octet), lowDigit(octet)]
            } else {
                output.append(octet)
            }
        }
    }

    /// The ASCII characters that the cookbook's snippet encodes, from `!` to `]`.
    ///
    /// Of the Base64 alphabet these are `+`, `/` and `=`. Other octets pass unchanged.
    public static let reserved = Array("!*'();:@&=+$,/?%#[]".utf8)

    /// Decodes every `%XX`; everything else passes unchanged, `+` included.
    ///
    /// - Throws: A ``PayloadDecodingError`` with the offset of a `%` that two hexadecimal digits
    ///   do not follow.
    public static func decode(_ text: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        guard var index = text.firstIndex(of: UInt8(ascii: "%")) else { return text }
        var output = Array(text[..<index])
        output.reserveCapacity(text.count)
        while index < text.count {
            let octet = text[index]
            guard octet == UInt8(ascii: "%") else {
                output.append(octet)
                index += 1
                continue
            }
            guard index + 2 < text.count, let high = hexValue(text[index + 1]),
                let low = hexValue(text[index + 2])
            else { throw PayloadDecodingError(.invalidPercentEncoding, at: index) }
            output.append(high << 4 | low)
            index += 3
        }
        return output
    }

    /// The digit of the four high bits, upper-case.
    static func highDigit(_ octet: UInt8) -> UInt8 { hexDigit(octet >> 4) }

    /// The digit of the four low bits, upper-case.
    static func lowDigit(_ octet: UInt8) -> UInt8 { hexDigit(octet & 0x0F) }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static let isReserved: [Bool] = (0...255).map { reserved.contains(UInt8($0)) }
}
