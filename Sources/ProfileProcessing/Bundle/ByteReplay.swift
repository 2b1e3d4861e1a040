/// The edits that lead from one text to another, done again on a text of the same length as the first.
///
/// The other text holds the first with something lost, added or replaced, as damage leaves it. What both have in
/// common is found by going through them side by side, so that the cost is linear but for a bounded search at each
/// difference.
struct ByteReplay {
    private enum Step {
        /// Both say the same, but perhaps for the case of letters.
        case same(Range<Int>, Range<Int>)
        /// The first stands in the place of the second.
        case other(Range<Int>, Range<Int>)
    }

    private let original: [UInt8]
    private let edited: [UInt8]
    private let ignoresCase: Bool
    private var steps: [Step] = []

    private static let window = 56
    private static let longestMatch = 16
    private static let reach = 1 << 14

    /// Compares two texts.
    init(from original: [UInt8], to edited: [UInt8], ignoringCase ignoresCase: Bool = true) {
        self.original = original
        self.edited = edited
        self.ignoresCase = ignoresCase
        compare()
    }

    /// The number of bytes that both texts share.
    var sharedCount: Int {
        steps.reduce(0) { count, step in
            if case .same(let range, _) = step { count + range.count } else { count }
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
        guard text.count == original.count else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(edited.count)
        for step in steps {
            switch step {
            case .same(let from, let to):
                for (place, byte) in zip(from, edited[to]) {
                    let now = text[place]
                    let differs = byte != original[place]
                    output.append(differs ? Self.withCase(of: byte, now) : now)
                }
            case .other(let from, let to):
                output += replacement(
                    Array(edited[to]), Array(original[from]), Array(text[from]))
            }
        }
        return output
    }

    private static func withCase(of byte: UInt8, _ letter: UInt8) -> UInt8 {
        guard (letter | 0x20) >= 0x61, (letter | 0x20) <= 0x7A else { return letter }
        return letter & ~0x20 | byte & 0x20
    }

    private func isSame(_ one: UInt8, _ other: UInt8) -> Bool {
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
            while from < original.count, to < edited.count, isSame(original[from], edited[to]) {
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
        where !isSame(original[from + offset], edited[to + offset]) { return false }
        return true
    }
}
