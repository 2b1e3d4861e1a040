/// A table as lines of text.
enum TextTable {
    private static let longestList = 20

    /// Returns rows under a title, with numbers right-aligned; no lines if there are no rows.
    static func lines(
        _ title: String, _ header: [String], _ rows: [[String]]
    ) -> [String] {
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
        var lines = ["", "\(title):", line(header)] + shown.map(line)
        if rows.count > shown.count {
            lines.append("  … and \(TerminalText.grouped(rows.count - shown.count) + " more")")
        }
        return lines
    }
}
