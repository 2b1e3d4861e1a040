import WireText

/// Text that is safe to print on a terminal.
enum TerminalText {
    /// Returns the text with escapes for all characters that could control the terminal or change
    /// the text direction, and for invisible ones.
    static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isInvisible) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isInvisible {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a line of JSON with the same characters escaped as JSON has it, which leaves its values
    /// unchanged.
    ///
    /// - Parameter line: JSON on one line; strings in it have their ASCII controls escaped.
    /// - Returns: The same JSON.
    static func safe(json line: [UInt8]) -> [UInt8] {
        guard line.contains(where: { $0 >= 0x7F }) else { return line }
        var result: [UInt8] = []
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
            guard scalar.value >= 0x7F, scalar.isInvisible else {
                result += String(scalar).utf8
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            }
        }
        return result
    }

    /// Returns a duration in its largest suitable unit.
    static func span(seconds: Int64) -> String {
        let count = Int(seconds)
        return switch seconds.magnitude {
        case 0..<120: count.counted("second")
        case 120..<7200: (count / 60).counted("minute")
        case 7200..<172_800: (count / 3600).counted("hour")
        default: (count / 86_400).counted("day")
        }
    }
}
