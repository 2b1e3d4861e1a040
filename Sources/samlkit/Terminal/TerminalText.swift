/// Text that is safe to print on a terminal.
enum TerminalText {
    /// Returns the text with escapes for all characters that could control the terminal or change
    /// the text direction.
    static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFEFF:
            true
        default: false
        }
    }

    /// Returns the number with a comma between thousands.
    static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        groups.insert(digits, at: 0)
        return (number < 0 ? "-" : "") + groups.joined(separator: ",")
    }

    /// Returns the number and the noun, in the plural unless the number is 1.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// Returns a duration in its largest suitable unit.
    static func span(seconds: Int64) -> String {
        let (count, noun): (Int64, String) =
            switch seconds.magnitude {
            case 0..<120: (seconds, "second")
            case 120..<7200: (seconds / 60, "minute")
            case 7200..<172_800: (seconds / 3600, "hour")
            default: (seconds / 86_400, "day")
            }
        return TerminalText.count(Int(count), noun)
    }
}
