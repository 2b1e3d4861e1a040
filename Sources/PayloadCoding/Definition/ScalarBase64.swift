internal import WireText

/// Base64 without vectors: the definition that ``Base64`` and its kernels are held equal to.
enum ScalarBase64 {
    /// The encoding of `bytes`, without line breaks.
    static func encoding(_ bytes: [UInt8]) -> [UInt8] {
        // An array without capacity is one that all threads share, and writing its count is a race.
        guard !bytes.isEmpty else { return [] }
        let alphabet = alphabet
        let capacity = Base64.encodedCount(forByteCount: bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            Self.forEachDigit(of: bytes) { value in
                unsafe buffer[count] = value < 64 ? alphabet[Int(value)] : padding
                count += 1
            }
        }
    }

    /// Decodes Base64 exactly as ``encoding(_:)`` writes it.
    ///
    /// - Parameter digits: The Base64 text: no white space, complete padding, zero bits where the
    ///   last digit has bits to spare.
    /// - Returns: The bytes.
    /// - Throws: A ``PayloadDecodingError`` with the offset of the first byte that is not so.
    static func decode(_ digits: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        guard digits.count >= 4 else {
            var output: [UInt8] = []
            try finish(digits, from: 0, into: &output)
            return output
        }
        var decoded = 0
        // A group is stored as four bytes, so that the last one needs room to spare.
        let capacity = digits.count / 4 * 3 + 1
        var output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe digits.withUnsafeBufferPointer {
                decoded = unsafe decodeWholeGroups(
                    $0, into: UnsafeMutableRawBufferPointer(buffer))
            }
            count = decoded / 4 * 3
        }
        try finish(digits, from: decoded, into: &output)
        return output
    }

    /// Decodes groups of four digits up to the first that is anything else.
    ///
    /// - Returns: The number of digits decoded.
    private static func decodeWholeGroups(
        _ digits: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        unsafe placedValues.withUnsafeBufferPointer { placed in
            func group(at index: Int) -> UInt32 {
                unsafe placed[Int(digits[index])] | placed[256 &+ Int(digits[index &+ 1])]
                    | placed[512 &+ Int(digits[index &+ 2])]
                    | placed[768 &+ Int(digits[index &+ 3])]
            }
            var read = 0
            var written = 0
            while read &+ 8 <= digits.count {
                let first = group(at: read)
                let second = group(at: read &+ 4)
                guard (first | second) & notADigit == 0 else { break }
                unsafe output.storeBytes(
                    of: first.bigEndian, toByteOffset: written, as: UInt32.self)
                unsafe output.storeBytes(
                    of: second.bigEndian, toByteOffset: written &+ 3, as: UInt32.self)
                read &+= 8
                written &+= 6
            }
            while read &+ 4 <= digits.count {
                let bits = group(at: read)
                guard bits & notADigit == 0 else { break }
                unsafe output.storeBytes(of: bits.bigEndian, toByteOffset: written, as: UInt32.self)
                read &+= 4
                written &+= 3
            }
            return read
        }
    }

    /// Decodes the last group, or finds what is wrong with the first one that is not whole.
    static func finish(
        _ digits: [UInt8], from start: Int, into output: inout [UInt8]
    ) throws(PayloadDecodingError) {
        guard let last = try lastBytes(of: digits, from: start) else { return }
        output.append(last.first)
        if let second = last.second { output.append(second) }
    }

    /// The one or two bytes that the last group stands for, `nil` when there is none.
    static func lastBytes<Digits: RandomAccessCollection<UInt8>>(
        of digits: Digits, from start: Int
    ) throws(PayloadDecodingError) -> (first: UInt8, second: UInt8?)? where Digits.Index == Int {
        let group = digits[start..<min(start + 4, digits.count)]
        guard !group.isEmpty else { return nil }
        let significant = group.prefix { values[Int($0)] < 64 }
        for (offset, byte) in zip(group.indices, group).dropFirst(significant.count)
        where byte != padding || significant.count < 2 {
            throw PayloadDecodingError(.notABase64Digit, at: offset)
        }
        guard group.count == 4 else {
            throw PayloadDecodingError(.truncatedBase64, at: digits.count)
        }
        guard group.endIndex == digits.count else {
            throw PayloadDecodingError(.bytesAfterPadding, at: group.endIndex)
        }
        let bits = significant.reduce(UInt32(0)) { $0 << 6 | UInt32(values[Int($1)]) }
        let spareBits: UInt32 = significant.count == 2 ? 0x0F : 0x03
        guard bits & spareBits == 0 else {
            throw PayloadDecodingError(.spareBitsNotZero, at: significant.endIndex - 1)
        }
        if significant.count == 2 { return (UInt8(truncatingIfNeeded: bits >> 4), nil) }
        return (UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2))
    }

    /// Calls `body` with the six bits of each digit, and with 64 for each padding character.
    @inline(__always)
    static func forEachDigit(of bytes: [UInt8], _ body: (UInt8) -> Void) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index &+ 3 <= bytes.count {
                let first = unsafe bytes[index]
                let second = unsafe bytes[index &+ 1]
                let third = unsafe bytes[index &+ 2]
                body(first >> 2)
                body((first << 4 | second >> 4) & 0x3F)
                body((second << 2 | third >> 6) & 0x3F)
                body(third & 0x3F)
                index &+= 3
            }
            guard index < bytes.count else { return }
            let first = unsafe bytes[index]
            let second = unsafe index + 1 < bytes.count ? bytes[index + 1] : nil
            body(first >> 2)
            body((first << 4 | (second ?? 0) >> 4) & 0x3F)
            body(second.map { $0 << 2 & 0x3F } ?? 64)
            body(64)
        }
    }

    /// Decodes Base64 that was wrapped into lines: spaces, tabs and line ends are ignored.
    ///
    /// - Throws: A ``PayloadDecodingError`` whose offset counts the white space too.
    static func decodeWrapped(_ text: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        // Most text is on one line, and then it is not read twice.
        let failure: PayloadDecodingError
        do throws(PayloadDecodingError) {
            return try decode(text)
        } catch {
            failure = error
        }
        guard text.contains(where: \.isWhiteSpace) else { throw failure }
        do throws(PayloadDecodingError) {
            return try decode(withoutWhiteSpace(text))
        } catch {
            throw PayloadDecodingError(error.code, at: offset(ofDigit: error.offset, in: text))
        }
    }

    private static func withoutWhiteSpace(_ text: [UInt8]) -> [UInt8] {
        // Bytes are stored eight at a time, so that the last ones need room to spare.
        let capacity = text.count + MemoryLayout<UInt64>.size
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            let output = UnsafeMutableRawBufferPointer(buffer)
            unsafe text.withUnsafeBytes { text in
                var index = 0
                while index < text.count {
                    if index &+ 8 <= text.count {
                        let word = unsafe text.loadUnaligned(
                            fromByteOffset: index, as: UInt64.self)
                        unsafe output.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
                        let plain = digitCount(UInt64(littleEndian: word))
                        index &+= plain
                        count &+= plain
                        if plain == 8 { continue }
                    }
                    // Written over by the next byte unless it counts.
                    unsafe output[count] = text[index]
                    count &+= unsafe text[index].isWhiteSpace ? 0 : 1
                    index &+= 1
                }
            }
        }
    }

    /// Returns the number of bytes before the first space or control character, of eight bytes with
    /// the first one lowest.
    private static func digitCount(_ word: UInt64) -> Int {
        let below = (word &- 0x2121_2121_2121_2121) & ~word & 0x8080_8080_8080_8080
        return below == 0 ? 8 : below.trailingZeroBitCount / 8
    }

    private static func offset(ofDigit number: Int, in text: [UInt8]) -> Int {
        var seen = 0
        for (offset, byte) in text.enumerated() where !byte.isWhiteSpace {
            if seen == number { return offset }
            seen += 1
        }
        return text.count
    }

    static let padding = UInt8(ascii: "=")

    static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The six bits each byte stands for, 0xFF for bytes that are not digits.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The entry of ``placedValues`` for bytes that are not digits.
    private static let notADigit: UInt32 = 1

    /// The six bits of each byte where the first, second, third and fourth digit of a group put
    /// them, in the three high bytes of a word: 256 words for each.
    private static let placedValues: [UInt32] = (0..<4).flatMap { place in
        values.map { value in value < 64 ? UInt32(value) << (26 - 6 * place) : notADigit }
    }
}
