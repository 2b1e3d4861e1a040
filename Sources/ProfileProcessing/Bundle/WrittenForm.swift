internal import WireText

/// A way to write a character: as it is, in an escape, or in another encoding.
enum WrittenForm: Hashable {
    /// Digits of a number.
    struct Digits: Hashable {
        let radix: Int
        let isSmall: Bool
        let width: Int

        init(radix: Int, isSmall: Bool, width: Int) {
            self.radix = radix
            self.isSmall = isSmall
            self.width = width
        }

        init(_ digits: ArraySlice<UInt8>, radix: Int) {
            self.init(
                radix: radix, isSmall: digits.contains { (0x61...0x66).contains($0) },
                width: digits.count)
        }

        func writing(_ value: UInt32) -> [UInt8] {
            let text = Array(String(value, radix: radix, uppercase: !isSmall).utf8)
            return Array(repeating: 0x30, count: max(0, width - text.count)) + text
        }
    }

    case utf8
    /// Two surrogates of three bytes each.
    case surrogates
    /// A byte that is not UTF-8, as Windows-1252 has it.
    case byte
    /// UTF-8 that was read in other encodings, the last one first.
    case misread([MisreadPage])
    /// `&#1048;` or `&#x418;`, with what stands before the digits.
    case reference(opening: [UInt8], Digits)
    /// `&auml;`, with what stands before the name, and the length of the name.
    case entity(opening: [UInt8], byteCount: Int)
    /// `\u0418`, with the number of backslashes before a second one.
    case unicode(Digits, slashes: Int)
    /// `%D0%98`, `=D0=98` or `\xD0\x98`.
    case bytes(mark: [UInt8], Digits, isUTF8: Bool)

    /// Returns a character written so; `nil` where that is impossible.
    func writing(_ value: UInt32) -> [UInt8]? {
        switch self {
        case .utf8: return Self.utf8(of: value)
        case .surrogates:
            return value > 0xFFFF ? Unicode.Scalar(value).map(SurrogateBytes.bytes) : nil
        case .byte: return Self.stray(of: value).map { [$0] }
        case .misread(let pages):
            var bytes = Self.utf8(of: value)
            for page in pages.reversed() {
                bytes = bytes.flatMap { $0 < 0x80 ? [$0] : Self.utf8(of: page.value(of: $0)) }
            }
            return bytes
        case .reference(let opening, let digits):
            return opening + digits.writing(value) + [UInt8(ascii: ";")]
        case .entity(let opening, let byteCount):
            let names = Unicode.Scalar(value).flatMap { HTMLLetters.names[$0] }
            let name = names?.first { $0.utf8.count == byteCount }
            return name.map { opening + Array($0.utf8) + [UInt8(ascii: ";")] }
        case .unicode(let digits, let slashes):
            let start = [UInt8(ascii: "u")]
            let units = Self.units(of: value).map { start + digits.writing($0) }
            let slash = UInt8(ascii: "\\")
            return [slash] + units.joined(separator: Array(repeating: slash, count: slashes))
        case .bytes(let mark, let digits, let isUTF8):
            let bytes = isUTF8 ? Self.utf8(of: value) : Self.stray(of: value).map { [$0] }
            return bytes.map { $0.flatMap { mark + digits.writing(UInt32($0)) } }
        }
    }

    // MARK: Values

    private static let stray = CodePage.all[0]

    /// Returns the value of a byte that is not UTF-8.
    static func value(ofStray byte: UInt8) -> UInt32 { stray.character(of: byte).value }

    private static func stray(of value: UInt32) -> UInt8? {
        Unicode.Scalar(value).flatMap { stray.byte(of: $0) }
    }

    static func utf8(of value: UInt32) -> [UInt8] {
        Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    }

    private static func units(of value: UInt32) -> [UInt32] {
        guard value > 0xFFFF else { return [value] }
        let rest = value - 0x10000
        return [0xD800 + rest >> 10, 0xDC00 + rest & 0x3FF]
    }

    /// Returns the number of bytes of a letter beyond ASCII that begins with a byte.
    static func length(of first: UInt8) -> Int? {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    static func scalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.count == 1
        else { return nil }
        return text.unicodeScalars.first
    }

    static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> UInt32? {
        guard let first = digits.first, first.isLetterOrDigit else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: radix)
    }
}

/// An encoding of one byte a character in which UTF-8 was read, with the characters that some converters write.
struct MisreadPage: Hashable {
    /// The values of the bytes 0x80 to 0xFF.
    private let values: [UInt32]

    func value(of byte: UInt8) -> UInt32 { values[Int(byte) - 0x80] }

    /// Returns the text that was misread as this one, and the encoding it was read in; `nil` where that gives no UTF-8.
    static func undoing(_ scalars: [Unicode.Scalar]) -> (page: MisreadPage, text: [Unicode.Scalar])?
    {
        guard scalars.count > 1 else { return nil }
        let isLatin1 = scalars.allSatisfy { (0x80...0xFF).contains($0.value) }
        for page in isLatin1 ? [CodePage.latin1] : CodePage.all {
            // Undefined bytes of Windows-1252 are Latin-1's.
            let bytes = scalars.compactMap { page.byte(of: $0, controls: true) }
            guard bytes.count == scalars.count, let text = read(bytes) else { continue }
            var values = (UInt8(0x80)...0xFF).map { page.character(of: $0).value }
            for (byte, scalar) in zip(bytes, scalars) { values[Int(byte) - 0x80] = scalar.value }
            return (MisreadPage(values: values), text)
        }
        return nil
    }

    private static func read(_ bytes: [UInt8]) -> [Unicode.Scalar]? {
        String(validating: bytes, as: UTF8.self).map { Array($0.unicodeScalars) }
    }
}
