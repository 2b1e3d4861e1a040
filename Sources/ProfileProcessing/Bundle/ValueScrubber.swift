/// Replaces the words of a value by pseudonyms, and keeps what stands between them.
///
/// Punctuation, white space, escapes of other characters and the form of addresses stay: they are what damage is
/// told by. Every result has as many bytes as what it stands for.
struct ValueScrubber {
    var pseudonyms: Pseudonyms
    /// A Boolean value that indicates whether single letters beyond ASCII stay, which damage to encodings is told by.
    let keepsLetters: Bool

    /// The longest run of letters beyond ASCII that stays: a misread character becomes up to three.
    private static let longestKeptRun = 3

    /// A letter or digit and how it is written.
    private struct Letter {
        let character: UInt8
        let range: Range<Int>
    }

    /// Returns a value with its words replaced.
    mutating func value(_ bytes: [UInt8]) -> [UInt8] {
        let trimmed = bytes.filter { $0 > 0x20 }
        if trimmed.isEmpty { return bytes }
        let small = trimmed.map(ASCIIByte.small)
        if small.count <= 5,
            ["true", "false", "0", "1"].contains(String(decoding: small, as: UTF8.self))
        {
            return bytes
        }
        if Self.isMask(small) { return bytes }
        if BundleVocabulary.identifierStarts.contains(where: small.starts) {
            return words(bytes, keeping: BundleVocabulary.identifierWords)
        }
        if Self.isInPowers(trimmed) { return digits(bytes) }
        return words(bytes, keeping: [])
    }

    /// Returns a text with its words replaced but for some.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - kept: The words to keep, in small letters.
    ///   - keepsEscapes: Whether a backslash or an equals sign may begin an escape.
    /// - Returns: The text, of the same length.
    mutating func words(
        _ bytes: [UInt8], keeping kept: Set<[UInt8]>, escapes keepsEscapes: Bool = false
    ) -> [UInt8] {
        var output = bytes
        var index = 0
        var isAfterScheme = false
        while index < bytes.count {
            if let end = Self.endOfEscape(in: bytes, from: index, all: keepsEscapes) {
                index = end
                continue
            }
            if let host = Self.host(in: bytes, from: index, isAfterScheme: isAfterScheme) {
                let isKept = bytes[host].split { !ASCIIByte.isWord($0) }
                    .allSatisfy { kept.contains($0.map(ASCIIByte.small)) }
                if !isKept { output.replaceSubrange(host, with: pseudonyms.host(bytes[host])) }
                index = host.upperBound
                isAfterScheme = false
                continue
            }
            isAfterScheme = false
            var letters = Self.word(in: bytes, from: index)
            if !letters.isEmpty {
                // A letter with its accent after it is one letter.
                let next = bytes[letters[letters.count - 1].range.upperBound...].first
                if keepsLetters, next == 0xCC || next == 0xCD {
                    index = letters.removeLast().range.upperBound
                    if !letters.isEmpty { replace(letters, of: bytes, in: &output, keeping: kept) }
                    continue
                }
                replace(letters, of: bytes, in: &output, keeping: kept)
                index = letters[letters.count - 1].range.upperBound
                isAfterScheme = bytes[index...].starts(with: "://".utf8)
                if isAfterScheme { index += 3 }
                continue
            }
            index =
                bytes[index] < 0x80
                ? index + 1 : replaceLetters(of: bytes, from: index, in: &output)
        }
        return output
    }

    private mutating func replace(
        _ letters: [Letter], of bytes: [UInt8], in output: inout [UInt8], keeping kept: Set<[UInt8]>
    ) {
        let word = letters.map(\.character)
        let small = word.map(ASCIIByte.small)
        if kept.contains(small) { return }
        let end = letters[letters.count - 1].range.upperBound
        if ["http", "https", "urn", "mailto"].contains(String(decoding: small, as: UTF8.self)),
            bytes[end...].first == UInt8(ascii: ":") || bytes[end...].starts(with: "%3A".utf8)
                || bytes[end...].starts(with: "%3a".utf8)
        {
            return
        }
        // A port that many use tells nothing.
        if let first = letters.first, first.range.lowerBound > 0,
            bytes[first.range.lowerBound - 1] == UInt8(ascii: ":"),
            ["80", "443", "8080", "8443"].contains(String(decoding: small, as: UTF8.self))
        {
            return
        }
        for (letter, byte) in zip(letters, pseudonyms.word(word)) {
            output.replaceSubrange(
                letter.range,
                with: Self.written(byte, like: bytes[letter.range], for: letter.character))
        }
    }

