/// The number of bytes that have to change to make one name of another.
///
/// A change is a byte that is added, lost, replaced or exchanged with its neighbor.
enum NameDistance {
    /// The longest names that are compared.
    static let longestName = 256

    /// Returns the number of changes; `nil` for more than a bound.
    ///
    /// It costs the length of the name times the bound.
    static func changes(from one: [UInt8], to other: [UInt8], atMost bound: Int) -> Int? {
        guard abs(one.count - other.count) <= bound, one.count <= longestName,
            other.count <= longestName
        else { return nil }
        let more = bound + 1
        var earlier: [Int] = []
        var last = (0...other.count).map { min($0, more) }
        for (place, byte) in one.enumerated() {
            var row = [Int](repeating: more, count: other.count + 1)
            row[0] = min(place + 1, more)
            let start = max(0, place - bound)
            let end = min(other.count, place + bound + 1)
            for column in start..<max(start, end) {
                var least = min(
                    last[column] + (byte == other[column] ? 0 : 1), last[column + 1] + 1,
                    row[column] + 1)
                if place > 0, column > 0, byte == other[column - 1], one[place - 1] == other[column]
                {
                    least = min(least, earlier[column - 1] + 1)
                }
                row[column + 1] = min(least, more)
            }
            if row.allSatisfy({ $0 > bound }) { return nil }
            earlier = last
            last = row
        }
        let changes = last[other.count]
        return changes <= bound ? changes : nil
    }
}
