/// The content of a field that should hold a message: something to read, or what a recorder or an app wrote instead.
///
/// It means the same in a column, a member of JSON and a parameter.
enum FieldValue: Equatable {
    /// A value to be read as a message.
    case content
    /// Nothing, white space, or a word for nothing, such as `null` or `-`.
    case nothing
    /// A mask, such as `[REDACTED]` or `***`.
    case redacted
    /// A value with a mark where it was cut off, such as `…`.
    case truncated
    /// The text that Apple's unified log wrote instead.
    case leftOut(UnifiedLogMark)

    /// The longest text that says in words that something stood there.
    private static let longestRemark = 256
    /// The longest word for nothing.
    private static let longestWord = 16
    private static let nothings: Set = ["null", "nil", "none", "undefined", "n/a", "empty"]
    private static let maskWords = [
        "redacted", "masked", "removed", "sanitized", "overwritten", "filtered", "obfuscated",
    ]
    private static let brackets: [UInt8: UInt8] = [
        UInt8(ascii: ")"): UInt8(ascii: "("), UInt8(ascii: "]"): UInt8(ascii: "["),
        UInt8(ascii: ">"): UInt8(ascii: "<"),
    ]
    private static let ellipses = ["...", "\u{2026}", "\\u2026"].map { Array($0.utf8) }

    /// Judges a value without decoding it; a long one costs nothing.
    init(_ value: ArraySlice<UInt8>) {
        let value = Self.trimmed(value)
        if Self.isNothing(value) {
            self = .nothing
        } else if let mark = UnifiedLogMark(at: value.startIndex, in: value) {
            self = .leftOut(mark)
        } else if Self.isMask(value) {
            self = .redacted
        } else if Self.isCut(value) {
            self = .truncated
        } else {
            self = .content
        }
    }

    /// The error of a value that is not a message; `nil` for one to be read, and for nothing.
    var error: CaptureError? {
        switch self {
        case .content, .nothing: nil
        case .redacted: CaptureError(.redactedMessage)
        case .truncated: CaptureError(.truncatedMessage)
        case .leftOut(let mark): mark.error
        }
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = value.firstIndex(where: { $0 > 0x20 }),
            let last = value.lastIndex(where: { $0 > 0x20 })
        else { return value.prefix(0) }
        return value[first...last]
    }

    private static func isNothing(_ value: ArraySlice<UInt8>) -> Bool {
        guard let last = value.last else { return true }
        // The ruler of a printed table may be long.
        if value.allSatisfy({ $0 == UInt8(ascii: "-") }) { return true }
        guard value.count <= longestWord else { return false }
        let isBracketed = value.count > 2 && brackets[last].map { $0 == value.first } ?? false
        let word = isBracketed ? value.dropFirst().dropLast() : value
        if word.elementsEqual("\\N".utf8) || word.allSatisfy({ $0 == UInt8(ascii: "-") }) {
            return true
        }
        return nothings.contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    private static func isMask(_ value: ArraySlice<UInt8>) -> Bool {
        if ValueMarks.isMask(at: value.startIndex, in: value) { return true }
        guard value.count <= longestRemark, value.first != UInt8(ascii: "<") else { return false }
        let first = value.startIndex
        if value.count > 1, value.allSatisfy({ $0 == value[first] }),
            ["*", "x", "X", "#", "."].contains(Character(UnicodeScalar(value[first])))
        {
            return true
        }
        // A text with parameters is looked through.
        guard !value.contains(UInt8(ascii: "=")) else { return false }
        let text = value.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return maskWords.contains { text[...].contains($0) }
    }

    /// Returns whether one word, or what begins like XML, ends in a mark that the rest is missing.
    private static func isCut(_ value: ArraySlice<UInt8>) -> Bool {
        guard let rest = withoutCutMark(value), let first = rest.first else { return false }
        return first == UInt8(ascii: "<") || rest.allSatisfy { $0 > 0x20 }
    }

    /// The value before the mark at its end; `nil` if there is none.
    private static func withoutCutMark(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if let rest = withoutEllipsis(value) { return rest }
        guard let opening = value.last.flatMap({ brackets[$0] }),
            let start = value.suffix(longestWord * 2).lastIndex(of: opening)
        else { return nil }
        let remark = value[(start + 1)...].dropLast()
        let text = remark.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard
            text.starts(with: "trunc".utf8) || text.starts(with: "cut".utf8)
                || ellipses.contains(text)
        else { return nil }
        let before = trimmed(value[..<start])
        return withoutEllipsis(before) ?? before
    }

    private static func withoutEllipsis(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for mark in ellipses where value.suffix(mark.count).elementsEqual(mark) {
            return trimmed(value.dropLast(mark.count))
        }
        return nil
    }
}