    // MARK: Letters beyond ASCII

    private mutating func replaceLetters(
        of bytes: [UInt8], from start: Int, in output: inout [UInt8]
    ) -> Int {
        let end = bytes[start...].firstIndex { $0 < 0x80 } ?? bytes.count
        let run = bytes[start..<end]
        guard let text = String(validating: run, as: UTF8.self) else {
            // Bytes of some other encoding.
            let letters = run.count { $0 >= 0xC0 }
            guard letters > Self.longestKeptRun || !keepsLetters && letters > 2 else { return end }
            var noise = pseudonyms.word(run.map { 0x61 + $0 % 26 })[...]
            for place in start..<end where bytes[place] >= 0xC0 && bytes[place] < 0xED {
                output[place] = 0xC0 + (bytes[place] - 0xC0 + 1 + (noise.popFirst() ?? 0) % 40) % 45
            }
            return end
        }
        let scalars = Array(text.unicodeScalars)
        if keepsLetters {
            let letters = scalars.filter(NonASCII.isReplaced)
            let isShort =
                scalars.count <= Self.longestKeptRun && letters.allSatisfy { $0.value < 0x250 }
            if letters.isEmpty || isShort { return end }
            // Letters of ASCII stay what they are in every encoding.
            output.replaceSubrange(
                start..<end, with: pseudonyms.word(run.map { 0x61 + $0 % 26 }))
            return end
        }
        let other = pseudonyms.letters(scalars)
        output.replaceSubrange(
            start..<end, with: Array(String(String.UnicodeScalarView(other)).utf8))
        return end
    }

    private mutating func digits(_ bytes: [UInt8]) -> [UInt8] {
        var output = bytes
        let digits = bytes.indices.filter { ASCIIByte.isDigit(bytes[$0]) }
        for (place, byte) in zip(digits, pseudonyms.word(digits.map { bytes[$0] })) {
            output[place] = byte
        }
        return output
    }

    // MARK: Forms

    /// Returns whether a value in small letters stands for one that was hidden.
    private static func isMask(_ small: [UInt8]) -> Bool {
        if small.count >= 4, Set(small).count == 1, let first = small.first,
            first == UInt8(ascii: "x") || !ASCIIByte.isWord(first)
        {
            return true
        }
        let word = small.filter(ASCIIByte.isWord)
        return small.count <= word.count + 8 && BundleVocabulary.marks.contains(word)
    }

    private static func isInPowers(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "E"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == UInt8(ascii: "+"), parts[1].count > 1,
            parts[0].first.map(ASCIIByte.isDigit) == true
        else { return false }
        return (parts[0] + parts[1].dropFirst()).allSatisfy {
            ASCIIByte.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
        }
    }

    /// Returns the letters of the word that begins at a place, escaped ones included.
    private static func word(in bytes: [UInt8], from start: Int) -> [Letter] {
        var letters: [Letter] = []
        var index = start
        while index < bytes.count, let letter = letter(in: bytes, at: index) {
            letters.append(letter)
            index = letter.range.upperBound
        }
        return letters
    }

    private static func letter(in bytes: [UInt8], at index: Int) -> Letter? {
        let byte = bytes[index]
        if ASCIIByte.isWord(byte) { return Letter(character: byte, range: index..<index + 1) }
        guard byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&"),
            let (value, end) = escaped(in: bytes, at: index), value < 0x80,
            ASCIIByte.isWord(UInt8(value))
        else { return nil }
        return Letter(character: UInt8(value), range: index..<end)
    }

