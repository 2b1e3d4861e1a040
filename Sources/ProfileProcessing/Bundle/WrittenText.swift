internal import WireText
internal import XMLCore

/// A text and the characters in it that are not plain ASCII, each with its value and the way it is written.
///
/// A letter in an escape is the same letter: `ü`, `&#xFC;`, `\u00fc`, `%C3%BC` and the misread `Ã¼` have one value.
struct WrittenText {
    /// A character beyond ASCII, or a letter or digit of ASCII in an escape.
    struct Character {
        let value: UInt32
        let range: Range<Int>
        let form: WrittenForm
    }

    let bytes: [UInt8]
    private(set) var characters: [Character] = []

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - takesLoneBytes: Whether an equals sign and two digits are an escape even if no letter of UTF-8 comes of it.
    init(_ bytes: [UInt8], lone takesLoneBytes: Bool = false) {
        self.bytes = bytes
        XML.spend(bytes: bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 {
                let end = bytes[index...].firstIndex { $0 < 0x80 } ?? bytes.count
                readRun(index..<end)
                index = end
            } else if let escape = Self.escape(in: bytes, at: index, lone: takesLoneBytes) {
                characters.append(escape)
                index = escape.range.upperBound
            } else {
                index += 1
            }
        }
    }

    /// Returns the only character of a text.
    static func single(_ slice: ArraySlice<UInt8>) -> Character? {
        let text = WrittenText(Array(slice))
        guard text.characters.count == 1, text.characters[0].range == text.bytes.indices else {
            return nil
        }
        return text.characters[0]
    }

    /// The text in UTF-8 without escapes of letters; `nil` where it has none.
    var plain: [UInt8]? {
        guard characters.contains(where: { $0.form != .utf8 }) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        for character in characters {
            output += bytes[index..<character.range.lowerBound]
            output += WrittenForm.utf8(of: character.value)
            index = character.range.upperBound
        }
        return output + bytes[index...]
    }

    /// Words with letters beyond ASCII, in small letters, and where they stand.
    var foreignWords: [(word: String, range: Range<Int>)] {
        guard characters.contains(where: { $0.value >= 0x80 }) else { return [] }
        var words: [(String, Range<Int>)] = []
        var word = String.UnicodeScalarView()
        var isForeign = false
        var (start, index, place) = (0, 0, 0)
        func finish(
            _ word: inout String.UnicodeScalarView, _ isForeign: inout Bool, _ range: Range<Int>
        ) {
            if isForeign { words.append((String(word).lowercased(), range)) }
            word = String.UnicodeScalarView()
            isForeign = false
        }
        while index < bytes.count {
            var value: UInt32?
            var end = index + 1
            if place < characters.count, characters[place].range.lowerBound == index {
                let character = characters[place]
                end = character.range.upperBound
                place += 1
                if character.value < 0x80 || NonASCII.isReplaced(character.value) {
                    value = character.value
                } else if (0x300..<0x370).contains(character.value), !word.isEmpty {
                    // An accent belongs to the letter before it.
                    isForeign = true
                    index = end
                    continue
                }
            } else if bytes[index].isLetterOrDigit {
                value = UInt32(bytes[index])
            }
            if let scalar = value.flatMap(Unicode.Scalar.init) {
                if word.isEmpty { start = index }
                word.append(scalar)
                isForeign = isForeign || scalar.value >= 0x80
            } else if !word.isEmpty {
                finish(&word, &isForeign, start..<index)
            }
            index = end
        }
        finish(&word, &isForeign, start..<index)
        return words
    }

    // MARK: Bytes beyond ASCII

    private mutating func readRun(_ range: Range<Int>) {
        if let text = String(validating: bytes[range], as: UTF8.self) {
            let scalars = Array(text.unicodeScalars)
            if readMisreading(of: scalars, in: range) { return }
            var index = range.lowerBound
            for scalar in scalars {
                let end = index + UTF8.width(scalar)
                characters.append(Character(value: scalar.value, range: index..<end, form: .utf8))
                index = end
            }
            return
        }
        var index = range.lowerBound
        while index < range.upperBound {
            let character =
                Self.scalar(in: bytes[index..<range.upperBound])
                ?? Self.surrogates(in: bytes[index..<range.upperBound])
                ?? Character(
                    value: WrittenForm.value(ofStray: bytes[index]), range: index..<index + 1,
                    form: .byte)
            characters.append(character)
            index = character.range.upperBound
        }
    }

