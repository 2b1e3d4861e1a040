/// The cells of a row (RFC 4180).
package enum CSVRow {
    /// Appends a cell, in quotes if it needs them.
    package static func append(_ cell: [UInt8], to output: inout [UInt8]) {
        let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D]
        guard cell.contains(where: special.contains) else {
            output += cell
            return
        }
        output.append(UInt8(ascii: "\""))
        for byte in cell {
            if byte == UInt8(ascii: "\"") { output.append(byte) }
            output.append(byte)
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Returns the cells of a row without its line end, `nil` when a quote is not closed.
    package static func cells(_ row: [UInt8]) -> [[UInt8]]? {
        var cells: [[UInt8]] = []
        var index = 0
        while true {
            var cell: [UInt8] = []
            if index < row.count, row[index] == UInt8(ascii: "\"") {
                index += 1
                guard readQuoted(row, &index, into: &cell) else { return nil }
            } else {
                let end = row[index...].firstIndex(of: UInt8(ascii: ",")) ?? row.count
                cell = Array(row[index..<end])
                index = end
            }
            cells.append(cell)
            guard index < row.count else { return cells }
            guard row[index] == UInt8(ascii: ",") else { return nil }
            index += 1
        }
    }

    private static func readQuoted(
        _ row: [UInt8], _ index: inout Int, into cell: inout [UInt8]
    ) -> Bool {
        let quote = UInt8(ascii: "\"")
        while let end = row[index...].firstIndex(of: quote) {
            cell += row[index..<end]
            index = end + 1
            guard index < row.count, row[index] == quote else { return true }
            cell.append(quote)
            index += 1
        }
        return false
    }
}
