/// UTF-8 taken for Windows-1252 or for Latin-1, and back.
enum Windows1252 {
    /// The characters of the bytes 0x80 to 0x9F; those that stand for none are Latin-1's.
    private static let specials: [Unicode.Scalar] = Array(
        "\u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}\u{8D}\u{17D}\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{9D}\u{17E}\u{178}"
            .unicodeScalars)

    /// Every character beyond ASCII, the letters first.
    static let characters: [Character] =
        (0xC0...0xFF).map { Character(Unicode.Scalar(UInt8($0))) }
        + (0xA0...0xBF).map { Character(Unicode.Scalar(UInt8($0))) }
        + specials.map(Character.init)

    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value <= 0xFF { return UInt8(scalar.value) }
        return specials.firstIndex(of: scalar).map { UInt8(0x80 + $0) }
    }

    /// UTF-8 with every run of characters beyond ASCII that makes UTF-8 when it is written in
    /// Windows-1252 replaced by that, or `nil` where there is none.
    static func undoingMisreading(of utf8: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        var isChanged = false
        var index = 0
        while index < utf8.count {
            guard utf8[index] >= 0x80 else {
                output.append(utf8[index])
                index += 1
                continue
            }
            let end = utf8[index...].firstIndex { $0 < 0x80 } ?? utf8.endIndex
            let run = utf8[index..<end]
            let bytes = String(decoding: run, as: UTF8.self).unicodeScalars.map(byte)
            let candidate = bytes.compactMap(\.self)
            if candidate.count == bytes.count, isWellFormed(candidate) {
                output += candidate
                isChanged = true
            } else {
                output += run
            }
            index = end
        }
        return isChanged ? output : nil
    }

    /// Returns the result of reading non-ASCII UTF-8 as Windows-1252 and writing it as UTF-8.
    static func misreading(_ utf8: [UInt8], isLatin1: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count + utf8.count / 4)
        for byte in utf8 {
            let isSpecial = (0x80...0x9F).contains(byte) && !isLatin1
            let scalar = isSpecial ? specials[Int(byte) - 0x80] : Unicode.Scalar(byte)
            output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
        return output
    }

    private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    }
}
