extension [UInt8] {
    /// Returns the place of the first byte from `start` to `end` that a JSON string cannot simply
    /// contain: a quote, a backslash or a control character; the end when there is none.
    @inlinable
    package func firstSpecial(from start: Int, to end: Int) -> Int {
        unsafe withUnsafeBytes { unsafe $0.firstSpecial(from: start, to: end) }
    }
}

extension UnsafeRawBufferPointer {
    @usableFromInline
    func firstSpecial(from start: Int, to end: Int) -> Int {
        let end = Swift.min(end, count)
        func special(at offset: Int) -> UInt64 {
            let word = unsafe loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return unsafe Self.special(UInt64(littleEndian: word)) & UInt64(repeating: 0x80)
        }
        var index = start
        // Names are a few bytes, messages are thousands without one.
        while index &+ 8 <= end, index < start &+ 16 {
            let found = special(at: index)
            if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index &+ 32 <= end {
            let first = special(at: index) | special(at: index &+ 8)
            let second = special(at: index &+ 16) | special(at: index &+ 24)
            if first | second != 0 { break }
            index &+= 32
        }
        while index &+ 8 <= end {
            let found = special(at: index)
            if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < end {
            let byte = unsafe self[index]
            if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
            index += 1
        }
        return index
    }

    /// A word with high bits set when one of eight bytes is special, found without looking at
    /// them one by one.
    ///
    /// The lowest of them is that of the first special byte; those above it may be set for no reason.
    private static func special(_ word: UInt64) -> UInt64 {
        word.marks(0x22) | word.marks(0x5C) | (word &- UInt64(repeating: 0x20)) & ~word
    }
}

extension UInt64 {
    /// Creates a word of eight equal bytes.
    init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// Returns a word whose lowest high bit of a byte is that of the first byte with a value; the bits above it and those
    /// that are not the highest of a byte mean nothing.
    func marks(_ byte: UInt8) -> UInt64 {
        let differences = self ^ UInt64(repeating: byte)
        return (differences &- UInt64(repeating: 1)) & ~differences
    }
}
