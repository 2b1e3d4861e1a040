/// The escapes in JSON strings (RFC 8259, section 7).
package enum JSONEscape {
    /// Returns the character that a byte after a backslash stands for, `nil` if it is no escape by itself.
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

    /// Returns the bytes that a checked string stands for; unpaired surrogates become U+FFFD.
    package static func undone(in raw: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(raw.count)
        var units: [UInt16] = []
        var rest = raw
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            if backslash > rest.startIndex { flush(&units, to: &output) }
            output += rest[..<backslash]
            rest = rest[backslash...].dropFirst()
            guard rest.first == UInt8(ascii: "u") else {
                flush(&units, to: &output)
                if let byte = rest.popFirst() { output.append(character(byte) ?? byte) }
                continue
            }
            units.append(
                rest.dropFirst().prefix(4).reduce(0) {
                    $0 << 4 | UInt16(Hexadecimal.value($1) ?? 0)
                })
            rest = rest.dropFirst(5)
        }
        flush(&units, to: &output)
        return output + rest
    }

    /// Surrogates count in pairs, so that escapes next to each other are decoded together.
    private static func flush(_ units: inout [UInt16], to output: inout [UInt8]) {
        guard !units.isEmpty else { return }
        output += String(decoding: units, as: UTF16.self).utf8
        units.removeAll(keepingCapacity: true)
    }
}
