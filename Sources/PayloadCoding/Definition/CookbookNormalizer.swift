/// The effect of the cookbook's normalization on a part of a message.
package enum CookbookForm {
    /// Returns whether text in the middle of a message changes: it has a tab, a newline, or two
    /// spaces.
    package static func changes(_ text: UnsafeRawBufferPointer) -> Bool {
        var previous: UInt8 = 0
        var index = 0
        while index < text.count {
            // Eight bytes above the space and below 0x80 at once; most text has no others.
            while index + 8 <= text.count {
                let word = unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let isBelow = (word &- 0x2121_2121_2121_2121) & ~word
                guard (word | isBelow) & 0x8080_8080_8080_8080 == 0 else { break }
                index += 8
                previous = 0
            }
            guard index < text.count else { break }
            let byte = unsafe text[index]
            switch byte {
            case 0x09...0x0D: return true
            case 0x20 where previous == 0x20: return true
            case 0xC2, 0xE2:
                if unsafe CookbookNormalizer.newlineLength(in: text, at: index) > 0 { return true }
            default: break
            }
            previous = byte
            index += 1
        }
        return false
    }
}

/// The white-space normalization of the published cookbook snippet, warts included.
///
/// This is the definition that every faster implementation is held equal to. The snippet works on
/// strings in three passes: replace the regular expression `[ \t]+` by one space; remove the
/// characters of `CharacterSet.newlines`; trim `CharacterSet.whitespacesAndNewlines`. Because the
/// passes are not repeated, two spaces that stood around a newline end up side by side.
enum CookbookNormalizer {
    static func append(_ utf8: [UInt8], to output: inout [UInt8]) {
        guard !utf8.isEmpty else { return }
        // Plain bytes are stored eight at a time, so that the last ones need room to spare.
        let capacity = utf8.count + MemoryLayout<UInt64>.size
        var normalized = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe utf8.withUnsafeBytes {
                count = unsafe fold($0, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
        trim(&normalized)
        if output.isEmpty { output = normalized } else { output += normalized }
    }

    /// Copies `utf8` without newlines and with one space for each run of spaces and tabs.
    ///
    /// - Returns: The number of bytes written, at most as many as are read.
    private static func fold(
        _ utf8: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        var count = 0
        var index = 0
        var isInRun = false
        while index &+ 8 <= utf8.count {
            let word = UInt64(
                littleEndian: unsafe utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            unsafe output.storeBytes(
                of: word.littleEndian, toByteOffset: count, as: UInt64.self)
            let others = unusual(word, isInRun: isInRun)
            if others == 0 {
                count &+= 8
                index &+= 8
                isInRun = word >> 56 == 0x20
                continue
            }
            let plain = others.trailingZeroBitCount / 8
            count &+= plain
            index &+= plain
            if plain > 0 { isInRun = word >> (plain &* 8 &- 8) & 0xFF == 0x20 }
            unsafe foldByte(utf8, at: &index, into: output, at: &count, isInRun: &isInRun)
            // Most lines are indented, and what is left of the run after eight spaces comes next.
            guard index &+ 8 <= utf8.count else { break }
            let spaces = unsafe leadingSpaceCount(
                utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            unsafe output[count] = UInt8(ascii: " ")
            count &+= spaces > 0 && !isInRun ? 1 : 0
            index &+= spaces
            isInRun = isInRun || spaces > 0
        }
        while index < utf8.count {
            unsafe foldByte(utf8, at: &index, into: output, at: &count, isInRun: &isInRun)
        }
        return count
    }

    /// Copies one byte, or skips a newline or a further space of a run.
    @inline(__always)
    private static func foldByte(
        _ utf8: UnsafeRawBufferPointer, at index: inout Int,
        into output: UnsafeMutableRawBufferPointer, at count: inout Int, isInRun: inout Bool
    ) {
        let byte = unsafe utf8[index]
        if byte == UInt8(ascii: "\n") {
            index &+= 1
            isInRun = false
        } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
            unsafe output[count] = UInt8(ascii: " ")
            count &+= isInRun ? 0 : 1
            index &+= 1
            isInRun = true
        } else {
            let newline = unsafe newlineLength(in: utf8, at: index)
            if newline == 0 {
                unsafe output[count] = byte
                count &+= 1
            }
            index &+= max(newline, 1)
            isInRun = false
        }
    }

    private static func leadingSpaceCount(_ word: UInt64) -> Int {
        (word.littleEndian ^ 0x2020_2020_2020_2020).trailingZeroBitCount / 8
    }

    /// The high bits of those of eight bytes, the first one lowest, that are perhaps not copied as
    /// they are; what is below the lowest of them certainly is.
    ///
    /// Those are control characters, what a longer newline may begin with, and a space that follows
    /// another.
    private static func unusual(_ word: UInt64, isInRun: Bool) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // The high bit of each byte that is zero, and perhaps of others above the first of them.
        func zeros(_ bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes }
        let controls = zeros(word & 0xF0F0_F0F0_F0F0_F0F0)
        let newlines = zeros((word & 0xDFDF_DFDF_DFDF_DFDF) ^ 0xC2C2_C2C2_C2C2_C2C2)
        let spaces = zeros(word ^ 0x2020_2020_2020_2020) & 0x8080_8080_8080_8080
        let doubled = spaces & (spaces << 8 | (isInRun ? 0x80 : 0))
        return (controls | newlines | doubled) & 0x8080_8080_8080_8080
    }

    /// The length of the newline that starts at `index`, 0 when there is none.
    ///
    /// `CharacterSet.newlines` is U+000A to U+000D, U+0085, U+2028 and U+2029.
    static func newlineLength<Bytes: RandomAccessCollection>(
        in utf8: Bytes, at index: Int
    ) -> Int where Bytes.Element == UInt8, Bytes.Index == Int {
        switch utf8[index] {
        case 0x0A...0x0D: return 1
        case 0xC2: return index + 1 < utf8.count && utf8[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            guard index + 2 < utf8.count, utf8[index + 1] == 0x80 else { return 0 }
            return utf8[index + 2] == 0xA8 || utf8[index + 2] == 0xA9 ? 3 : 0
        default: return 0
        }
    }

    private static func trim(_ output: inout [UInt8]) {
        var end = output.count
        while let length = whiteSpaceLength(before: end, in: output) { end -= length }
        output.removeLast(output.count - end)
        var first = 0
        while let length = whiteSpaceLength(after: first, in: output) { first += length }
        output.removeFirst(first)
    }

    /// The length of the white-space character that ends at `end`, `nil` when there is none.
    private static func whiteSpaceLength(
        before end: Int, in output: [UInt8]
    ) -> Int? {
        for length in 1...3 where end >= length {
            if isWhiteSpace(output[(end - length)..<end]) { return length }
        }
        return nil
    }

    private static func whiteSpaceLength(after first: Int, in output: [UInt8]) -> Int? {
        for length in 1...3 where first + length <= output.count {
            if isWhiteSpace(output[first..<(first + length)]) { return length }
        }
        return nil
    }

    /// Returns whether the bytes are one character of `CharacterSet.whitespacesAndNewlines`.
    ///
    /// On Linux and on Apple platforms that is U+0009 to U+000D, U+0020, U+0085, U+00A0, U+1680,
    /// U+2000 to U+200B, U+2028, U+2029, U+202F, U+205F and U+3000.
    private static func isWhiteSpace(_ character: ArraySlice<UInt8>) -> Bool {
        let first = character.startIndex
        switch (character.count, character[first]) {
        case (1, 0x09...0x0D), (1, 0x20): return true
        case (2, 0xC2): return character[first + 1] == 0x85 || character[first + 1] == 0xA0
        case (3, 0xE1...0xE3):
            switch (character[first], character[first + 1], character[first + 2]) {
            case (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): return true
            case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF):
                return true
            default: return false
            }
        default: return false
        }
    }
}
