import ProfileProcessing

/// The summary of a run, as text and as JSON.
struct SummaryReport {
    let summary: BatchSummary
    let skipped: Int
    /// Whether anybody was trusted, so that signatures were looked at.
    let isVerified: Bool
    /// Whether there was anything to check conditions against.
    let areConditionsChecked: Bool
    let output: String

    private static let longestList = 20

    var lines: [String] {
        let counts = summary.counts
        var lines = [
            "\(TerminalText.count(counts.total, "message")) read: "
                + "\(TerminalText.grouped(counts.accepted)) accepted, "
                + "\(TerminalText.grouped(counts.rejected)) rejected, "
                + "\(TerminalText.grouped(counts.malformed)) malformed"
        ]
        if !isVerified, counts.total > 0 {
            lines.append("NOT VERIFIED: no signature was checked")
        }
        if !areConditionsChecked, counts.total > 0 {
            lines.append("NOT CHECKED: no condition was; give --now for the validity at least")
        }
        lines += table(
            "by issuer", ["accepted", "rejected", ""],
            summary.issuers.sorted { ($1.value.total, $0.key) < ($0.value.total, $1.key) }
                .map { issuer, counts in
                    let name = issuer.isEmpty ? "(no issuer)" : TerminalText.safe(issuer)
                    return [
                        TerminalText.grouped(counts.accepted),
                        TerminalText.grouped(counts.rejected), name,
                    ]
                })
        lines += table(
            "by first reason", ["messages", ""],
            reasons.map { [TerminalText.grouped($1), $0] })
        lines += table(
            "what encoding does", ["messages", ""],
            warnings.map { [TerminalText.grouped($1), $0] })
        if skipped > 0 {
            lines.append(
                "skipped: \(TerminalText.grouped(skipped)) directory entries that are no files")
        }
        if output != "-" { lines.append("results: \(output)") }
        return lines
    }

    private var reasons: [(String, Int)] {
        summary.reasons.map { ($0.key.rawValue, $0.value) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    private var warnings: [(String, Int)] {
        summary.warnings.map { ($0.key.rawValue, $0.value) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    /// Rows under a title, numbers to the right, names to the left; nothing without rows.
    private func table(_ title: String, _ header: [String], _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        let shown = rows.prefix(Self.longestList)
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
            lines.append("  … and \(TerminalText.count(rows.count - shown.count, "more"))")
        }
        return lines
    }

    var json: [UInt8] {
        let counts = summary.counts
        return JSONValue.object([
            ("read", .integer(counts.total)), ("accepted", .integer(counts.accepted)),
            ("rejected", .integer(counts.rejected)), ("malformed", .integer(counts.malformed)),
            ("verified", .integer(summary.verifiedCount)),
            ("signaturesBrokenByNormalization", .integer(summary.brokenByNormalization)),
            (
                "issuers",
                .object(
                    summary.issuers.sorted { $0.key < $1.key }.map { issuer, counts in
                        (
                            issuer,
                            .object([
                                ("accepted", .integer(counts.accepted)),
                                ("rejected", .integer(counts.rejected)),
                            ])
                        )
                    })
            ),
            ("reasons", .object(reasons.map { ($0, .integer($1)) })),
            ("warnings", .object(warnings.map { ($0, .integer($1)) })),
            ("skipped", .integer(skipped)), ("output", .string(output)),
        ]).line
    }
}
