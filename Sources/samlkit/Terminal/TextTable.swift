import WireText

/// A table as lines of text.
enum TextTable {
    /// The number of rows that a table shows.
    static let longestList = 20

    /// Returns names and counts, the most frequent first.
    static func ranked<Name: Comparable>(_ counts: [(Name, Int)]) -> [(Name, Int)] {
        counts.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    /// Returns the number of messages of each name under a title; no lines if there are no names.
    static func lines(_ title: String, _ counts: [(String, Int)]) -> [ScreenLine] {
        lines(title, ["messages", ""], counts.map { [$1.grouped, TerminalText.safe($0)] })
    }

    /// Returns rows under a title, with numbers right-aligned; no lines if there are no rows.
    static func lines(
        _ title: String, _ header: [String], _ rows: [[String]]
    ) -> [ScreenLine] {
        guard !rows.isEmpty else { return [] }
        let shown = rows.prefix(longestList)
        let widths = header.indices.map { column in
            ([header] + shown).map { $0[column].count }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            let last = cells.count - 1
            return "  "
                + cells.indices.map { column in
                    column == last
                        ? cells[column]
                        : String(repeating: " ", count: widths[column] - cells[column].count)
                            + cells[column]
                }.joined(separator: "  ")
        }
        var lines: [ScreenLine] =
            ["", ScreenLine("\(title):", .title), ScreenLine(line(header), .label)]
            + shown.map(line).screenLines
        if rows.count > shown.count {
            lines.append("  … and \((rows.count - shown.count).grouped + " more")")
        }
        return lines
    }
}