    private static func scalar(in bytes: ArraySlice<UInt8>) -> Character? {
        guard let first = bytes.first, let length = WrittenForm.length(of: first) else {
            return nil
        }
        let sequence = bytes.prefix(length)
        guard let scalar = WrittenForm.scalar(of: sequence) else { return nil }
        return Character(value: scalar.value, range: sequence.indices, form: .utf8)
    }

    private static func surrogates(in bytes: ArraySlice<UInt8>) -> Character? {
        SurrogateBytes.scalar(at: bytes).map { scalar in
            let range = bytes.startIndex..<bytes.startIndex + SurrogateBytes.length
            return Character(value: scalar.value, range: range, form: .surrogates)
        }
    }

    private static let mostMisreadings = 3

    /// Reads a run of characters that are UTF-8 read in another encoding, perhaps more than once.
    private mutating func readMisreading(
        of scalars: [Unicode.Scalar], in range: Range<Int>
    ) -> Bool {
        var pages: [MisreadPage] = []
        var current = scalars
        while pages.count < Self.mostMisreadings,
            let (page, inner) = MisreadPage.undoing(current)
        {
            pages.append(page)
            current = inner
        }
        guard !pages.isEmpty else { return false }
        let form = WrittenForm.misread(pages)
        var found: [Character] = []
        var index = range.lowerBound
        for scalar in current {
            guard let written = form.writing(scalar.value),
                bytes[index..<range.upperBound].starts(with: written)
            else { return false }
            found.append(
                Character(
                    value: scalar.value, range: index..<index + written.count, form: form))
            index += written.count
        }
        guard index == range.upperBound else { return false }
        characters += found
        return true
    }

    // MARK: Escapes

    private static func escape(in bytes: [UInt8], at start: Int, lone: Bool) -> Character? {
        switch bytes[start] {
        case UInt8(ascii: "&"): reference(in: bytes, at: start)
        case UInt8(ascii: "\\"):
            unicodeEscape(in: bytes, at: start)
                ?? escapedBytes(in: bytes, at: start, mark: Array("\\x".utf8), lone: true)
        case UInt8(ascii: "%"): percentEscape(in: bytes, at: start)
        case UInt8(ascii: "="):
            escapedBytes(in: bytes, at: start, mark: [UInt8(ascii: "=")], lone: lone)
        default: nil
        }
    }

    /// A numeric or named reference, whose ampersand may be escaped itself, any number of times.
    private static func reference(in bytes: [UInt8], at start: Int) -> Character? {
        var index = start + 1
        while bytes[index...].starts(with: "amp;".utf8) { index += 4 }
        let longest = 12
        guard let end = bytes[index...].prefix(longest).firstIndex(of: UInt8(ascii: ";")),
            end > index
        else { return nil }
        let range = start..<end + 1
        let opening = Array(bytes[start..<index])
        guard bytes[index] == UInt8(ascii: "#") else {
            let name = String(decoding: bytes[index..<end], as: UTF8.self)
            guard let scalar = HTMLLetters.scalars[name] else { return nil }
            return Character(
                value: scalar.value, range: range,
                form: .entity(opening: opening, byteCount: end - index))
        }
        let isHexadecimal = index + 1 < end && bytes[index + 1] | 0x20 == UInt8(ascii: "x")
        let first = index + (isHexadecimal ? 2 : 1)
        guard let value = WrittenForm.number(bytes[first..<end], radix: isHexadecimal ? 16 : 10),
            isLetterOrBeyond(value)
        else { return nil }
        return Character(
            value: value, range: range,
            form: .reference(
                opening: opening + bytes[index..<first],
                WrittenForm.Digits(bytes[first..<end], radix: isHexadecimal ? 16 : 10)))
    }

