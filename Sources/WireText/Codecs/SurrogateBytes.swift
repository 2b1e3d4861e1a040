/// Letters above U+FFFF as two surrogates of three bytes each, as Java and Oracle write them (CESU-8).
package enum SurrogateBytes {
    package static let length = 6

    /// Returns the letter at the beginning of bytes, `nil` if it is not written so.
    package static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard bytes.first == 0xED else { return nil }
        let sequence = Array(bytes.prefix(length))
        guard sequence.count == length, sequence[3] == 0xED,
            (0xA0...0xAF).contains(sequence[1]), (0xB0...0xBF).contains(sequence[4])
        else { return nil }
        let high = UInt32(sequence[1] & 0x0F) << 6 | UInt32(sequence[2] & 0x3F)
        let low = UInt32(sequence[4] & 0x0F) << 6 | UInt32(sequence[5] & 0x3F)
        return Unicode.Scalar(0x10000 + (high << 10 | low))
    }

    /// Returns a letter above U+FFFF written so.
    package static func bytes(of scalar: Unicode.Scalar) -> [UInt8] {
        UTF16.encode(scalar)?.flatMap { unit -> [UInt8] in
            [0xED, UInt8(0x80 | unit >> 6 & 0x3F), UInt8(0x80 | unit & 0x3F)]
        } ?? []
    }

    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let scalar = scalar(at: bytes[index...]) {
                output += String(Character(scalar)).utf8
                index += length
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    static func encoding(_ bytes: [UInt8]) -> [UInt8] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { scalar in
            scalar.value > 0xFFFF ? self.bytes(of: scalar) : Array(String(Character(scalar)).utf8)
        }
    }
}
