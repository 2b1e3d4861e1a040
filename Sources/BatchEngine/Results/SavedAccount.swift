#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension SavedResults {
    /// The result of reading.
    package struct Account: Hashable, Sendable {
        /// The records that were read.
        package internal(set) var recordCount = 0
        /// The number of lines and rows that are not records.
        package internal(set) var brokenCount = 0
        /// The first of them, counted from 1.
        package internal(set) var firstBrokenLine: Int?

        /// Nothing yet.
        package init() {}

        /// Adds up the accounts of all lines of a file.
        init(_ parts: [LineAccount]) throws(SavedResultsError) {
            var lineCount = 0
            for part in parts.sorted(by: { $0.offset < $1.offset }) {
                recordCount += part.own.recordCount
                brokenCount += part.own.brokenCount
                if firstBrokenLine == nil, let line = part.own.firstBrokenLine {
                    firstBrokenLine = lineCount + line
                }
                lineCount += part.lineCount
            }
            guard recordCount > 0 || brokenCount == 0 else { throw SavedResultsError(.notResults) }
        }

        /// Counts a record.
        mutating func countRecord() { recordCount += 1 }

        /// Counts a line that is not a record.
        mutating func countBroken(_ line: Int) {
            brokenCount += 1
            firstBrokenLine = firstBrokenLine ?? line
        }
    }
}

/// The account of lines that stand one after the other in a file.
struct LineAccount: Sendable {
    /// The offset of the first line in the file.
    let offset: Int
    private(set) var lineCount = 0
    /// Their account, in which lines are counted from the first of them.
    private(set) var own = SavedResults.Account()

    /// Reads the record of each line.
    ///
    /// - Parameters:
    ///   - lines: The lines; the last one may lack its end.
    ///   - offset: Their offset in the file.
    ///   - members: The members that records have.
    ///   - signatures: What was read before.
    ///   - body: Called with each record and its place.
    /// - Throws: A ``SavedResultsError`` when a record has a later version.
    init(
        reading lines: [UInt8], at offset: Int, members: ResultMembers,
        signatures: inout KnownSignatures, _ body: SavedResults.Body
    ) throws(SavedResultsError) {
        self.offset = offset
        var start = 0
        while start < lines.count {
            let end = Self.lineEnd(in: lines, from: start)
            let line = start..<end
            start = end + 1
            lineCount += 1
            let entry = ResultEntry(
                line: lines, in: line, members: members, signatures: &signatures)
            guard let entry else {
                if lines[line].allSatisfy({ $0 <= 0x20 }) { continue }
                try ResultVersion.check(lines[line])
                own.countBroken(lineCount)
                continue
            }
            own.countRecord()
            body(entry, offset + line.lowerBound) {
                ResultEntry(line: Array(lines[line]), readingWords: true)
            }
        }
    }

    private static func lineEnd(in lines: [UInt8], from start: Int) -> Int {
        unsafe lines.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let end = unsafe memchr(base + start, 0x0A, bytes.count - start)
            else { return bytes.count }
            return unsafe UnsafeRawPointer(end) - base
        }
    }
}
