/// The edits that lead from one text to another, done again on a text of the same length as the first.
///
/// The other text holds the first with something lost, added or replaced, as damage leaves it. What both have in
/// common is found by going through them side by side, so that the cost is linear but for a bounded search at each
/// difference. A letter is the same in every way to write it, and is written in the way of the edited text.
struct ByteReplay {
    private enum Step {
        /// Both say the same, but perhaps for the case of letters.
        case same(Range<Int>, Range<Int>)
        /// The first replaces the second.
        case other(Range<Int>, Range<Int>)
    }

    /// A text as values of characters, and where each begins.
    private struct Units {
        let text: WrittenText
        private(set) var values: [UInt32] = []
        private var starts: [Int] = []
        private(set) var forms: [Int: WrittenForm] = [:]

        init(_ bytes: [UInt8]) {
            text = WrittenText(bytes)
            values.reserveCapacity(bytes.count)
            starts.reserveCapacity(bytes.count + 1)
            var index = 0
            for character in text.characters {
                append(index..<character.range.lowerBound)
                forms[values.count] = character.form
                values.append(character.value)
                starts.append(character.range.lowerBound)
                index = character.range.upperBound
            }
            append(index..<bytes.count)
            starts.append(bytes.count)
        }

        private mutating func append(_ range: Range<Int>) {
            for index in range {
                values.append(UInt32(text.bytes[index]))
                starts.append(index)
            }
        }

        var count: Int { values.count }

        func range(_ units: Range<Int>) -> Range<Int> {
            starts[units.lowerBound]..<starts[units.upperBound]
        }

        func bytes(_ units: Range<Int>) -> [UInt8] { Array(text.bytes[range(units)]) }
    }

    private let original: Units
    private let edited: Units
    private let ignoresCase: Bool
    private var steps: [Step] = []

    private static let window = 56
    private static let longestMatch = 16
    private static let reach = 1 << 14

    /// Compares two texts.
    init(from original: [UInt8], to edited: [UInt8], ignoringCase ignoresCase: Bool = true) {
        self.original = Units(original)
        self.edited = Units(edited)
        self.ignoresCase = ignoresCase
        compare()
    }

    /// The number of bytes that both texts share.
    var sharedCount: Int {
        steps.reduce(0) { count, step in
            if case .same(let range, _) = step {
                count + original.range(range).count
            } else {
                count
            }
        }
    }

    /// Returns a text with the same edits.
    ///
    /// - Parameters:
    ///   - text: A text as long as the original.
    ///   - replacement: Gives what stands for bytes that only the edited text has: those bytes, and what stood in
    ///     their place in the original and stands in the text.
    /// - Returns: The text, or `nil` if it is not as long as the original.
    func edits(
        on text: [UInt8],
        replacing replacement: (_ added: [UInt8], _ lost: [UInt8], _ now: [UInt8]) -> [UInt8]
    ) -> [UInt8]? {
        guard text.count == original.text.bytes.count else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(edited.text.bytes.count)
        for step in steps {
            switch step {
            case .same(let from, let to):
                for (place, other) in zip(from, to) {
                    output += written(text[original.range(place..<place + 1)], place, other)
                }
            case .other(let from, let to):
                output += replacement(
                    edited.bytes(to), original.bytes(from), Array(text[original.range(from)]))
            }
        }
        return output
    }

    /// Returns a character of the new text in the way that the edited text writes the one in its place.
    private func written(_ now: ArraySlice<UInt8>, _ place: Int, _ other: Int) -> [UInt8] {
        if let form = edited.forms[other], form != original.forms[place] {
            let value =
                WrittenText.single(now)?.value
                ?? (now.count == 1 ? now.first.map { UInt32($0) } : nil)
            return value.flatMap(form.writing) ?? Array(now)
        }
        if original.forms[place] != nil, edited.forms[other] == nil {
            return WrittenText.single(now).map { WrittenForm.utf8(of: $0.value) } ?? Array(now)
        }
        guard now.count == 1, let letter = now.first,
            edited.values[other] != original.values[place]
        else { return Array(now) }
        return [Self.withCase(of: UInt8(edited.values[other]), letter)]
    }

    private static func withCase(of byte: UInt8, _ letter: UInt8) -> UInt8 {
        guard (letter | 0x20) >= 0x61, (letter | 0x20) <= 0x7A else { return letter }
        return letter & ~0x20 | byte & 0x20
    }

    private func isSame(_ one: UInt32, _ other: UInt32) -> Bool {
        if one == other { return true }
        guard ignoresCase, one ^ other == 0x20 else { return false }
        let letter = one | 0x20
        return letter >= 0x61 && letter <= 0x7A
    }

    // MARK: Comparing

    private mutating func compare() {
        var (from, to) = (0, 0)
        while from < original.count || to < edited.count {
            let start = (from, to)
            while from < original.count, to < edited.count,
                isSame(original.values[from], edited.values[to])
            {
                from += 1
                to += 1
            }
            if from > start.0 { steps.append(.same(start.0..<from, start.1..<to)) }
            guard from < original.count || to < edited.count else { return }
            let (lost, added) = difference(at: from, to)
            steps.append(.other(from..<from + lost, to..<to + added))
            from += lost
            to += added
        }
    }

    /// Returns how many bytes differ on either side, until both say the same again.
    private func difference(at from: Int, _ to: Int) -> (lost: Int, added: Int) {
        let (fromRest, toRest) = (original.count - from, edited.count - to)
        guard fromRest > 0, toRest > 0 else { return (fromRest, toRest) }
        for total in 1...2 * Self.window {
            let length = min(Self.longestMatch, 2 + total)
            for lost in max(0, total - toRest)...max(0, min(total, fromRest))
            where total - lost <= toRest {
                if matches(from + lost, to + total - lost, length) { return (lost, total - lost) }
            }
        }
        for total in (2 * Self.window)..<Self.reach {
            guard total <= max(fromRest, toRest) else { break }
            if total <= toRest, matches(from, to + total, Self.longestMatch) { return (0, total) }
            if total <= fromRest, matches(from + total, to, Self.longestMatch) { return (total, 0) }
        }
        return (1, 1)
    }

    /// Returns whether so many bytes are the same, or all that are left on both sides.
    private func matches(_ from: Int, _ to: Int, _ length: Int) -> Bool {
        let (fromRest, toRest) = (original.count - from, edited.count - to)
        if fromRest < length || toRest < length, fromRest != toRest { return false }
        for offset in 0..<min(length, fromRest)
        where !isSame(original.values[from + offset], edited.values[to + offset]) { return false }
        return true
    }
}
