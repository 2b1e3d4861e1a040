import BatchEngine
import ProfileProcessing
import SAML2
import WireText

/// The summary of a run, as text and as JSON.
struct SummaryReport {
    let summary: BatchSummary
    let skipped: Int
    /// The number of entries of HAR files and archives that are not messages.
    let passedOver: Int
    /// A Boolean value that indicates whether keys were trusted and signatures verified.
    let isVerified: Bool
    /// The checks that the profile requires and that lack their option.
    let missingChecks: [SAML.Check]
    /// A Boolean value that indicates whether a key is trusted for every issuer.
    let hasUniversalKeys: Bool
    /// A Boolean value that indicates whether there was no message, which is normal for a part of
    /// an input or with a given format.
    let isEmptyPart: Bool
    /// The trusted keys, and the time to check their certificates against.
    let algorithms: AlgorithmReport
    let output: String

    var lines: [String] {
        let counts = summary.counts
        var lines = [
            "\(TerminalText.count(counts.total, "message")) read: "
                + "\(TerminalText.grouped(counts.accepted)) accepted, "
                + "\(TerminalText.grouped(counts.rejected)) rejected, "
                + "\(TerminalText.grouped(counts.malformed)) malformed"
                + (counts.notJudged > 0
                    ? ", \(TerminalText.grouped(counts.notJudged)) not judged" : "")
        ]
        if isEmptyPart {
            lines.append(
                "no messages, which is normal with --shard or --input-format")
        }
        if summary.duplicateCount > 0 {
            lines.append(
                "\(TerminalText.count(summary.duplicateCount, "duplicate message")) skipped, found "
                    + "by "
                    + (isVerified
                        ? "issuer and assertion ID of verified messages"
                        : "the complete message, because none was verified"))
        }
        if !isVerified, counts.total > 0 {
            lines.append("NOT VERIFIED: no signature was checked")
        }
        if hasUniversalKeys {
            lines.append(
                "TRUST: a key of --trust is trusted for every issuer; bind it with --issuer or "
                    + "--trust-key"
            )
        }
        if !missingChecks.isEmpty, counts.judged > 0 {
            let list = missingChecks.map { "\($0.rawValue) (\($0.option))" }.joined(separator: ", ")
            lines.append(
                "NOT CHECKED: \(list); conditions are valid only when all of these are checked")
        }
        lines += TextTable.lines(
            "by issuer", ["accepted", "rejected", ""],
            summary.issuers.sorted { ($1.value.total, $0.key) < ($0.value.total, $1.key) }
                .map { issuer, counts in
                    let name = issuer.text.isEmpty ? "(no issuer)" : TerminalText.safe(issuer.text)
                    return [
                        TerminalText.grouped(counts.accepted),
                        TerminalText.grouped(counts.rejected), name,
                    ]
                })
        lines += TextTable.lines(
            "by first reason", ["messages", ""],
            reasons.map { [TerminalText.grouped($1), $0] })
        lines += algorithms.lines
        lines += TextTable.lines(
            "what encoding does", ["messages", ""],
            warnings.map { [TerminalText.grouped($1), $0] })
        if skipped > 0 {
            lines.append(
                "skipped: \(TerminalText.grouped(skipped)) directory entries that are not files")
        }
        if passedOver > 0 {
            lines.append(
                "passed over: \(TerminalText.grouped(passedOver)) entries of HAR files and "
                    + "archives "
                    + "without a message; one record per thousand of a file")
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

    var json: [UInt8] {
        let counts = summary.counts
        let members: [(name: String, value: JSONValue)] = [
            ("read", .integer(counts.total)), ("accepted", .integer(counts.accepted)),
            ("rejected", .integer(counts.rejected)), ("malformed", .integer(counts.malformed)),
            ("notJudged", .integer(counts.notJudged)),
            ("notChecked", .strings(missingChecks.map(\.rawValue))),
            ("verified", .integer(summary.verifiedCount)),
            ("signaturesBrokenByNormalization", .integer(summary.brokenByNormalization)),
            (
                "issuers",
                .object(
                    summary.issuers.sorted { $0.key < $1.key }.map { issuer, counts in
                        (
                            issuer.text,
                            .object([
                                ("accepted", .integer(counts.accepted)),
                                ("rejected", .integer(counts.rejected)),
                            ])
                        )
                    })
            ),
            ("reasons", .object(reasons.map { ($0, .integer($1)) })),
            ("warnings", .object(warnings.map { ($0, .integer($1)) })),
        ]
        let rest: [(name: String, value: JSONValue)] = [
            ("duplicates", .integer(summary.duplicateCount)), ("skipped", .integer(skipped)),
            ("passedOver", .integer(passedOver)),
            ("output", .string(output)),
        ]
        return JSONValue.object(members + algorithms.jsonMembers + rest).line
    }
}

extension SAML.Check {
    /// The option that enables the check.
    var option: String {
        switch self {
        case .time: "--now"
        case .audience: "--audience"
        case .recipient: "--recipient"
        case .inResponseTo: "--in-response-to or --unsolicited"
        case .issuer: "--issuer"
        }
    }
}
