/// The characters beyond ASCII that pseudonyms replace.
enum NonASCII {
    /// Returns whether a character is no punctuation, accent or space, so that it may tell something.
    static func isReplaced(_ value: UInt32) -> Bool {
        guard value >= 0x80, let scalar = Unicode.Scalar(value) else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse, .unassigned:
            // The micro sign is a sign.
            return value != 0xB5
        case .otherSymbol:
            // Drawings and signs; not digits in circles, braille or flags.
            switch value {
            case 0x80..<0xC0, 0x2116, 0x2117, 0x2120, 0x2122, 0x2190..<0x2460, 0x2500..<0x2800,
                0x2900..<0x2C00, 0xFFE0...0xFFFF:
                return false
            default: return true
            }
        case .nonspacingMark, .spacingMark, .enclosingMark:
            // Accents; not the vowels of other scripts.
            switch value {
            case 0x300..<0x370, 0x1AB0..<0x1B00, 0x1DC0..<0x1E00, 0x20D0..<0x2100, 0xFE00..<0xFE10,
                0xFE20..<0xFE30:
                return false
            default: return true
            }
        case .format: return value >= 0xE0000
        default: return false
        }
    }

    /// Returns characters of the same kind and of as many bytes, in an order that the noise tells.
    static func others(than value: UInt32, _ noise: UInt8) -> [UInt32] {
        let kind = Unicode.Scalar(value)?.properties.generalCategory
        // Capitals and small letters often take turns.
        let steps = (0..<31).map { 2 * (1 + (UInt32(noise) + $0) % 31) }
        return (steps + steps.map { $0 + 1 } + [1]).map { value & ~0x3F | (value + $0) & 0x3F }
            .filter { other in
                other != value && isReplaced(other) && width(other) == width(value)
                    && Unicode.Scalar(other)?.properties.generalCategory == kind
            }
    }

    /// The number of decimal digits, which references have.
    private static func width(_ value: UInt32) -> Int { String(value).utf8.count }
}
