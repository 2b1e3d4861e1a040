internal import WireText

/// The values of a line that follow each other without a separator, one at a time.
struct JSONParts {
    private let bytes: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next value, `nil` after the last one; all remaining bytes where there is no value.
    mutating func next() -> (bytes: [UInt8], isJSON: Bool)? {
        guard start < bytes.count else { return nil }
        var scanner = JSONScanner(bytes, from: start)
        let end = (try? scanner.skip()).map { scanner.index }
        defer { start = end == nil || scanner.isAtEnd ? bytes.count : end ?? bytes.count }
        return (Array(bytes[start..<(end ?? bytes.count)]), end != nil)
    }
}
