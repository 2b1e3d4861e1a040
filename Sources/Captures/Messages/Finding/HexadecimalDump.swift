internal import WireText

/// The lines of `hexdump -C`, `xxd` and their like: an offset, bytes in hexadecimal, and the same bytes as text.
enum HexadecimalDump {
    private static let bytesCompared = 4
    private static let longestLine = 256

    /// Returns whether the text from an index on stands before it in hexadecimal, on the same line.
    static func mayHold(_ index: Int, in text: ArraySlice<UInt8>) -> Bool {
        let line = text[..<index].suffix(longestLine)
        let start = line.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? line.startIndex
        let shown = text[index...].prefix(bytesCompared)
        guard shown.count == bytesCompared else { return false }
        // A set bit makes letters small and leaves digits as they are.
        let digits = line[start...].filter { Hexadecimal.value($0) != nil }.map { $0 | 0x20 }
        let wanted = Hexadecimal.text(shown).utf8
        return digits.indices.contains { digits[$0...].starts(with: wanted) }
    }
}
