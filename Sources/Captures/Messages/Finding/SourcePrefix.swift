internal import WireText

/// The text that one source of a log, such as a process and its thread, writes before each of its
/// lines.
///
/// Times, dates and the numbers of parts differ from line to line.
struct SourcePrefix {
    /// The numbers that may differ.
    enum Numbers: CaseIterable {
        /// Those of times, dates and parts (`3/7`); the number of a process names the source.
        case ofTimes
        case all
    }

    private let prefix: ArraySlice<UInt8>
    private let text: ArraySlice<UInt8>
    private let numbers: Numbers

    /// The number of its bytes.
    var count: Int { prefix.count }

    /// Takes what stands before the value in its first line.
    ///
    /// - Parameters:
    ///   - start: The place where the value begins.
    ///   - bound: The earliest place where its line may begin.
    ///   - numbers: The numbers that may differ.
    ///   - text: The text.
    init(
        before start: Int, lineFrom bound: LinePrefix.Bound, differingIn numbers: Numbers,
        in text: ArraySlice<UInt8>
    ) {
        let lineStart = LinePrefix.lineStart(of: start, bound, in: text) ?? start
        prefix = text[lineStart..<start]
        self.text = text
        self.numbers = numbers
    }

    /// The part of the prefix that a line begins with, and the place after it.
    ///
    /// A name before the first piece, such as `SAMLResponse=`, need not be repeated.
    func match(at lineStart: Int) -> (count: Int, end: Int) {
        var place = prefix.startIndex
        var index = lineStart
        var shared = (count: 0, end: lineStart)
        while place < prefix.endIndex, index < text.endIndex {
            let byte = prefix[place]
            let width =
                numbers == .all
                ? LinePrefix.alignedWidth(of: prefix[place...], at: index, in: text) : 0
            if width > 0 {
                place += width
                index += width
            } else if byte.isDigit {
                let own = prefix[place...].prefix(while: \.isDigit)
                let other = text[index...].prefix(LinePrefix.longest).prefix(while: \.isDigit)
                guard !other.isEmpty, mayDiffer(own) || own.elementsEqual(other) else { break }
                place = own.endIndex
                index = other.endIndex
            } else {
                guard byte == text[index] else { break }
                place += 1
                index += 1
                // Within a word, what is alike may belong to the value.
                if !Base64Run.isDigit[Int(byte)] {
                    shared = (place - prefix.startIndex, index)
                }
            }
        }
        return place == prefix.endIndex ? (prefix.count, index) : shared
    }

    private func mayDiffer(_ number: ArraySlice<UInt8>) -> Bool {
        numbers == .all || isJoined(to: number.startIndex - 1, by: -1, number.count)
            || isJoined(to: number.endIndex, by: 1, number.count)
    }

    /// Returns whether a number and the next one are parts of a time, a date or a fraction.
    private func isJoined(to place: Int, by step: Int, _ digitCount: Int) -> Bool {
        guard prefix.indices.contains(place), prefix.indices.contains(place + step),
            prefix[place + step].isDigit
        else { return false }
        switch prefix[place] {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: "/"),
            UInt8(ascii: "T"):
            return true
        // "[412:9911]" are a process and its thread.
        case UInt8(ascii: ":"): return digitCount <= 2
        default: return false
        }
    }
}
