internal import SAMLBindings
internal import WireText

/// A run of Base64 in a text, also wrapped, percent-encoded, or with characters written as JSON and HTML escape them.
struct Base64Run {
    /// The place after it.
    private(set) var end: Int
    /// The number of digits.
    private(set) var digitCount = 0

    /// The text before each of its lines but the first.
    private(set) var prefix: LinePrefix?

    /// A Boolean value that indicates whether it is in pieces that a program or a log broke it into.
    private(set) var isInPieces = false

    private let text: ArraySlice<UInt8>
    private let start: Int
    private let bound: LinePrefix.Bound
    private var isWrapped = false
    /// The longest line of those that encoders wrap.
    private static let longestWrap = 128
    /// The shortest line that another may continue.
    private static let shortestWrap = 40

    /// The table of digits in both alphabets.
    static let isDigit: [Bool] = (0...255).map { UInt8($0).isBase64Digit }

    /// Reads a run from an index.
    ///
    /// - Parameters:
    ///   - start: The place where it begins.
    ///   - text: The text.
    ///   - bound: The earliest place where its first line may begin.
    init(from start: Int, in text: ArraySlice<UInt8>, lineFrom bound: LinePrefix.Bound) {
        self.text = text
        self.start = start
        self.bound = bound
        end = start
        read()
    }

    private mutating func read() {
        var lineStart = end
        var isPadded = false
        while end < text.endIndex {
            let byte = text[end]
            if Self.isDigit[Int(byte)] {
                guard !isPadded else { return }
                digitCount += 1
                end += 1
            } else if byte == UInt8(ascii: "=") {
                guard digitCount > 0 else { return }
                isPadded = true
                end += 1
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                guard !isPadded, let next = continuation(of: lineStart..<end) else { return }
                end = next
                lineStart = next
            } else if let (length, meaning) = Self.escape(at: end, in: text) {
                switch meaning {
                case UInt8(ascii: "="): isPadded = digitCount > 0
                case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "%"):
                    guard !isPadded || meaning == UInt8(ascii: "%") else { return }
                    digitCount += 1
                default: if isPadded || digitCount == 0 { return }
                }
                guard digitCount > 0 else { return }
                end += length
            } else {
                guard !isPadded, let next = nextPiece(after: lineStart..<end) else { return }
                isInPieces = true
                end = next
                lineStart = next
            }
        }
    }

    /// The start of the next piece of a string.
    private func nextPiece(after piece: Range<Int>) -> Int? {
        guard (Self.shortestWrap...Self.longestWrap).contains(piece.count) else { return nil }
        let length = StringBreak.length(at: end, in: text)
        guard length > 0 else { return nil }
        let next = end + length
        let digits = text[next...].prefix(piece.count + 1).prefix { Self.isDigit[Int($0)] }
        return digits.isEmpty || digits.count > piece.count ? nil : next
    }

    /// The start of the next line if it continues the Base64 of a wrapped one.
    private mutating func continuation(of line: Range<Int>) -> Int? {
        guard (Self.shortestWrap...Self.longestWrap).contains(line.count) else { return nil }
        var start = end
        if text[start] == UInt8(ascii: "\r") { start += 1 }
        guard start < text.endIndex, text[start] == UInt8(ascii: "\n") else { return nil }
        start += 1
        if !isWrapped {
            isWrapped = true
            prefix = LinePrefix(of: self.start, next: start, bound: bound, in: text)
        }
        if let prefix {
            guard let prefixEnd = prefix.end(at: start) else { return nil }
            start = prefixEnd
        }
        while start < text.endIndex, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
        var index = start
        while index < text.endIndex, index - start <= Self.longestWrap,
            Self.isDigit[Int(text[index])]
        {
            index += 1
        }
        guard index > start, index - start <= line.count else { return nil }
        while index < text.endIndex, text[index] == UInt8(ascii: "=") { index += 1 }
        guard index < text.endIndex else { return start }
        switch text[index] {
        case 0x20, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ","), UInt8(ascii: ")"),
            UInt8(ascii: "\\"):
            return start
        default:
            // An escaped line break ends a line, too.
            let escape = Self.escape(at: index, in: text)
            return escape.map { $0.meaning == 0x0A || $0.meaning == 0x0D } == true ? start : nil
        }
    }

    /// The length and the meaning of an escape of a byte that Base64 has, or of a line break in it.
    private static func escape(
        at index: Int, in text: ArraySlice<UInt8>
    ) -> (length: Int, meaning: UInt8)? {
        switch text[index] {
        case UInt8(ascii: "%"):
            guard index + 2 < text.endIndex, let high = Hexadecimal.value(text[index + 1]),
                let low = Hexadecimal.value(text[index + 2])
            else { return nil }
            return (high << 4 | low).isInBase64.map { (3, $0) }
        case UInt8(ascii: "&"):
            guard let reference = CharacterReference(at: text[index...]), reference.bytes.count == 1
            else { return nil }
            return reference.bytes[0].isInBase64.map { (reference.length, $0) }
        case UInt8(ascii: "\\"):
            let backslashes = MarkupWriting.backslashCount(at: index, in: text)
            let place = index + backslashes
            guard place < text.endIndex else { return nil }
            switch text[place] {
            case UInt8(ascii: "/"): return (backslashes + 1, UInt8(ascii: "/"))
            case UInt8(ascii: "n"), UInt8(ascii: "r"):
                return (backslashes + 1, UInt8(ascii: "\n"))
            case UInt8(ascii: "x"):
                guard place + 2 < text.endIndex, let high = Hexadecimal.value(text[place + 1]),
                    let low = Hexadecimal.value(text[place + 2])
                else { return nil }
                return (high << 4 | low).isInBase64.map { (backslashes + 3, $0) }
            case UInt8(ascii: "u"):
                guard place + 4 < text.endIndex, ByteText.isText("u00", at: place, in: text),
                    let high = Hexadecimal.value(text[place + 3]),
                    let low = Hexadecimal.value(text[place + 4])
                else { return nil }
                return (high << 4 | low).isInBase64.map { (backslashes + 5, $0) }
            default: return nil
            }
        default: return nil
        }
    }
}

extension UInt8 {
    /// The byte itself if Base64, its percent-encoding or its wrapping has it escaped, else `nil`.
    fileprivate var isInBase64: UInt8? {
        switch self {
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "%"),
            UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            self
        default: nil
        }
    }
}
