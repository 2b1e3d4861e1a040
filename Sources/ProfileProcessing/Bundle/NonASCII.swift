/// The characters beyond ASCII that pseudonyms replace.
enum NonASCII {
    /// Returns whether a character is not punctuation, an accent or a space, so that it may reveal
    /// something.
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

    /// The characters of the same kind as another and of as many bytes.
    struct Kin {
        /// Those an even distance away: capitals and small letters often take turns.
        private let alike: [UInt32]
        private let others: [UInt32]

        init(of value: UInt32) {
            let kind = Unicode.Scalar(value)?.properties.generalCategory
            func kin(_ steps: StrideTo<UInt32>) -> [UInt32] {
                steps.map { value & ~0x3F | (value + $0) & 0x3F }.filter { other in
                    NonASCII.width(other) == NonASCII.width(value)
                        && Unicode.Scalar(other)?.properties.generalCategory == kind
                        && NonASCII.isReplaced(other)
                }
            }
            alike = kin(stride(from: 2, to: 64, by: 2))
            others = kin(stride(from: 1, to: 64, by: 2))
        }

        /// Returns the first that fits, in an order that the noise tells.
        func first(from noise: UInt8, where fits: (UInt32) -> Bool) -> UInt32? {
            for kin in [alike, others] {
                for step in kin.indices {
                    let candidate = kin[(Int(noise) + step) % kin.count]
                    if fits(candidate) { return candidate }
                }
            }
            return nil
        }
    }

    /// The number of decimal digits, which references have.
    private static func width(_ value: UInt32) -> Int { String(value).utf8.count }
}
