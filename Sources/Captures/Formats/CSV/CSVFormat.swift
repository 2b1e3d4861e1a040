extension CaptureFormat {
    /// Each row of a CSV file (RFC 4180) has a message in one of its cells; the first row names them.
    ///
    /// Semicolons and tabs may replace commas.
    public static let csv = CaptureFormat(
        "csv", "comma-separated values",
        .content(
            isBeginning: { head in
                guard let first = head.first, first != UInt8(ascii: "<") else { return false }
                return head.fileExtension == "csv" || head.fileExtension == "tsv"
                    || CSVHeader(of: head.text, field: head.field)?.isOfTable == true
            }, open: { CSVCapture($0, $1) }))
}

/// The first row of a table, and what separates its cells.
struct CSVHeader {
    let delimiter: UInt8
    /// A Boolean value that indicates whether the row names the field of a message, or as many columns as the second
    /// row has.
    let isOfTable: Bool

    private static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    private static let longestName = 64

    /// Reads the first row of a text; `nil` if it has none.
    init?(of text: ArraySlice<UInt8>, field: String?) {
        let text = text.withoutByteOrderMark
        guard !text.isEmpty else { return nil }
        let names = field.map { [$0] } ?? JSONLine.usualFields
        let rows = Self.delimiters.map { delimiter in
            (delimiter, Self.row(of: text, delimiter))
        }
        if let (delimiter, row) = rows.first(where: { _, row in
            row.cells.contains { cell in names.contains { cell.elementsEqual($0.utf8) } }
        }) {
            self.delimiter = delimiter
            // A line of a log may have such a cell, too, and the message in the next one. Quotation marks of a log
            // are not those of a table.
            isOfTable =
                field != nil || !text.contains(UInt8(ascii: "\""))
                || row.cells.allSatisfy { MessageFinder.messages(in: $0).isEmpty }
            return
        }
        var widest = rows[0]
        for row in rows where row.1.cells.count > widest.1.cells.count { widest = row }
        let (delimiter, row) = widest
        self.delimiter = delimiter
        let rest = text[row.end...]
        isOfTable =
            row.cells.count > 1 && row.cells.allSatisfy(Self.isName) && !rest.isEmpty
            && Self.row(of: rest, delimiter).cells.count == row.cells.count
    }

    private static func isName(_ cell: ArraySlice<UInt8>) -> Bool {
        guard let first = cell.first, cell.count <= longestName, first != 0x20,
            Base64Run.isDigit[Int(first)] || first == UInt8(ascii: "@")
                || first == UInt8(ascii: "#"),
            !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return false }
        return cell.allSatisfy { byte in
            Base64Run.isDigit[Int(byte)] || byte == 0x20 || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "(")
                || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "#") || byte >= 0x80
        }
    }

    /// The cells of the first row without the quotation marks around them, and the place after the row.
    private static func row(
        of text: ArraySlice<UInt8>, _ delimiter: UInt8
    ) -> (cells: [ArraySlice<UInt8>], end: Int) {
        var cells: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        var isQuoted = false
        var index = start
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            let isLineEnd = byte == UInt8(ascii: "\n")
            if !isQuoted, byte == delimiter || isLineEnd {
                cells.append(unquoted(text[start..<index]))
                start = index + 1
                if isLineEnd { return (cells, start) }
            }
            index += 1
        }
        cells.append(unquoted(text[start...]))
        return (cells, text.endIndex)
    }

    private static func unquoted(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let cell = cell.last == UInt8(ascii: "\r") ? cell.dropLast() : cell
        let mark = UInt8(ascii: "\"")
        return cell.count > 1 && cell.first == mark && cell.last == mark
            ? cell.dropFirst().dropLast() : cell
    }
}
