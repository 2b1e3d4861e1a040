/// The encoding as one would write it in Swift without thinking of speed: one loop for each step.
enum StraightforwardEncoder {
    static func payload(_ message: [UInt8]) -> [UInt8] {
        percentEncoded(base64(trimmed(normalized(message))))
    }

    private static func normalized(_ message: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var isInRun = false
        var index = 0
        while index < message.count {
            let byte = message[index]
            if byte == 0x20 || byte == 0x09 {
                if !isInRun { output.append(0x20) }
                isInRun = true
                index += 1
                continue
            }
            isInRun = false
            let newline = newlineLength(message, at: index)
            if newline == 0 { output.append(byte) }
            index += max(newline, 1)
        }
        return output
    }

    private static func newlineLength(_ message: [UInt8], at index: Int) -> Int {
        if (0x0A...0x0D).contains(message[index]) { return 1 }
        if message[index...].starts(with: [0xC2, 0x85]) { return 2 }
        let rest = message[index...]
        return rest.starts(with: [0xE2, 0x80, 0xA8]) || rest.starts(with: [0xE2, 0x80, 0xA9])
            ? 3 : 0
    }

    /// The white space at the ends is Unicode's, and that is what `Character` knows best.
    private static func trimmed(_ message: [UInt8]) -> [UInt8] {
        guard let first = message.first, let last = message.last,
            first <= 0x20 || first >= 0x80 || last <= 0x20 || last >= 0x80
        else { return message }
        var text = Substring(String(decoding: message, as: UTF8.self))
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return Array(text.utf8)
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ message: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        for start in stride(from: 0, to: message.count, by: 3) {
            let count = min(3, message.count - start)
            var bits = 0
            for offset in 0..<3 {
                bits = bits << 8 | (offset < count ? Int(message[start + offset]) : 0)
            }
            for digit in 0..<4 {
                let value = bits >> (18 - 6 * digit) & 0x3F
                output.append(digit <= count ? alphabet[value] : UInt8(ascii: "="))
            }
        }
        return output
    }

    private static func percentEncoded(_ digits: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        for digit in digits {
            switch digit {
            case UInt8(ascii: "+"): output += "%2B".utf8
            case UInt8(ascii: "/"): output += "%2F".utf8
            case UInt8(ascii: "="): output += "%3D".utf8
            default: output.append(digit)
            }
        }
        return output
    }
}
