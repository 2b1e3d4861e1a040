internal import WireText

/// The pieces of Base64 that one program wrote by several calls of its log, each as a line, whatever their width.
///
/// Lines of other sources may stand between them.
struct Base64Pieces {
    /// The result of reading the lines after the first piece.
    enum Reading {
        /// A message from its beginning to its end.
        case whole([UInt8])
        /// Pieces that together are not a whole message.
        case incomplete
        /// More text has to be seen.
        case unfinished
        /// No pieces.
        case none
    }

    let reading: Reading
    /// The places of the lines after the first that are pieces.
    private(set) var lines: [Range<Int>] = []
    /// The number of bytes that were read.
    private(set) var readCount = 0

    /// The number and the size of lines of other sources between two pieces.
    private static let mostOthers = 16
    private static let longestOther = 4096
    /// The number of digits with which a line looks like a piece.
    private static let fewestDigits = 40

    /// Reads the lines that may carry on a value whose first line holds the beginning of a message.
    ///
    /// - Parameters:
    ///   - start: The place where the value begins in its first line.
    ///   - text: The text.
    ///   - isWhole: Whether nothing follows the text.
    ///   - bound: The earliest place where the first line may begin.
    init(
        from start: Int, in text: ArraySlice<UInt8>, isWhole: Bool,
        lineFrom bound: LinePrefix.Bound
    ) {
        var reading = Reading.none
        for numbers in SourcePrefix.Numbers.allCases {
            guard var lines = Lines(from: start, in: text, isWhole: isWhole) else { break }
            lines.read(
                SourcePrefix(before: start, lineFrom: bound, differingIn: numbers, in: text))
            readCount += lines.next - start
            if let message = lines.message {
                reading = .whole(message)
                self.lines = lines.places
                break
            }
            if lines.isUnfinished {
                reading = .unfinished
                break
            }
            if lines.hasPiece {
                reading = .incomplete
                self.lines = lines.places
            }
        }
        self.reading = reading
    }

    /// The lines of a value, as far as they were read.
    private struct Lines {
        /// The place where the next line begins.
        private(set) var next: Int
        private(set) var isUnfinished = false
        /// A Boolean value that indicates whether a line looks like another piece.
        private(set) var hasPiece = false
        private(set) var places: [Range<Int>] = []
        private var bytes: [UInt8]
        private let text: ArraySlice<UInt8>
        private let isWhole: Bool

        init?(from start: Int, in text: ArraySlice<UInt8>, isWhole: Bool) {
            self.text = text
            self.isWhole = isWhole
            let end = Self.digitEnd(from: start, in: text)
            guard let next = Self.lineEnd(after: end, in: text) else { return nil }
            bytes = Array(text[start..<end])
            self.next = next
        }

        mutating func read(_ prefix: SourcePrefix) {
            var othersLeft = Base64Pieces.mostOthers
            while next < text.endIndex {
                let start = Self.contentStart(prefix.match(at: next).end, in: text)
                let end = Self.digitEnd(from: start, in: text)
                if end == text.endIndex, !isWhole { break }
                if let following = take(start..<end) {
                    guard following > next else { return }
                    next = following
                    othersLeft = Base64Pieces.mostOthers
                    continue
                }
                let other = text[next...].prefix(Base64Pieces.longestOther)
                guard othersLeft > 0, let feed = other.firstIndex(of: UInt8(ascii: "\n")) else {
                    isUnfinished = !isWhole && othersLeft > 0 && other.endIndex == text.endIndex
                    return
                }
                othersLeft -= 1
                next = feed + 1
            }
            isUnfinished = !isWhole
        }

        /// Takes the digits of a line if it may be a piece; returns the start of the next line, or of this one if it is
        /// the last.
        private mutating func take(_ digits: Range<Int>) -> Int? {
            let isLong = digits.count >= Base64Pieces.fewestDigits
            if isLong, MessageShape.isBeginning(Array(text[digits].prefix(4096))) { return next }
            let following = Self.lineEnd(after: digits.upperBound, in: text)
            let padding = text[digits.upperBound...].prefix { $0 == UInt8(ascii: "=") }
            // The last line may be padding only.
            guard !digits.isEmpty || !padding.isEmpty else { return nil }
            guard following != nil || isEnd(padding) else { return nil }
            hasPiece = hasPiece || isLong
            bytes += text[digits] + padding
            places.append(next..<padding.endIndex)
            return following ?? next
        }

        /// The message that the pieces make, without words after it that look like Base64; `nil` if they make none.
        var message: [UInt8]? {
            guard !places.isEmpty else { return nil }
            // The second character of the padding may stand on a line of its own.
            let isHalf = bytes.last == UInt8(ascii: "=") && bytes.count % 4 == 3
            let bytes = isHalf ? bytes + [UInt8(ascii: "=")] : bytes
            if case .complete = MessageShape(of: bytes) { return bytes }
            guard let count = MessageShape.count(ofSpaced: bytes[...]), count < bytes.count else {
                return nil
            }
            let fitting = Array(bytes[..<count])
            if case .complete = MessageShape(of: fitting) { return fitting }
            return nil
        }

        // MARK: Places

        private static func contentStart(_ index: Int, in text: ArraySlice<UInt8>) -> Int {
            text[index...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? text.endIndex
        }

        private static func digitEnd(from start: Int, in text: ArraySlice<UInt8>) -> Int {
            text[start...].firstIndex {
                !Base64Run.isDigit[Int($0)] && $0 != UInt8(ascii: "%")
            } ?? text.endIndex
        }

        /// The start of the next line where a line ends at an index, behind the mark with which sendmail wraps it
        /// and the codes that end a color.
        private static func lineEnd(after index: Int, in text: ArraySlice<UInt8>) -> Int? {
            let longestEnd = 8
            let end = index + TerminalCode.length(at: index, in: text)
            var rest = text[end...].prefix(longestEnd)
            if rest.first == UInt8(ascii: "!") { rest = rest.dropFirst() }
            rest = rest.drop { $0 == 0x20 || $0 == UInt8(ascii: "\r") }
            return rest.first == UInt8(ascii: "\n") ? rest.startIndex + 1 : nil
        }

        /// Returns whether the last piece may end with its padding.
        private func isEnd(_ padding: ArraySlice<UInt8>) -> Bool {
            guard padding.endIndex < text.endIndex else { return true }
            switch text[padding.endIndex] {
            case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"),
                UInt8(ascii: "]"), UInt8(ascii: "}"):
                return !padding.isEmpty
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"), UInt8(ascii: "<"),
                UInt8(ascii: "\\"):
                return true
            default: return false
            }
        }
    }
}
