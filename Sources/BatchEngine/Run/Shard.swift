package import Captures

/// One of several parts of an input, so that several machines can share it.
package struct Shard: Hashable, Sendable {
    /// Which part it is, counted from 1.
    package let number: Int
    /// The number of parts.
    package let count: Int

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - number: Which part it is, from 1 to `count`.
    ///   - count: How many parts there are. `nil` comes out when there is no such part.
    package init?(_ number: Int, of count: Int) {
        guard count >= 1, (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
    }

    /// The entries of the part: the parts follow each other, and none is larger by more than one.
    ///
    /// - Parameter total: The number of entries of the whole input.
    /// - Returns: The indexes of the part's entries.
    package func range(of total: Int) -> Range<Int> {
        // Without multiplying, so that no number of parts is too large.
        let (size, rest) = total.quotientAndRemainder(dividingBy: count)
        func start(_ part: Int) -> Int { part * size + min(part, rest) }
        return start(number - 1)..<start(number)
    }
}

extension CaptureReader {
    /// Reads to the end and counts, without looking into the entries.
    ///
    /// - Returns: The number of entries that were left.
    package consuming func countEntries() -> Int {
        var count = 0
        while next() != nil { count += 1 }
        return count
    }
}
