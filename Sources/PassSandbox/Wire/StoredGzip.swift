/// Bytes in the gzip format, stored and not compressed: enough for a client that must undo it.
enum StoredGzip {
    static func bytes(_ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var rest = content[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            result += little(UInt32(length), count: 2) + little(UInt32(~length), count: 2) + block
        } while !rest.isEmpty
        return result + little(checksum(content), count: 4)
            + little(UInt32(truncatingIfNeeded: content.count), count: 4)
    }

    private static func little(_ number: UInt32, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }

    /// The CRC-32 of ISO 3309, one bit at a time: faults are rare and small.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = crc & 1 == 1
                crc >>= 1
                if isOdd { crc ^= 0xEDB8_8320 }
            }
        }
        return ~crc
    }
}
