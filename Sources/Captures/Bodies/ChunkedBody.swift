internal import WireText

/// A body in chunks (RFC 9112, section 7.1).
struct ChunkedBody {
    let content: [UInt8]
    /// A Boolean value that indicates whether the last chunk is there.
    let isWhole: Bool

    /// Joins the chunks.
    ///
    /// - Returns: `nil` if the bytes are not in chunks, as where a recorder already joined them.
    init?(parsing bytes: ArraySlice<UInt8>) {
        var content: [UInt8] = []
        var rest = bytes
        var chunkCount = 0
        while let size = Self.size(reading: &rest) {
            if size == 0 {
                self.content = content
                isWhole = true
                return
            }
            guard size <= rest.count else {
                // The first one may be text that looks like a size.
                guard chunkCount > 0 else { return nil }
                self.content = content + rest
                isWhole = false
                return
            }
            content += rest.prefix(size)
            rest = rest.dropFirst(size)
            chunkCount += 1
            guard rest.isEmpty || Self.skipLineEnd(&rest) else { return nil }
        }
        guard chunkCount > 0, rest.isEmpty else { return nil }
        self.content = content
        isWhole = false
    }

    /// Reads the line with the size of a chunk.
    private static func size(reading bytes: inout ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        var size = 0
        var digitCount = 0
        while let digit = rest.first.flatMap({ Hexadecimal.value($0) }) {
            digitCount += 1
            guard digitCount <= 15 else { return nil }
            size = size << 4 | Int(digit)
            rest.removeFirst()
        }
        guard digitCount > 0 else { return nil }
        // An extension, or the spaces that some servers pad with.
        if rest.first == UInt8(ascii: ";") || rest.first == 0x20 {
            let line = rest.prefix(longestLine).prefix { $0 != 0x0A && $0 != 0x0D }
            rest = rest[line.endIndex...]
        }
        guard skipLineEnd(&rest) else { return nil }
        bytes = rest
        return size
    }

    private static let longestLine = 4096

    private static func skipLineEnd(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        if bytes.first == 0x0D { bytes.removeFirst() }
        guard bytes.first == 0x0A else { return false }
        bytes.removeFirst()
        return true
    }
}
