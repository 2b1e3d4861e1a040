/// Percent-decoding without vectors: the definition of ``PercentEncoding/decode(_:)``.
enum ScalarPercentEncoding {
    static func decode(_ text: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        guard var index = text.firstIndex(of: UInt8(ascii: "%")) else { return text }
        var output = Array(text[..<index])
        output.reserveCapacity(text.count)
        while index < text.count {
            let byte = text[index]
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
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

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
