internal import Captures
internal import SystemPackage

/// Splits a file of results into whole lines, or into rows whose quoted cells may have line breaks.
struct ResultLines: ~Copyable, Sendable {
    private let file: FileBlocks
    /// The buffer; the bytes not yet returned are `block[start...]`.
    private var block: [UInt8] = []
    private var start = 0
    /// The offset in the file behind the lines that were returned together.
    private var offset = 0
    private var isAtEnd = false

    /// The bytes that are read at once: they stay near the processor while they are parsed.
    private static let blockSize = 256 << 10
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
        isAtEnd = try Self.read(file, into: &block) == 0
        return !isAtEnd
    }

    private static func read(
        _ file: borrowing FileBlocks, into bytes: inout [UInt8]
    ) throws(SavedResultsError) -> Int {
        do throws(CaptureError) {
            return try file.read(upTo: blockSize, into: &bytes)
        } catch {
            throw SavedResultsError(error)
        }
    }

    /// Takes the next lines, as many whole ones as a block has; the last of the file may lack its end.
    ///
    /// - Parameter lines: What they replace.
    /// - Returns: Their offset in the file, or `nil` at its end.
    /// - Throws: A ``SavedResultsError`` when the file cannot be read.
    mutating func takeLines(into lines: inout [UInt8]) throws(SavedResultsError) -> Int? {
        lines.removeAll(keepingCapacity: true)
        swap(&lines, &block)
        var searched = 0
        repeat {
            if let end = lines[searched...].lastIndex(of: UInt8(ascii: "\n")) {
                block += lines[(end + 1)...]
                lines.removeSubrange((end + 1)...)
                break
            }
            searched = lines.count
            guard searched <= Self.maximumBytes else { throw SavedResultsError(.lineTooLong) }
        } while try Self.read(file, into: &lines) > 0
        defer { offset += lines.count }
        return lines.isEmpty ? nil : offset
    }

    /// The next row without its end, or `nil` at the end of the file.
    ///
    /// - Returns: The row.
    /// - Throws: A ``SavedResultsError`` when the file cannot be read.
    mutating func nextRow() throws(SavedResultsError) -> [UInt8]? {
        var searched = start
        var isQuoted = false
        while true {
            if let end = rowEnd(from: searched, &isQuoted) {
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

    private func rowEnd(from index: Int, _ isQuoted: inout Bool) -> Int? {
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
