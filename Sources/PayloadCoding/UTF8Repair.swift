internal import CPayloadKernels

/// Well-formed UTF-8 out of any bytes, as `String(decoding:as:)` makes it.
enum UTF8Repair {
    /// The bytes themselves when they are well-formed UTF-8; otherwise each maximal ill-formed
    /// part replaced by U+FFFD (The Unicode Standard, section 3.9).
    static func repaired(_ bytes: [UInt8]) -> (utf8: [UInt8], isChanged: Bool) {
        if isWellFormed(bytes) { return (bytes, false) }
        return (Array(String(decoding: bytes, as: UTF8.self).utf8), true)
    }

    /// The same with a kernel that looks for what is ill-formed.
    static func repaired(
        _ bytes: [UInt8], with table: UnsafePointer<CPayloadKernels_table>
    ) -> (utf8: [UInt8], isChanged: Bool) {
        let prefix = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map {
                unsafe table.pointee.wellFormedPrefix($0, bytes.count)
            } ?? 0
        }
        if prefix == bytes.count { return (bytes, false) }
        return (Array(String(decoding: bytes, as: UTF8.self).utf8), true)
    }

    private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index < bytes.count {
            index = firstNonASCII(in: bytes, from: index)
            if index == bytes.count { return true }
            let length = sequenceLength(in: bytes, at: index)
            if length == 0 { return false }
            index += length
        }
        return true
    }

    private static func firstNonASCII(in bytes: [UInt8], from start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            var index = start
            let wordSize = MemoryLayout<UInt64>.size
            while index + wordSize <= buffer.count,
                unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    & 0x8080_8080_8080_8080 == 0
            {
                index += wordSize
            }
            while index < buffer.count, unsafe buffer[index] < 0x80 { index += 1 }
            return index
        }
    }

    /// The length of the well-formed sequence at `index`, 0 when there is none (table 3-7).
    private static func sequenceLength(in bytes: [UInt8], at index: Int) -> Int {
        let lead = bytes[index]
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch lead {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        guard length > 0, index + length <= bytes.count, second.contains(bytes[index + 1])
        else { return 0 }
        for offset in index + 2..<max(index + 2, index + length)
        where !(0x80...0xBF).contains(bytes[offset]) {
            return 0
        }
        return length
    }
}
