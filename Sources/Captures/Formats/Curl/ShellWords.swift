internal import WireText

/// The commands of a text in the quoting of a POSIX shell, as words.
///
/// Nothing is ever run or looked up: what a shell would replace is refused.
struct ShellWords {
    private let text: [UInt8]
    private var place = 0
    /// The line of the latest command, from 1.
    private(set) var line = 1
    private var countedTo = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// Returns the words of the next command, `nil` at the end.
    ///
    /// - Throws: A ``CaptureError`` for a command that is refused or not complete; the next one can be read.
    mutating func next() throws(CaptureError) -> [[UInt8]]? {
        while place < text.count, text[place].isWhiteSpace || isSeparator(text[place]) {
            place += 1
        }
        guard place < text.count else { return nil }
        line += text[countedTo..<place].count { $0 == 0x0A }
        countedTo = place
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var isRefused = false
        while place < text.count {
            let byte = text[place]
            place += 1
            switch byte {
            case 0x0A: place -= 1
            case 0x20, 0x09, 0x0D:
                if let ended = word.take() { words.append(ended) }
                continue
            case UInt8(ascii: "\\"): takeEscape(into: &word)
            case UInt8(ascii: "'"):
                word = word ?? []
                word?.append(contentsOf: try quoted())
            case UInt8(ascii: "\""):
                word = word ?? []
                isRefused = !(try takeDoubleQuoted(into: &word)) || isRefused
            case UInt8(ascii: "$"):
                if peek() == UInt8(ascii: "'") {
                    place += 1
                    word = word ?? []
                    try takeEscapedQuoted(into: &word)
                } else {
                    isRefused = isRefused || beginsExpansion
                    append(byte, to: &word)
                }
            case UInt8(ascii: "#") where word == nil: skipComment()
            // As PowerShell continues a line; behind another one it ends a substitution.
            case UInt8(ascii: "`") where !isRefused && endsLine: skipLineEnd()
            case UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "("), UInt8(ascii: ")"):
                isRefused = true
            default:
                guard !isSeparator(byte) else {
                    place -= 1
                    break
                }
                append(byte, to: &word)
                continue
            }
            if place < text.count, text[place] == 0x0A || isSeparator(text[place]) { break }
        }
        if let word { words.append(word) }
        if isRefused { throw Self.refusal }
        return words
    }

    static let refusal = CaptureError(
        .invalidCapture, detail: "the curl command, in which a shell would replace something,")

    private static let unclosed = CaptureError(.invalidCapture, detail: "the curl command")

    private func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: "&")
    }

    private func peek() -> UInt8? { place < text.count ? text[place] : nil }

    /// A Boolean value that indicates whether what follows a dollar sign makes it a variable or a substitution.
    private var beginsExpansion: Bool {
        guard let next = peek() else { return false }
        switch next {
        case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "_"), UInt8(ascii: "\""),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "@"),
            UInt8(ascii: "?"), UInt8(ascii: "$"), UInt8(ascii: "!"):
            return true
        default: return false
        }
    }

    private mutating func skipComment() {
        while let byte = peek(), byte != 0x0A { place += 1 }
    }

    /// Takes what a backslash outside quotes protects; a backslash at the end continues the line, also one behind which a
    /// program left blanks.
    private mutating func takeEscape(into word: inout [UInt8]?) {
        if endsLine { return skipLineEnd() }
        guard let byte = peek() else { return }
        place += 1
        append(byte, to: &word)
    }

    /// A Boolean value that indicates whether only blanks follow on the line, as behind the mark that continues it.
    private var endsLine: Bool {
        let rest = text[place...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        return rest.first ?? 0x0A == 0x0A
    }

    private mutating func skipLineEnd() {
        place = text[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    }

    private func append(_ byte: UInt8, to word: inout [UInt8]?) {
        if word == nil { word = [] }
        word?.append(byte)
    }

    private mutating func quoted() throws(CaptureError) -> ArraySlice<UInt8> {
        guard let end = text[place...].firstIndex(of: UInt8(ascii: "'")) else {
            place = text.count
            throw Self.unclosed
        }
        defer { place = end + 1 }
        return text[place..<end]
    }

    /// Takes text in double quotes; returns false if a shell would replace something in it.
    private mutating func takeDoubleQuoted(
        into word: inout [UInt8]?
    ) throws(CaptureError) -> Bool {
        var isPlain = true
        while let byte = peek() {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return isPlain
            case UInt8(ascii: "\\"):
                guard let next = peek() else { break }
                switch next {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"):
                    word?.append(next)
                    place += 1
                case 0x0A: place += 1
                default: word?.append(byte)
                }
            default:
                let isExpansion =
                    byte == UInt8(ascii: "$") && beginsExpansion && peek() != UInt8(ascii: "\"")
                isPlain = isPlain && byte != UInt8(ascii: "`") && !isExpansion
                word?.append(byte)
            }
        }
        throw Self.unclosed
    }

    /// Takes text in `$'…'`, with the escapes of C.
    private mutating func takeEscapedQuoted(into word: inout [UInt8]?) throws(CaptureError) {
        while let byte = peek() {
            place += 1
            if byte == UInt8(ascii: "'") { return }
            guard byte == UInt8(ascii: "\\"), let escape = peek() else {
                word?.append(byte)
                continue
            }
            place += 1
            switch escape {
            case UInt8(ascii: "n"): word?.append(0x0A)
            case UInt8(ascii: "r"): word?.append(0x0D)
            case UInt8(ascii: "t"): word?.append(0x09)
            case UInt8(ascii: "a"): word?.append(0x07)
            case UInt8(ascii: "b"): word?.append(0x08)
            case UInt8(ascii: "f"): word?.append(0x0C)
            case UInt8(ascii: "v"): word?.append(0x0B)
            case UInt8(ascii: "e"): word?.append(0x1B)
            case UInt8(ascii: "x"):
                if let value = number(radix: 16, most: 2) {
                    word?.append(UInt8(truncatingIfNeeded: value))
                }
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                let value = number(radix: 16, most: escape == UInt8(ascii: "u") ? 4 : 8)
                let scalar = value.flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}"
                word?.append(contentsOf: Array(String(Character(scalar)).utf8))
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                place -= 1
                if let value = number(radix: 8, most: 3) {
                    word?.append(UInt8(truncatingIfNeeded: value))
                }
            default: word?.append(escape)
            }
        }
        throw Self.unclosed
    }

    private mutating func number(radix: Int, most: Int) -> UInt32? {
        var value: UInt32?
        for _ in 0..<most {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
                digit < radix
            else { break }
            value = (value ?? 0) &* UInt32(radix) &+ UInt32(digit)
            place += 1
        }
        return value
    }
}