    /// Returns the character of a percent escape or a numeric reference, and its end.
    private static func escaped(in bytes: [UInt8], at index: Int) -> (value: Int, end: Int)? {
        if bytes[index] == UInt8(ascii: "%") {
            guard index + 2 < bytes.count,
                let value = Int(
                    String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            else { return nil }
            return (value, index + 3)
        }
        guard index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "#"),
            let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        else { return nil }
        let isHexadecimal = bytes[index + 2] | 0x20 == UInt8(ascii: "x")
        let digits = bytes[(index + (isHexadecimal ? 3 : 2))..<end]
        guard
            let value = Int(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        else { return nil }
        return (value, end + 1)
    }

    /// Returns a letter written as another one was.
    private static func written(
        _ byte: UInt8, like escape: ArraySlice<UInt8>, for character: UInt8
    ) -> [UInt8] {
        guard escape.count > 1, let first = escape.first else { return [byte] }
        let isSmall = escape.contains { $0 >= 0x61 && $0 <= 0x66 }
        func digits(_ value: UInt8, _ radix: Int, _ width: Int) -> [UInt8] {
            let text = Array(String(value, radix: radix, uppercase: !isSmall).utf8)
            return Array(repeating: 0x30, count: max(0, width - text.count)) + text
        }
        if first == UInt8(ascii: "%") { return [first] + digits(byte, 16, 2) }
        let body = escape.dropFirst(2).dropLast()
        let start = Array(escape.prefix(2))
        if body.first.map({ $0 | 0x20 }) == UInt8(ascii: "x"), let mark = body.first {
            return start + [mark] + digits(byte, 16, body.count - 1) + [UInt8(ascii: ";")]
        }
        var number = digits(byte, 10, body.count)
        // Of the small letters only three have two digits.
        if number.count > body.count {
            number = digits(character == 0x61 ? 0x62 : 0x61, 10, body.count)
        }
        return start + number + [UInt8(ascii: ";")]
    }

    /// Returns the end of an escape that stands for no letter or digit of ASCII.
    private static func endOfEscape(in bytes: [UInt8], from index: Int, all: Bool) -> Int? {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") {
            if let (value, end) = escaped(in: bytes, at: index) {
                return value < 0x80 && ASCIIByte.isWord(UInt8(value)) ? nil : end
            }
            guard byte == UInt8(ascii: "&"),
                let end = bytes[index...].prefix(10).firstIndex(of: UInt8(ascii: ";")),
                BundleVocabulary.entities.contains(Array(bytes[(index + 1)..<end]))
            else { return nil }
            // What was escaped twice is an escape, too.
            let rest = bytes[(end + 1)...]
            guard bytes[(index + 1)..<end].elementsEqual("amp".utf8),
                let second = rest.prefix(9).firstIndex(of: UInt8(ascii: ";")),
                BundleVocabulary.entities.contains(Array(rest[..<second]))
            else { return end + 1 }
            return second + 1
        }
        if byte == UInt8(ascii: "_"), index + 6 < bytes.count,
            ["_x000D_", "_x000A_", "_x0009_"].contains(
                String(decoding: bytes[index..<index + 7], as: UTF8.self))
        {
            return index + 7
        }
        guard all else { return nil }
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
            guard bytes[index + 1] | 0x20 == UInt8(ascii: "u"), index + 5 < bytes.count else {
                return "nrtbf".utf8.contains(bytes[index + 1]) ? index + 2 : nil
            }
            let value = UInt32(
                String(decoding: bytes[(index + 2)..<index + 6], as: UTF8.self), radix: 16)
            return value.map { $0 >= 0x80 || !ASCIIByte.isWord(UInt8($0)) } == true
                ? index + 6 : nil
        }
        if byte == UInt8(ascii: "="), index + 2 < bytes.count,
            let value = UInt8(
                String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16),
            !ASCIIByte.isWord(value)
        {
            return index + 3
        }
        return nil
    }

    /// Returns the range of a host name that begins at a place: labels between dots, the last of letters.
    private static func host(
        in bytes: [UInt8], from start: Int, isAfterScheme: Bool
    ) -> Range<Int>? {
        guard ASCIIByte.isWord(bytes[start]),
            start == 0 || !ASCIIByte.isWord(bytes[start - 1])
                || isEscapeEnd(in: bytes, before: start)
        else { return nil }
        var end = start
        while end < bytes.count,
            ASCIIByte.isWord(bytes[end]) || bytes[end] == UInt8(ascii: ".")
                || bytes[end] == UInt8(ascii: "-")
        {
            end += 1
        }
        while end > start, !ASCIIByte.isWord(bytes[end - 1]) { end -= 1 }
        let labels = bytes[start..<end].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty }), let last = labels.last else { return nil }
        if isAfterScheme { return start..<end }
        guard labels.count > 1, last.count > 1, last.allSatisfy(ASCIIByte.isLetter) else {
            return nil
        }
        return start..<end
    }

    private static func isEscapeEnd(in bytes: [UInt8], before index: Int) -> Bool {
        index >= 3 && bytes[index - 3] == UInt8(ascii: "%")
    }
}
