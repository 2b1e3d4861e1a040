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

extension Int {
    /// The number with a comma between thousands.
    var grouped: String {
        guard magnitude >= 1000 else { return String(self) }
        return (self / 1000).grouped + "," + String(magnitude % 1000 + 1000).dropFirst()
    }

    /// Returns the number and the noun, in the plural unless the number is 1.
    func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
