/// Reads the rows of a CSV file (RFC 4180), cell by cell, and holds only the cells that are asked
/// for.
///
/// Line ends are CRLF or LF, also in one file.
struct CSVRows: ~Copyable {
    private var reader: ByteReader
    private let limit: Int
    private let delimiter: UInt8
    /// The line on which the row that was read last begins, counted from 1.
    private(set) var line = 1
    private var nextLine = 1

    /// A row.
    struct Row {
        /// The cells that were asked for, by their columns.
        var cells: [Int: [UInt8]] = [:]
        /// The total number of cells.
        var cellCount = 0
        /// A Boolean value that indicates whether the row is only a line end.
        var isBlank = false
    }

    private enum CellEnd { case delimiter, line, file }

    init(_ reader: consuming ByteReader, limit: Int, delimiter: UInt8 = UInt8(ascii: ",")) {
        self.reader = reader
        self.limit = limit
        self.delimiter = delimiter
        self.reader.skipByteOrderMark()
    }

    /// The next row, `nil` at the end of the file.
    ///
    /// - Parameters:
    ///   - isWanted: Whether the cell of a column is held.
    ///   - isSpare: Whether to skip a cell that is too long, rather than the row.
    /// - Returns: The row.
    /// - Throws: `invalidCSV` and `inputTooLarge` when the row is wrong and has been passed; else
    ///   what keeps the file from being read.
    mutating func next(
        where isWanted: (_ column: Int) -> Bool,
        spare isSpare: (_ column: Int) -> Bool = { _ in false }
    ) throws(CaptureError) -> Row? {
        line = nextLine
        guard try reader.upcoming() != nil else { return nil }
        var row = Row()
        // What is spare takes no room from the rest.
        var heldCounts = [0, 0]
        var failure: CaptureError?
        while true {
            let column = row.cellCount
            var cell: [UInt8]? = failure == nil && isWanted(column) ? [] : nil
            isSpareCell = isSpare(column)
            let heldCount = heldCounts[isSpareCell ? 1 : 0]
            let isQuoted = try reader.upcoming() == UInt8(ascii: "\"")
            let end: CellEnd
            if isQuoted {
                end = try readQuoted(into: &cell, room: limit - heldCount, failure: &failure)
            } else {
                end = try readPlain(into: &cell, room: limit - heldCount, failure: &failure)
            }
            row.cellCount += 1
            if let cell {
                heldCounts[isSpareCell ? 1 : 0] += cell.count
                row.cells[column] = cell
            }
            guard end == .delimiter else {
                row.isBlank = column == 0 && !isQuoted && lastCellWasEmpty
                break
            }
        }
        if let failure { throw failure }
        return row
    }

    private var lastCellWasEmpty = false
    private var isSpareCell = false

    /// Takes the next `count` bytes into the cell if there is room for them.
    private mutating func take(
        _ count: Int, into cell: inout [UInt8]?, room: Int, failure: inout CaptureError?
    ) {
        if let held = cell?.count {
            if held + count <= room {
                cell? += reader.available.prefix(count)
            } else {
                cell = nil
                if !isSpareCell { failure = failure ?? CaptureError(.inputTooLarge) }
            }
        }
        reader.consume(count)
    }

    private mutating func readPlain(
        into cell: inout [UInt8]?, room: Int, failure: inout CaptureError?
    ) throws(CaptureError) -> CellEnd {
        var total = 0
        // Where the file says CRLF, the carriage return is not part of the cell.
        var endsInReturn = false
        defer { lastCellWasEmpty = total == (endsInReturn ? 1 : 0) }
        while true {
            let delimiter = delimiter
            let count = reader.count {
                $0 == delimiter || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\"")
            }
            if count > 0 {
                endsInReturn = reader.available.prefix(count).last == UInt8(ascii: "\r")
                // One byte more than the limit may be the carriage return of the line end.
                take(
                    count, into: &cell, room: room + (endsInReturn ? 1 : 0), failure: &failure)
                total += count
            }
            switch try reader.upcoming() {
            case delimiter:
                endsInReturn = false
                reader.consume(1)
                return .delimiter
            case UInt8(ascii: "\n"):
                reader.consume(1)
                nextLine += 1
                if endsInReturn { cell?.removeLast() }
                return .line
            case UInt8(ascii: "\""):
                // RFC 4180: a cell that is not quoted has no quotes in it.
                failure = failure ?? CaptureError(.invalidCSV, at: reader.consumedCount)
                cell = nil
                reader.consume(1)
                total += 1
                endsInReturn = false
            case nil: return .file
            default: continue
            }
        }
    }

    private mutating func readQuoted(
        into cell: inout [UInt8]?, room: Int, failure: inout CaptureError?
    ) throws(CaptureError) -> CellEnd {
        let start = reader.consumedCount
        reader.consume(1)
        while true {
            let count = reader.count { $0 == UInt8(ascii: "\"") }
            nextLine += reader.available.prefix(count).count { $0 == UInt8(ascii: "\n") }
            take(count, into: &cell, room: room, failure: &failure)
            guard let byte = try reader.upcoming() else {
                // The quote is never closed.
                failure = CaptureError(.invalidCSV, at: start)
                return .file
            }
            guard byte == UInt8(ascii: "\"") else { continue }
            reader.consume(1)
            guard try reader.upcoming() == UInt8(ascii: "\"") else { break }
            take(1, into: &cell, room: room, failure: &failure)
        }
        var none: [UInt8]?
        let after = reader.consumedCount
        var isFaulty: CaptureError?
        let end = try readPlain(into: &none, room: room, failure: &isFaulty)
        lastCellWasEmpty = lastCellWasEmpty && isFaulty == nil
        if !lastCellWasEmpty {
            // Something stands between the quote that closes the cell and what ends it.
            failure = failure ?? CaptureError(.invalidCSV, at: after)
            cell = nil
        }
        return end
    }
}
