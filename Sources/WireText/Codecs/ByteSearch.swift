extension [UInt8] {
    /// Returns the next offset of `pattern`, or `nil` if there is none.
    ///
    /// The standard library's own search is generic and takes longer than a digest of the bytes.
    package func firstOffset(of pattern: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first else { return nil }
        var index = start
        while index + pattern.count <= count {
            if self[index] == first {
                var length = 1
                while length < pattern.count, self[index + length] == pattern[length] {
                    length += 1
                }
                if length == pattern.count { return index }
            }
            index += 1
        }
        return nil
    }

    /// Returns whether `pattern` stands somewhere.
    package func holds(_ pattern: [UInt8]) -> Bool { firstOffset(of: pattern, from: 0) != nil }

    /// The bytes with `replacement` wherever `pattern` stands.
    package func substituting(_ replacement: [UInt8], for pattern: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(count)
        var start = 0
        while let offset = firstOffset(of: pattern, from: start) {
            output += self[start..<offset]
            output += replacement
            start = offset + pattern.count
        }
        output += self[start...]
        return output
    }
}
