/// The content of a mail's part in Base64, line by line.
struct MailBase64 {
    private var bits: UInt32 = 0
    private var bitCount = 0
    /// A Boolean value that indicates whether nothing was decoded yet.
    private(set) var isAtStart = true

    /// Returns what a line stands for; `nil` if it is not Base64, or if the content does not begin like text.
    mutating func decoded(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(line.count / 4 * 3 + 3)
        for byte in line where byte > 0x20 && byte != UInt8(ascii: "=") {
            guard let value = Self.value(of: byte) else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        if isAtStart, !output.isEmpty {
            // The end of the line may be amid a character.
            guard !output.contains(where: { $0 < 0x09 }) else { return nil }
            isAtStart = false
        }
        return output
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
