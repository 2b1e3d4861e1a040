internal import Captures
internal import SystemPackage

/// Splits a file of results into lines, or into rows whose quoted cells may have line breaks.
struct ResultLines: ~Copyable {
    private let file: FileBlocks
    /// The buffer; the bytes not yet returned are `block[start...]`.
    private var block: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    private static let blockSize = 1 << 20
    /// A record with a payload has about 14 million bytes at the most.
    private static let maximumBytes = 64 << 20

    init(_ path: FilePath) throws(SavedResultsError) {
        file = try Self.open(path)
    }

    private static func open(_ path: FilePath) throws(SavedResultsError) -> FileBlocks {
        do throws(CaptureError) {
            return try FileBlocks(path)
        } catch {
            throw SavedResultsError(error)
        }
    }

    /// Returns the first bytes of the file.
    mutating func beginning() throws(SavedResultsError) -> ArraySlice<UInt8> {
        if block.isEmpty { _ = try readMore() }
        return block.prefix(4096)
    }

    private mutating func readMore() throws(SavedResultsError) -> Bool {
        guard !isAtEnd else { return false }
        block.removeFirst(start)
        start = 0
        do throws(CaptureError) {
            isAtEnd = try file.read(upTo: Self.blockSize, into: &block) == 0
        } catch {
            throw SavedResultsError(error)
        }
        return !isAtEnd
    }

    /// The next line without its end, or `nil` at the end of the file.
    ///
    /// - Parameter heedsQuotes: Whether line breaks between quotes end no line.
    /// - Returns: The line.
    /// - Throws: A ``SavedResultsError`` when the file cannot be read.
    mutating func next(heedsQuotes: Bool) throws(SavedResultsError) -> [UInt8]? {
        var searched = start
        var isQuoted = false
        while true {
            if let end = lineEnd(from: searched, heedsQuotes, &isQuoted) {
                let line = block[start..<end]
                start = end + 1
                return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            }
            searched = block.count - start
            guard searched <= Self.maximumBytes else { throw SavedResultsError(.lineTooLong) }
            guard try readMore() else {
                defer { start = block.count }
                return start < block.count ? Array(block[start...]) : nil
            }
        }
    }

    private func lineEnd(from index: Int, _ heedsQuotes: Bool, _ isQuoted: inout Bool) -> Int? {
        guard heedsQuotes else { return block[index...].firstIndex(of: UInt8(ascii: "\n")) }
        for index in index..<block.count {
            switch block[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\n") where !isQuoted: return index
            default: break
            }
        }
        return nil
    }
}
