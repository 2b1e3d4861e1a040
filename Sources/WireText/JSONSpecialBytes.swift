extension [UInt8] {
    /// Returns the place of the first byte at or after `start` that a JSON string cannot simply contain: a
    /// quote, a backslash or a control character.
    package func firstSpecial(from start: Int) -> Int {
        unsafe withUnsafeBytes { buffer in
            func special(at offset: Int) -> UInt64 {
                Self.special(unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            var index = start
            // Messages are thousands of bytes without one, names are a few.
            while index &+ 32 <= buffer.count {
                let first = special(at: index) | special(at: index &+ 8)
                let second = special(at: index &+ 16) | special(at: index &+ 24)
                if (first | second) & 0x8080_8080_8080_8080 != 0 { break }
                index &+= 32
            }
            while index &+ 8 <= buffer.count, special(at: index) & 0x8080_8080_8080_8080 == 0 {
                index &+= 8
            }
            while index < buffer.count {
                let byte = unsafe buffer[index]
                if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
                index += 1
            }
            return index
        }
    }

    /// A word with high bits set when one of eight bytes is special, found without looking at
    /// them one by one.
    ///
    /// They may be set for bytes beside a special one, and are never all clear where there is one.
    private static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* 0x22
        let backslashes = word ^ ones &* 0x5C
        let isBelow = (word &- ones &* 0x20) & ~word
        let isQuote = (quotes &- ones) & ~quotes
        let isBackslash = (backslashes &- ones) & ~backslashes
        return isBelow | isQuote | isBackslash
    }
}
