/// The first part in which two texts differ, with what stands around it.
///
/// What follows the part is the same in both again, so that a reader sees what differs and not all that is behind it.
package struct DifferingPart: Hashable, Sendable {
    /// The number of bytes before the first one that differs.
    package let offset: Int
    /// What both have before the part; a piece of it if it is long.
    package let common: String
    /// The part in the first text.
    package let first: Side
    /// The part in the second text.
    package let second: Side

    /// The part in one of the texts.
    package struct Side: Hashable, Sendable {
        /// What only this text has; empty if something is only in the other one.
        package let differing: String
        /// What follows in this text; a piece of it if it is long.
        package let following: String
    }

    /// The number of equal bytes after which the texts count as equal again.
    private static let equalCount = 6

    /// Compares two texts; `nil` if they are the same bytes.
    ///
    /// - Parameters:
    ///   - first: The first text.
    ///   - second: The second text.
    ///   - before: The largest number of bytes to show before the difference.
    ///   - after: The largest number of bytes to show from the difference on.
    package init?(_ first: [UInt8], _ second: [UInt8], before: Int, after: Int) {
        guard first != second else { return nil }
        offset = zip(first, second).prefix { $0 == $1 }.count
        // A character of several bytes is shown whole.
        var start = offset
        while start > 0,
            Self.isWithinCharacter(first, start) || Self.isWithinCharacter(second, start)
        {
            start -= 1
        }
        var begin = max(0, start - before)
        while begin < start, Self.isWithinCharacter(first, begin) { begin += 1 }
        common = String(decoding: first[begin..<start], as: UTF8.self)
        let one = Self.window(first, from: start, count: after)
        let other = Self.window(second, from: start, count: after)
        let (length, otherLength) = Self.differingCounts(one, other)
        self.first = Side(one, length)
        self.second = Side(other, otherLength)
    }

    private static func isWithinCharacter(_ bytes: [UInt8], _ place: Int) -> Bool {
        place < bytes.count && bytes[place] & 0xC0 == 0x80
    }

    private static func window(
        _ bytes: [UInt8], from start: Int, count: Int
    ) -> ArraySlice<UInt8> {
        var end = min(bytes.count, start + count)
        while end > start, isWithinCharacter(bytes, end) { end -= 1 }
        return bytes[min(start, bytes.count)..<max(end, min(start, bytes.count))]
    }

    /// The numbers of bytes after which the texts go on alike; the fewest in all.
    private static func differingCounts(
        _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>
    ) -> (Int, Int) {
        guard !one.isEmpty, !other.isEmpty else { return (one.count, other.count) }
        for total in 1..<(one.count + other.count) {
            for skipped in max(0, total - other.count)...min(total, one.count) {
                let (rest, otherRest) = (one.dropFirst(skipped), other.dropFirst(total - skipped))
                guard let byte = rest.first, byte == otherRest.first, byte & 0xC0 != 0x80 else {
                    continue
                }
                let equal = zip(rest, otherRest).prefix { $0 == $1 }.count
                // Both end together, or one is cut off here.
                if equal >= equalCount || equal == rest.count || equal == otherRest.count {
                    return (skipped, total - skipped)
                }
            }
        }
        return (one.count, other.count)
    }
}

extension DifferingPart {
    /// Compares two whole values, in which everything between their equal ends differs; `nil` if they are the same.
    package init?(of first: String, and second: String) {
        let (one, other) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
        guard one != other else { return nil }
        let head = zip(one, other).prefix { $0 == $1 }.count
        let shorter = min(one.count, other.count)
        let tail = zip(one.reversed(), other.reversed()).prefix(shorter - head).prefix { $0 == $1 }
            .count
        func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(part))
        }
        common = text(one[..<head])
        offset = common.utf8.count
        self.first = Side(
            differing: text(one[head..<(one.count - tail)]), following: text(one.suffix(tail)))
        self.second = Side(
            differing: text(other[head..<(other.count - tail)]), following: text(other.suffix(tail))
        )
    }
}

extension DifferingPart.Side {
    fileprivate init(_ bytes: ArraySlice<UInt8>, _ count: Int) {
        self.init(
            differing: String(decoding: bytes.prefix(count), as: UTF8.self),
            following: String(decoding: bytes.dropFirst(count), as: UTF8.self))
    }
}
