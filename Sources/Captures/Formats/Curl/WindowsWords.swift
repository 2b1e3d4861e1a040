internal import WireText

/// The commands of a text in the quoting of the Windows command line, as words.
///
/// Nothing is ever run or looked up.
struct WindowsWords {
    private let text: [UInt8]
    private var place = 0
    /// The line of the latest command, from 1.
    private(set) var line = 1
    private var countedTo = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// Returns whether a text is in this quoting: with carets before quotes or at the ends of lines.
    static func isUsed(in text: ArraySlice<UInt8>) -> Bool {
        ["^\"", "^\n", "^\r\n"].contains { text.contains(" \($0)") }
            || text.reversed().drop(while: \.isWhiteSpace).starts(with: "^ ".utf8)
    }

    /// Returns the words of the next command, `nil` at the end.
    mutating func next() throws(CaptureError) -> [[UInt8]]? {
        while place < text.count, text[place].isWhiteSpace || text[place] == UInt8(ascii: "&") {
            place += 1
        }
        guard place < text.count else { return nil }
        line += text[countedTo..<place].count { $0 == 0x0A }
        countedTo = place
        guard let command = command() else { throw ShellWords.refusal }
        return Self.words(of: command)
    }

    /// Returns the text of a command without the carets that the command line takes away; `nil` if it is refused.
    private mutating func command() -> [UInt8]? {
        var command: [UInt8] = []
        var isQuoted = false
        var isRefused = false
        scanning: while place < text.count {
            let byte = text[place]
            switch byte {
            case 0x0A: break scanning
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                command.append(byte)
            case UInt8(ascii: "^") where !isQuoted:
                place += 1
                if place < text.count, text[place] == 0x0D { place += 1 }
                if place < text.count, text[place] == 0x0A {
                    place += 1
                    if place < text.count, text[place] == 0x0D { place += 1 }
                }
                guard place < text.count else { break scanning }
                command.append(text[place])
            case UInt8(ascii: "^") where isEscape(after: command.last): break
            case UInt8(ascii: "&") where !isQuoted: break scanning
            case UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: ">"):
                isRefused = isRefused || !isQuoted
                command.append(byte)
            default: command.append(byte)
            }
            place += 1
        }
        return isRefused ? nil : command
    }

    /// Returns whether a caret between quotation marks escapes something, as browsers have written it there: `^%^2B`.
    private func isEscape(after last: UInt8?) -> Bool {
        let marks: [UInt8] = [UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "^")]
        return last == UInt8(ascii: "%")
            || place + 1 < text.count && marks.contains(text[place + 1])
    }

    /// Splits a command line as programs of Microsoft's compiler do: backslashes count before quotes only.
    private static func words(of command: [UInt8]) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var isQuoted = false
        var place = 0
        while place < command.count {
            let byte = command[place]
            place += 1
            if byte == UInt8(ascii: "\\") {
                let count = command[(place - 1)...].prefix { $0 == byte }.count
                place += count - 1
                let isBeforeQuote = place < command.count && command[place] == UInt8(ascii: "\"")
                word = word ?? []
                word?.append(
                    contentsOf: repeatElement(byte, count: isBeforeQuote ? count / 2 : count))
                if isBeforeQuote, count % 2 == 1 {
                    word?.append(UInt8(ascii: "\""))
                    place += 1
                }
            } else if byte == UInt8(ascii: "\"") {
                word = word ?? []
                if isQuoted, place < command.count, command[place] == byte {
                    word?.append(byte)
                    place += 1
                } else {
                    isQuoted.toggle()
                }
            } else if !isQuoted, byte.isWhiteSpace {
                if let ended = word.take() { words.append(ended) }
            } else {
                word = word ?? []
                word?.append(byte)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
