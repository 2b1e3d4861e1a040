internal import WireText

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
            guard index + 2 < text.count, let high = Hexadecimal.value(text[index + 1]),
                let low = Hexadecimal.value(text[index + 2])
            else { throw PayloadDecodingError(.invalidPercentEncoding, at: index) }
            output.append(high << 4 | low)
            index += 3
        }
        return output
    }
}
