/// The composed and decomposed forms of letters, for the scripts in which file systems and databases change them.
///
/// Characters are equal when they are canonically equivalent, so that a table of letters is all it takes.
enum UnicodeForms {
    /// Returns UTF-8 with letters and their marks composed (NFC), or `nil` if nothing changes.
    static func composed(_ utf8: [UInt8]) -> [UInt8]? {
        changed(utf8) { character in
            guard character.unicodeScalars.count > 1 else { return nil }
            return precomposed[character].map { Character($0) }
        }
    }

    /// Returns UTF-8 with letters decomposed (NFD), or `nil` if nothing changes.
    static func decomposed(_ utf8: [UInt8]) -> [UInt8]? {
        changed(utf8) { pairs[$0] }
    }

    private static func changed(
        _ utf8: [UInt8], _ change: (Character) -> Character?
    ) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        var isChanged = false
        var index = 0
        while index < utf8.count {
            // A run begins with the letter before its first byte beyond ASCII, which may have a mark.
            let next = utf8[index...].firstIndex { $0 >= 0x80 } ?? utf8.endIndex
            let start = next == utf8.endIndex ? next : max(index, next - 1)
            output += utf8[index..<start]
            let end = utf8[next...].firstIndex { $0 < 0x80 } ?? utf8.endIndex
            // The last letter of a run may carry the mark that follows it, so that runs are joined.
            for character in String(decoding: utf8[start..<end], as: UTF8.self) {
                if let other = change(character) {
                    output += String(other).utf8
                    if !String(other).utf8.elementsEqual(String(character).utf8) {
                        isChanged = true
                    }
                } else {
                    output += String(character).utf8
                }
            }
            index = end
        }
        return isChanged ? output : nil
    }

    private static func scalars(_ ranges: [ClosedRange<UInt32>]) -> [Unicode.Scalar] {
        ranges.flatMap { $0 }.compactMap { Unicode.Scalar($0) }
    }

    private static let precomposed: [Character: Unicode.Scalar] = {
        let letters = scalars([
            0xC0...0x24F, 0x386...0x3CE, 0x400...0x4FF, 0x1E00...0x1FFF, 0x3041...0x30FE,
            0xAC00...0xD7A3,
        ])
        return Dictionary(letters.map { (Character($0), $0) }, uniquingKeysWith: { one, _ in one })
    }()

    private static let pairs: [Character: Character] = {
        let marks = scalars([
            0x300...0x304, 0x306...0x30C, 0x30F...0x30F, 0x311...0x311, 0x31B...0x31B,
            0x323...0x331, 0x345...0x345, 0x3099...0x309A,
        ])
        let bases = scalars([
            0x41...0x5A, 0x61...0x7A, 0x391...0x3C9, 0x410...0x44F, 0x3041...0x30FD,
        ])
        var pairs: [Character: Character] = [:]
        for base in bases {
            for mark in marks {
                var text = String.UnicodeScalarView()
                text.append(base)
                text.append(mark)
                let pair = Character(String(text))
                guard let letter = precomposed[pair] else { continue }
                pairs[Character(letter)] = pair
            }
        }
        return pairs
    }()
}