    /// `\u0418`, or two of them for a letter above U+FFFF.
    private static func unicodeEscape(in bytes: [UInt8], at start: Int) -> Character? {
        func unit(at index: Int) -> UInt32? {
            guard index + 5 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else { return nil }
            return WrittenForm.number(bytes[(index + 2)..<index + 6], radix: 16)
        }
        guard let high = unit(at: start) else { return nil }
        // Programs write small digits; of those without a letter nothing tells it.
        let digits = WrittenForm.Digits(
            radix: 16,
            isSmall: !bytes[(start + 2)..<start + 6].contains { (0x41...0x46).contains($0) },
            width: 4)
        guard (0xD800...0xDBFF).contains(high) else {
            guard isLetterOrBeyond(high) else { return nil }
            return Character(
                value: high, range: start..<start + 6, form: .unicode(digits, slashes: 1))
        }
        let slashes = bytes[(start + 6)...].prefix { $0 == UInt8(ascii: "\\") }
        guard let last = slashes.indices.last, let low = unit(at: last),
            (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return Character(
            value: 0x10000 + ((high - 0xD800) << 10 | (low - 0xDC00)), range: start..<last + 6,
            form: .unicode(digits, slashes: slashes.count))
    }

    /// `%D0%98`, whose percent signs may be escaped as `%25`.
    private static func percentEscape(in bytes: [UInt8], at start: Int) -> Character? {
        var end = start + 1
        while bytes[end...].starts(with: "25".utf8), end + 3 < bytes.count,
            let value = WrittenForm.number(bytes[(end + 2)..<end + 4], radix: 16),
            value >= 0x80
                || bytes[(end + 2)...].starts(with: "25".utf8)
        {
            end += 2
        }
        XML.spend(bytes: end - start)
        return escapedBytes(in: bytes, at: start, mark: Array(bytes[start..<end]), lone: true)
    }

    /// Bytes of a letter, each behind a mark.
    private static func escapedBytes(
        in bytes: [UInt8], at start: Int, mark: [UInt8], lone: Bool
    ) -> Character? {
        func byte(at index: Int) -> UInt8? {
            let first = index + mark.count
            guard first + 1 < bytes.count, bytes[index...].starts(with: mark) else { return nil }
            // Quoted-printable has capitals; after an equals sign anything may stand.
            guard
                mark != [UInt8(ascii: "=")]
                    || bytes[first...first + 1].allSatisfy({ $0 < 0x61 })
            else { return nil }
            return WrittenForm.number(bytes[first...first + 1], radix: 16).map { UInt8($0) }
        }
        guard let first = byte(at: start) else { return nil }
        let width = mark.count + 2
        let digits = WrittenForm.Digits(
            bytes[(start + mark.count)..<start + width], radix: 16)
        if first < 0x80 {
            guard lone, isLetterOrBeyond(UInt32(first)) else { return nil }
            return Character(
                value: UInt32(first), range: start..<start + width,
                form: .bytes(mark: mark, digits, isUTF8: true))
        }
        if let length = WrittenForm.length(of: first) {
            let sequence = (0..<length).compactMap { byte(at: start + $0 * width) }
            if sequence.count == length, let scalar = WrittenForm.scalar(of: sequence[...]) {
                let range = start..<start + length * width
                let isSmall = bytes[range].contains { (0x61...0x66).contains($0) }
                return Character(
                    value: scalar.value, range: range,
                    form: .bytes(
                        mark: mark, WrittenForm.Digits(radix: 16, isSmall: isSmall, width: 2),
                        isUTF8: true))
            }
        }
        guard lone else { return nil }
        return Character(
            value: WrittenForm.value(ofStray: first), range: start..<start + width,
            form: .bytes(mark: mark, digits, isUTF8: false))
    }

    private static func isLetterOrBeyond(_ value: UInt32) -> Bool {
        value >= 0x80 || UInt8(value).isLetterOrDigit
    }
}
