internal import WireText
internal import XMLCore

/// Replaces the words of a value by pseudonyms, and keeps what stands between them.
///
/// Punctuation, white space, escapes of other characters and the form of addresses stay: they show the damage. Letters
/// in escapes and misread ones are replaced by others that are written in the same way. Every result has as many bytes
/// as what it stands for.
struct ValueScrubber {
    var pseudonyms: Pseudonyms
    /// Words with letters beyond ASCII that were replaced, in small letters.
    private(set) var foreignWords: Set<String> = []
    /// A Boolean value that indicates whether single letters beyond ASCII stay, because they show damage to encodings.
    let keepsLetters: Bool

    /// The longest run of letters beyond ASCII that stays: a misread character becomes up to three.
    private static let longestKeptRun = 3

    private static let shortestForeignWord = 4

    /// A letter or digit and how it is written.
    private struct Letter {
        let character: UInt8
        let range: Range<Int>
        var form: WrittenForm?
    }

    init(pseudonyms: Pseudonyms, keepsLetters: Bool) {
        self.pseudonyms = pseudonyms
        self.keepsLetters = keepsLetters
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
        if let time = TimeValue(bytes), let other = time.other(&pseudonyms) { return other }
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
        var endOfAccented = 0
        var hosts = HostRun()
        let text = WrittenText(bytes, lone: keepsEscapes)
        var characters = text.characters[...]
        while index < bytes.count {
            characters = characters.drop { $0.range.lowerBound < index }
            if characters.first?.range.lowerBound == index {
                let run = Self.run(of: characters)
                if !run.isEmpty {
                    replaceCharacters(run, of: bytes, in: &output)
                    index = run[run.endIndex - 1].range.upperBound
                    continue
                }
            } else if let end = Self.endOfEscape(in: bytes, from: index, all: keepsEscapes) {
                index = end
                continue
            }
            let beginsWord = Self.beginsWord(in: bytes, at: index)
            if beginsWord, index >= hosts.range.upperBound {
                hosts = HostRun(in: bytes, from: index)
            }
            if beginsWord, let host = hosts.host(from: index, isAfterScheme: isAfterScheme) {
                let isKept = bytes[host].split { !$0.isLetterOrDigit }
                    .allSatisfy { kept.contains($0.map(ASCIIByte.small)) }
                if !isKept { output.replaceSubrange(host, with: pseudonyms.host(bytes[host])) }
                index = host.upperBound
                isAfterScheme = false
                continue
            }
            isAfterScheme = false
            var letters = Self.word(in: bytes, from: index, characters)
            guard let last = letters.last else {
                index += 1
                continue
            }
            // A letter with its accent after it is one letter.
            if keepsLetters, last.range.upperBound >= endOfAccented {
                let (count, end) = Self.accentedRun(in: bytes, from: last.range.lowerBound)
                if count > Self.longestKeptRun { endOfAccented = end }
            }
            let next = bytes[last.range.upperBound...].first
            if keepsLetters, next == 0xCC || next == 0xCD, last.range.upperBound > endOfAccented {
                index = letters.removeLast().range.upperBound
                if !letters.isEmpty { replace(letters, of: bytes, in: &output, keeping: kept) }
                continue
            }
            replace(letters, of: bytes, in: &output, keeping: kept)
            index = last.range.upperBound
            isAfterScheme = bytes[index...].starts(with: "://".utf8)
            if isAfterScheme { index += 3 }
        }
        for (word, range) in text.foreignWords
        where word.unicodeScalars.count >= Self.shortestForeignWord
            && output[range] != bytes[range]
        {
            foreignWords.insert(word)
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
                with: Self.written(byte, like: letter))
        }
    }

    // MARK: Letters beyond ASCII

    /// Returns how many letters with accents behind them follow each other, and their end.
    private static func accentedRun(in bytes: [UInt8], from start: Int) -> (count: Int, end: Int) {
        var (count, index) = (0, start)
        while index + 2 < bytes.count, bytes[index].isLetter,
            bytes[index + 1] == 0xCC || bytes[index + 1] == 0xCD
        {
            count += 1
            index += 3
            while index + 1 < bytes.count, bytes[index] == 0xCC || bytes[index] == 0xCD {
                index += 2
            }
        }
        XML.spend(bytes: index - start)
        return (count, index)
    }

    /// Returns characters beyond ASCII that follow each other.
    private static func run(
        of characters: ArraySlice<WrittenText.Character>
    ) -> ArraySlice<WrittenText.Character> {
        var end = characters.startIndex
        while end < characters.endIndex, characters[end].value >= 0x80,
            end == characters.startIndex
                || characters[end - 1].range.upperBound == characters[end].range.lowerBound
        {
            end += 1
        }
        XML.spend(bytes: end - characters.startIndex)
        return characters[characters.startIndex..<end]
    }

    private mutating func replaceCharacters(
        _ run: ArraySlice<WrittenText.Character>, of bytes: [UInt8], in output: inout [UInt8]
    ) {
        let run = Array(run)
        let replaced = run.filter { NonASCII.isReplaced($0.value) }
        if replaced.isEmpty { return }
        if keepsLetters {
            let isShort =
                run.count <= Self.longestKeptRun && replaced.allSatisfy { $0.value < 0x250 }
            if isShort { return }
        }
        let others = pseudonyms.characters(run.map(\.value)) { place, value in
            run[place].form.writing(value)?.count == run[place].range.count
        }
        for (character, other) in zip(run, others) where other != character.value {
            let isPlain =
                switch character.form {
                case .utf8, .misread: true
                default: false
                }
            // Letters of ASCII stay what they are in every encoding.
            if let other, !(keepsLetters && isPlain),
                let written = character.form.writing(other)
            {
                output.replaceSubrange(character.range, with: written)
            } else {
                let letters = bytes[character.range].map {
                    $0 >= 0x80 ? 0x61 + $0 % 26 : $0
                }
                let word = pseudonyms.word(letters.filter(\.isLetterOrDigit))
                var rest = word[...]
                output.replaceSubrange(
                    character.range,
                    with: letters.map { $0.isLetterOrDigit ? rest.popFirst() ?? $0 : $0 })
            }
        }
    }

    private mutating func digits(_ bytes: [UInt8]) -> [UInt8] {
        var output = bytes
        let digits = bytes.indices.filter { bytes[$0].isDigit }
        for (place, byte) in zip(digits, pseudonyms.word(digits.map { bytes[$0] })) {
            output[place] = byte
        }
        return output
    }

    // MARK: Forms

    /// Returns whether a value in small letters stands for one that was hidden.
    private static func isMask(_ small: [UInt8]) -> Bool {
        if small.count >= 4, Set(small).count == 1, let first = small.first,
            first == UInt8(ascii: "x") || !first.isLetterOrDigit
        {
            return true
        }
        let word = small.filter(\.isLetterOrDigit)
        return small.count <= word.count + 8 && BundleVocabulary.marks.contains(word)
    }

    private static func isInPowers(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "E"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == UInt8(ascii: "+"), parts[1].count > 1,
            parts[0].first.map(\.isDigit) == true
        else { return false }
        return (parts[0] + parts[1].dropFirst()).allSatisfy {
            $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
        }
    }

    /// Returns the letters of the word that begins at a place, escaped ones included.
    private static func word(
        in bytes: [UInt8], from start: Int, _ characters: ArraySlice<WrittenText.Character>
    ) -> [Letter] {
        var letters: [Letter] = []
        var index = start
        var place = characters.startIndex
        while index < bytes.count {
            while place < characters.endIndex, characters[place].range.lowerBound < index {
                place += 1
            }
            if place < characters.endIndex, characters[place].range.lowerBound == index {
                let character = characters[place]
                guard character.value < 0x80 else { break }
                letters.append(
                    Letter(
                        character: UInt8(character.value), range: character.range,
                        form: character.form))
                index = character.range.upperBound
            } else if bytes[index].isLetterOrDigit {
                letters.append(Letter(character: bytes[index], range: index..<index + 1))
                index += 1
            } else {
                break
            }
        }
        XML.spend(bytes: index - start)
        return letters
    }

    /// Returns a letter written as another one was.
    private static func written(_ byte: UInt8, like letter: Letter) -> [UInt8] {
        guard let form = letter.form else { return [byte] }
        // Of the small letters only three have two digits.
        let candidates = [byte, letter.character == 0x61 ? 0x62 : 0x61]
        return candidates.lazy.compactMap { form.writing(UInt32($0)) }
            .first { $0.count == letter.range.count }
            ?? Array(repeating: UInt8(ascii: "x"), count: letter.range.count)
    }

    /// Returns the value of a percent escape or a numeric reference, and its end.
    private static func escaped(in bytes: [UInt8], at index: Int) -> (value: UInt32, end: Int)? {
        if bytes[index] == UInt8(ascii: "%") {
            guard index + 2 < bytes.count,
                let value = WrittenForm.number(bytes[index + 1...index + 2], radix: 16)
            else { return nil }
            return (value, index + 3)
        }
        guard index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "#"),
            let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        else { return nil }
        let isHexadecimal = bytes[index + 2] | 0x20 == UInt8(ascii: "x")
        let digits = bytes[(index + (isHexadecimal ? 3 : 2))..<end]
        return WrittenForm.number(digits, radix: isHexadecimal ? 16 : 10).map { ($0, end + 1) }
    }

    /// Returns the end of an escape that stands for no letter or digit of ASCII.
    private static func endOfEscape(in bytes: [UInt8], from index: Int, all: Bool) -> Int? {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") {
            if let (value, end) = escaped(in: bytes, at: index) {
                return value < 0x80 && UInt8(value).isLetterOrDigit ? nil : end
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
            ["_x000d_", "_x000a_", "_x0009_"].contains(
                String(
                    decoding: bytes[index..<index + 7].map(ASCIIByte.small), as: UTF8.self))
        {
            return index + 7
        }
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count,
            "nrt".utf8.contains(bytes[index + 1]),
            index + 2 == bytes.count || !bytes[index + 2].isLetterOrDigit
                || bytes[index...].starts(with: "\\r\\n".utf8)
        {
            return bytes[index...].starts(with: "\\r\\n".utf8) ? index + 4 : index + 2
        }
        guard all else { return nil }
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
            guard bytes[index + 1] | 0x20 == UInt8(ascii: "u"), index + 5 < bytes.count else {
                return "nrtbf".utf8.contains(bytes[index + 1]) ? index + 2 : nil
            }
            let value = UInt32(
                String(decoding: bytes[(index + 2)..<index + 6], as: UTF8.self), radix: 16)
            return value.map { $0 >= 0x80 || !UInt8($0).isLetterOrDigit } == true
                ? index + 6 : nil
        }
        if byte == UInt8(ascii: "="), index + 2 < bytes.count,
            let value = UInt8(
                String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16),
            !value.isLetterOrDigit
        {
            return index + 3
        }
        return nil
    }

    /// A run of the bytes that names of hosts consist of; what is asked of each word in it is found once.
    private struct HostRun {
        /// The beginning of the run, and the end of its last letter or digit.
        private(set) var range = 0..<0
        /// The last place where a label ends that is empty.
        private var lastGap = -1
        /// The last dot, if letters follow it and nothing else.
        private var lastDot: Int?

        init() {}

        init(in bytes: [UInt8], from start: Int) {
            var end = start
            var last = start
            while end < bytes.count, bytes[end].isLetterOrDigit || ".-".utf8.contains(bytes[end]) {
                if bytes[end].isLetterOrDigit { last = end + 1 }
                end += 1
            }
            XML.spend(bytes: end - start)
            range = start..<last
            guard let dot = bytes[range].lastIndex(of: UInt8(ascii: ".")) else { return }
            if last - dot > 2, bytes[dot + 1..<last].allSatisfy(\.isLetter) {
                lastDot = dot
            }
            for index in range.dropFirst() where bytes[index] == UInt8(ascii: ".") {
                if bytes[index - 1] == UInt8(ascii: ".") { lastGap = index }
            }
        }

        /// Returns the range of a name that begins with a word: labels between dots, the last of letters.
        func host(from start: Int, isAfterScheme: Bool) -> Range<Int>? {
            guard lastGap < start, isAfterScheme || lastDot ?? -1 > start else { return nil }
            return start..<range.upperBound
        }
    }

    /// Returns whether a word begins at a place.
    private static func beginsWord(in bytes: [UInt8], at index: Int) -> Bool {
        bytes[index].isLetterOrDigit
            && (index == 0 || !bytes[index - 1].isLetterOrDigit
                || isEscapeEnd(in: bytes, before: index))
    }

    private static func isEscapeEnd(in bytes: [UInt8], before index: Int) -> Bool {
        index >= 3 && bytes[index - 3] == UInt8(ascii: "%")
    }
}
