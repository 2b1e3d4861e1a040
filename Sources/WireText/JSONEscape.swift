/// The escapes in JSON strings (RFC 8259, section 7).
@usableFromInline
package enum JSONEscape {
    /// Returns the character that a byte after a backslash stands for, `nil` if it is not an escape by itself.
    @usableFromInline
    package static func character(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Appends the escape of a UTF-16 code unit.
    package static func append(_ unit: UInt16, to output: inout [UInt8]) {
        output += "\\u".utf8
        Hexadecimal.append(UInt8(unit >> 8), to: &output)
        Hexadecimal.append(UInt8(unit & 0xFF), to: &output)
    }

    /// Returns the bytes that a checked string stands for; unpaired surrogates become U+FFFD.
    @usableFromInline
    package static func undone(in raw: ArraySlice<UInt8>) -> [UInt8] {
        unsafe raw.withUnsafeBytes { raw in
            // No escape is shorter than what it stands for.
            unsafe [UInt8](unsafeUninitializedCapacity: raw.count) { output, count in
                unsafe count = undo(in: raw, into: UnsafeMutableRawBufferPointer(output))
            }
        }
    }

    private static func undo(
        in raw: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        var index = 0
        var count = 0
        while index < raw.count {
            // What is written is never ahead of what is read, so that whole words can be copied.
            while index &+ 8 <= raw.count {
                let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                unsafe output.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
                let plain = backslashOffset(in: word)
                index &+= plain
                count &+= plain
                if plain < 8 { break }
            }
            guard index < raw.count else { break }
            let byte = unsafe raw[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                unsafe output[count] = byte
                count += 1
                continue
            }
            guard index < raw.count else { break }
            let escaped = unsafe raw[index]
            index += 1
            if escaped == UInt8(ascii: "u") {
                let scalar = unsafe scalar(in: raw, at: &index)
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    unsafe output[count] = unit
                    count += 1
                }
            } else {
                unsafe output[count] = character(escaped) ?? escaped
                count += 1
            }
        }
        return count
    }

    /// The number of bytes before the first backslash among eight, 8 if there is none.
    private static func backslashOffset(in word: UInt64) -> Int {
        (word.littleEndian.marks(0x5C) & UInt64(repeating: 0x80)).trailingZeroBitCount >> 3
    }

    /// The character of the escape whose digits begin at `index`, with that of the other half of a surrogate pair.
    private static func scalar(
        in raw: UnsafeRawBufferPointer, at index: inout Int
    ) -> Unicode.Scalar {
        let unit = unsafe unit(in: raw, at: &index)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), index + 1 < raw.count,
            unsafe raw[index] == UInt8(ascii: "\\"), unsafe raw[index + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        var next = index + 2
        let second = unsafe self.unit(in: raw, at: &next)
        guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
        index = next
        let number = 0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))
        return Unicode.Scalar(number) ?? "\u{FFFD}"
    }

    /// The number that four digits make, as far as they are there.
    private static func unit(in raw: UnsafeRawBufferPointer, at index: inout Int) -> UInt16 {
        var unit: UInt16 = 0
        let end = min(index + 4, raw.count)
        while index < end {
            unit = unit << 4 | UInt16(Hexadecimal.value(unsafe raw[index]) ?? 0)
            index += 1
        }
        return unit
    }
}
