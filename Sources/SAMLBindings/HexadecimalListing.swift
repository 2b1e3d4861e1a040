internal import WireText

/// The lines of `xxd`, `hexdump`, `od` and their like: an offset, bytes in hexadecimal, and often the same bytes as text.
///
/// The text may look like digits. So the offset of the next line says how many bytes a line has and, of a last line
/// without one, the column at which those of the others end.
struct HexadecimalListing {
    private struct Line {
        let offset: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>
        /// A Boolean value that indicates whether `*` stands before it, for lines like the one before that.
        let isAfterRepetition: Bool
    }

    private static let shortestOffset = 4
    private static let lengthForOD = 7
    private static let heads = ["Label:", "Path:", "Offset"]
    private static let longestHead = 1024

    private let lines: [Line]

    /// Returns whether the first offset stands at the beginning of a text.
    static func isBeginning(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "0") else { return false }
        let offset = text.prefix { $0 == UInt8(ascii: "0") }
        let next = text[offset.endIndex...].first ?? 0
        return offset.count >= shortestOffset
            && (next == 0x20 || next == 0x09 || next == UInt8(ascii: ":"))
    }

    /// Returns a text without the head that PowerShell writes above a listing.
    static func withoutHead(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard heads.contains(where: { text.starts(with: $0.utf8) }) else { return text }
        var rest = text.prefix(longestHead)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            rest = rest[(end + 1)...]
            if isBeginning(rest) { return text[rest.startIndex...] }
        }
        return text
    }

    /// Returns the bytes of a listing; `nil` where the offsets do not fit.
    static func bytes(in text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let listing = HexadecimalListing(text) else { return nil }
        // Only od writes other offsets, of seven digits; of two readings that of longer rows is wrong at once.
        let radices = listing.lines.first?.offset.count == lengthForOD ? [16, 10, 8] : [16]
        for radix in radices {
            if let bytes = listing.bytes(radix) { return bytes }
        }
        return nil
    }

    /// Reads the lines; `nil` if one of them is not a line of a listing.
    private init?(_ text: ArraySlice<UInt8>) {
        var lines: [Line] = []
        var isRepeated = false
        for line in text.pieces(separatedBy: UInt8(ascii: "\n")) {
            let line = line.drop(while: \.isWhiteSpace)
            if line.first == UInt8(ascii: "*") {
                isRepeated = true
                continue
            }
            let offset = line.prefix { Hexadecimal.value($0) != nil }
            guard !line.isEmpty else { continue }
            guard offset.count >= Self.shortestOffset else { return nil }
            var content = line[offset.endIndex...]
            if content.first == UInt8(ascii: ":") { content = content.dropFirst() }
            lines.append(Line(offset: offset, content: content, isAfterRepetition: isRepeated))
            isRepeated = false
        }
        self.lines = lines
    }

    private func bytes(_ radix: Int) -> [UInt8]? {
        guard !lines.isEmpty else { return nil }
        var bytes: [UInt8] = []
        var total: Int?
        var width = 0
        var farthest = 0
        var hasOnlyWords = true
        let size = lines.reduce(0) { $0 + $1.offset.count + $1.content.count }
        for (index, line) in lines.enumerated() {
            guard let offset = Int(String(decoding: line.offset, as: UTF8.self), radix: radix),
                offset <= size
            else { return nil }
            if line.isAfterRepetition, width > 0 {
                while bytes.count + width <= offset { bytes += bytes.suffix(width) }
            }
            let isLast = index == lines.count - 1
            // Words fill up an odd number of bytes.
            if isLast, hasOnlyWords, bytes.count == offset + 1 {
                total = offset
                break
            }
            guard bytes.count == offset else { return nil }
            var count = width
            if index + 1 < lines.count, !lines[index + 1].isAfterRepetition {
                guard
                    let next = Int(
                        String(decoding: lines[index + 1].offset, as: UTF8.self), radix: radix),
                    next > offset, next <= size
                else { return nil }
                count = next - offset
            }
            if index == 0 { width = count }
            guard count <= width,
                let row = Self.row(
                    of: isLast ? line.content.prefix(farthest) : line.content, count,
                    mayBeShort: isLast)
            else { return nil }
            farthest = max(farthest, row.end)
            hasOnlyWords = hasOnlyWords && row.hasOnlyWords
            bytes += row.bytes
        }
        guard width > 0 else { return nil }
        let ordered = hasOnlyWords ? HexadecimalText.ofWords(bytes) : bytes
        return Array(ordered.prefix(total ?? bytes.count))
    }

    /// Returns the bytes at the beginning of a line, and how far they reach.
    private static func row(
        of line: ArraySlice<UInt8>, _ count: Int, mayBeShort: Bool
    ) -> (bytes: [UInt8], end: Int, hasOnlyWords: Bool)? {
        var bytes: [UInt8] = []
        var hasOnlyWords = true
        var index = line.startIndex
        while bytes.count < count {
            while index < line.endIndex,
                line[index].isWhiteSpace || line[index] == UInt8(ascii: "-")
            {
                index += 1
            }
            let group = line[index...].prefix { Hexadecimal.value($0) != nil }
            guard !group.isEmpty, group.count.isMultiple(of: 2) else { break }
            hasOnlyWords = hasOnlyWords && group.count == 4
            var place = group.startIndex
            while place < group.endIndex, bytes.count < count + 1 {
                guard let high = Hexadecimal.value(line[place]),
                    let low = Hexadecimal.value(line[place + 1])
                else { break }
                bytes.append(high << 4 | low)
                place += 2
            }
            index = group.endIndex
        }
        guard bytes.count == count || bytes.count == count + 1 && hasOnlyWords || mayBeShort else {
            return nil
        }
        return (bytes, index - line.startIndex, hasOnlyWords)
    }
}
