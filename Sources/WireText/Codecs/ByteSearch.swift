#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension UnsafeRawBufferPointer {
    /// Returns the first offset at which a text stands; `nil` if it does not, or is empty.
    package func offset(of text: UnsafeRawBufferPointer) -> Int? {
        guard let start = baseAddress, let wanted = text.baseAddress, let first = unsafe text.first
        else { return nil }
        var offset = 0
        while count - offset >= text.count {
            let room = count - offset - text.count + 1
            guard let place = unsafe memchr(start + offset, Int32(first), room) else { return nil }
            let found = unsafe UnsafeRawPointer(place) - start
            if unsafe memcmp(place, wanted, text.count) == 0 { return found }
            offset = found + 1
        }
        return nil
    }
}

extension [UInt8] {
    /// Returns the next offset of `pattern`, or `nil` where it does not stand.
    package func firstOffset(of pattern: [UInt8], from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            unsafe pattern.withUnsafeBytes { pattern in
                unsafe UnsafeRawBufferPointer(rebasing: bytes[start...]).offset(of: pattern)
            }
        }.map { start + $0 }
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

    /// The bytes with replacements for texts, one pair after the other.
    package func substituting(_ pairs: [(text: String, replacement: String)]) -> [UInt8] {
        pairs.reduce(self) { $0.substituting(Array($1.replacement.utf8), for: Array($1.text.utf8)) }
    }
}
