extension [UInt8] {
    /// Returns the bytes with some ranges replaced, which are in order and apart.
    func replacing(_ edits: [(range: Range<Int>, replacement: [UInt8])]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(count + 64)
        var start = 0
        for edit in edits {
            output += self[start..<edit.range.lowerBound]
            output += edit.replacement
            start = edit.range.upperBound
        }
        return output + self[start...]
    }
}
