/// A source whose lines are not those of its file: the two counts differ from certain places on.
protocol LineShifting: ByteSource {
    /// Returns by how much the number of the line grows more than line feeds say, up to an offset and since the last
    /// call.
    ///
    /// - Parameter offset: The offset in what the source gave, not before that of the last call.
    /// - Returns: The number of lines, which may be negative.
    func lineShift(upTo offset: Int) -> Int
}

/// The places at which line feeds of a file were removed or added.
struct LineShifts {
    private var shifts: ArraySlice<(offset: Int, count: Int)> = []
    /// So many are kept until they are asked for; formats without lines never ask.
    private static let most = 1 << 20

    mutating func add(_ count: Int, at offset: Int) {
        guard count != 0, shifts.count < Self.most else { return }
        shifts.append((offset, count))
    }

    mutating func take(upTo offset: Int) -> Int {
        var sum = 0
        while let first = shifts.first, first.offset <= offset {
            sum += first.count
            shifts.removeFirst()
        }
        return sum
    }
}
