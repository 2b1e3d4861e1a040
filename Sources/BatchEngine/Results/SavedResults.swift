internal import Captures
internal import Dispatch
internal import ProfileProcessing
internal import SystemPackage
internal import WireText

/// Results that a batch saved: NDJSON, CSV or SQLite, found out by their content.
package struct SavedResults: Sendable {
    /// The result of reading.
    package struct Account: Hashable, Sendable {
        /// The records that were read.
        package internal(set) var recordCount = 0
        /// The lines and rows that are no record.
        package internal(set) var brokenCount = 0
        /// The first of them, counted from 1.
        package internal(set) var firstBrokenLine: Int?

        /// Nothing yet.
        package init() {}

        mutating func countBroken(_ line: Int) {
            brokenCount += 1
            firstBrokenLine = firstBrokenLine ?? line
        }

        mutating func count(_ entry: ResultEntry?, line: Int) -> ResultEntry? {
            if entry == nil { countBroken(line) } else { recordCount += 1 }
            return entry
        }
    }

    /// The file; `-` is standard input.
    package let path: String

    /// Names results.
    ///
    /// - Parameter path: The file; `-` is standard input.
    package init(path: String) {
        self.path = path
    }

    /// Reads all of them.
    ///
    /// A line that is no record, such as one that was cut off, is counted and left out.
    ///
    /// - Parameter body: Called with what a report needs of each record, in the order of the file.
    /// - Returns: How many records were read.
    /// - Throws: A ``SavedResultsError`` when the file cannot be read or holds no results.
    package func forEach(
        _ body: (ResultEntry) -> Void
    ) throws(SavedResultsError) -> Account {
        try forEachWithWords { entry, _ in body(entry) }
    }

    /// Reads all of them, for a table that shows the values and sentences of some.
    ///
    /// - Parameter body: Called with each record, and with what reads it again, values and sentences included.
    /// - Returns: How many records were read.
    /// - Throws: A ``SavedResultsError`` when the file cannot be read or holds no results.
    package func forEachWithWords(
        _ body: (_ entry: ResultEntry, _ withWords: () -> ResultEntry?) -> Void
    ) throws(SavedResultsError) -> Account {
        var lines = try ResultLines(FilePath(path))
        let start = try lines.beginning()
        let beginning = start.drop { $0 <= 0x20 }
        if start.starts(with: "SQLite format 3\0".utf8) {
            return try readDatabase(body)
        }
        if start.starts(with: [0x1F, 0x8B]) { throw SavedResultsError(.compressed) }
        if beginning.isEmpty || beginning.first == UInt8(ascii: "{") {
            return try readLines(&lines, body)
        }
        return try readTable(&lines, body)
    }

    /// The lines that are read at the same time, at most, and their bytes.
    private static let linesAtOnce = (count: 4096, bytes: 8 << 20)

    private func readLines(
        _ lines: inout ResultLines, _ body: (ResultEntry, () -> ResultEntry?) -> Void
    ) throws(SavedResultsError) -> Account {
        var account = Account()
        var number = 0
        var isAtEnd = false
        while !isAtEnd {
            var some: [[UInt8]] = []
            var byteCount = 0
            while some.count < Self.linesAtOnce.count, byteCount < Self.linesAtOnce.bytes {
                guard let line = try lines.next(heedsQuotes: false) else {
                    isAtEnd = true
                    break
                }
                byteCount += line.count
                some.append(line)
            }
            for (line, entry) in zip(some, Self.entries(of: some)) {
                number += 1
                guard line.contains(where: { $0 > 0x20 }) else { continue }
                try Self.checkVersion(
                    line.starts(with: Self.versionLabel) ? line.dropFirst(10) : [])
                guard let entry else {
                    account.countBroken(number)
                    continue
                }
                account.recordCount += 1
                body(entry) { ResultEntry(line: line, readingWords: true) }
            }
        }
        guard account.recordCount > 0 || account.brokenCount == 0 else {
            throw SavedResultsError(.notResults)
        }
        return account
    }

    /// Reads lines, as many at the same time as there are processors.
    private static func entries(of lines: [[UInt8]]) -> [ResultEntry?] {
        let part = 256
        var entries = [ResultEntry?](repeating: nil, count: lines.count)
        unsafe entries.withUnsafeMutableBufferPointer { buffer in
            // Each part writes into a place of its own.
            nonisolated(unsafe) let places = unsafe buffer
            DispatchQueue.concurrentPerform(iterations: (lines.count + part - 1) / part) { number in
                for index in number * part..<min((number + 1) * part, lines.count) {
                    unsafe places[index] = ResultEntry(line: lines[index])
                }
            }
        }
        return entries
    }

    /// The first bytes of records of every version but the first.
    private static let versionLabel = Array("{\"schema\":".utf8)

    /// Refuses records of a later version, which may mean anything.
    private static func checkVersion(_ text: ArraySlice<UInt8>) throws(SavedResultsError) {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, digits.count < 10 || digits.first != 0x30 else { return }
        let version = Int(String(decoding: digits, as: UTF8.self)) ?? .max
        if version > ProfileRecord.schemaVersion { throw SavedResultsError(.newerVersion) }
    }

    private func readTable(
        _ lines: inout ResultLines, _ body: (ResultEntry, () -> ResultEntry?) -> Void
    ) throws(SavedResultsError) -> Account {
        var account = Account()
        guard let first = try lines.next(heedsQuotes: true).flatMap(CSVRow.cells) else {
            throw SavedResultsError(.notResults)
        }
        let table: ResultTable
        if let headed = ResultTable(header: first) {
            table = headed
        } else if let bare = ResultTable(withoutHeader: first) {
            table = bare
            if let entry = account.count(table.entry(first), line: 1) {
                body(entry) { table.entry(first, readingWords: true) }
            }
        } else {
            throw SavedResultsError(.notResults)
        }
        var number = 1
        while let row = try lines.next(heedsQuotes: true) {
            number += 1
            let cells = CSVRow.cells(row)
            if row.isEmpty || cells.map(ResultTable.isHeader) == true { continue }
            if table.hasVersions { try Self.checkVersion(row[...]) }
            let entry = account.count(cells.flatMap { table.entry($0) }, line: number)
            if let entry { body(entry) { cells.flatMap { table.entry($0, readingWords: true) } } }
        }
        return account
    }
}
