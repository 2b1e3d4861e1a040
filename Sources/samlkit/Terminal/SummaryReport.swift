import BatchEngine
import ProfileProcessing
import SAML2
import WireText
internal import XMLCore

/// The summary of a run, as text and as JSON.
struct SummaryReport {
    let summary: BatchSummary
    var signOns = SignOns()
    let input: InputCounts
    /// The options of the run.
    let options: ProfileProcessor.Options
    /// The time to check certificates against.
    let now: SAML.Instant
    let output: String

    /// The checks that the profile requires and that lack their option.
    private var missingChecks: [SAML.Check] { options.context.missingChecks.all }

    private static let textWidth = 100

    /// The word for an issuer that no message names, or that no message could be read to name.
    private static let unknown = "(unknown)"

    private var algorithms: AlgorithmReport {
        AlgorithmReport(summary: summary.algorithms, trust: options.trust, now: now)
    }

    var lines: [ScreenLine] {
        let counts = summary.counts
        let isVerified = options.trust != nil
        let notJudged = counts.notJudged > 0 ? ", \(counts.notJudged.grouped) not judged" : ""
        var lines: [ScreenLine] = [
            "\(counts.total.counted("message")) read: \(counts.line(isVerified: isVerified))\(notJudged)"
        ]
        if !summary.hasMessage {
            lines.append("no messages, which is normal with --shard or --input-format")
        }
        if summary.duplicateCount > 0 {
            let measure =
                isVerified
                ? "issuer and assertion ID of verified messages"
                : "the complete message, because none was verified"
            lines.append(
                "\(summary.duplicateCount.counted("duplicate message")) skipped, found by \(measure)"
            )
        }
        if summary.notChosenCount > 0 {
            lines.append("\(summary.notChosenCount.counted("other message")) not chosen")
        }
        lines += signOns.lines(isVerified: isVerified).screenLines
        if summary.emptyFileCount > 0 {
            lines.append(
                """
                \(summary.emptyFileCount.counted("file")) without a message; the reason \
                capture.noMessage of each record says what the file was read as
                """)
        }
        if !isVerified, counts.total > 0 {
            lines.append("\(.caution, "NOT VERIFIED"): no signature was checked")
        }
        if options.trust?.hasUniversalKeys == true {
            lines.append(
                """
                \(.caution, "TRUST"): a key of --trust is trusted for every issuer; bind it with --issuer or \
                --trust-key
                """)
        }
        if options.context.isTimeOfIssue, counts.judged > 0 {
            lines.append(
                "\(.caution, "TIME"): each message was judged at its own IssueInstant (--now issued)"
            )
        }
        if summary.judgedWhenCaptured > 0 {
            lines.append(
                """
                \(.caution, "TIME"): \(summary.judgedWhenCaptured.counted("message")) judged when \
                captured, as the capture says; --now clock judges them now
                """)
        }
        if isMostlyExpired {
            let which = summary.judgedWhenCaptured > 0 ? "of the others" : "messages"
            lines.append(
                """
                \(.caution, "TIME"): most \(which) have expired by \(now); --now issued judges each when it \
                was issued
                """)
        }
        if !missingChecks.isEmpty, counts.judged > 0 {
            let list = missingChecks.map { "\($0.rawValue) (\($0.option))" }.joined(separator: ", ")
            lines.append(
                """
                \(.caution, "NOT CHECKED"): \(list); conditions are valid only when all of these are checked
                """)
        }
        let issuers = summary.issuers.sorted {
            ($1.value.total, $0.key) < ($0.value.total, $1.key)
        }.map { issuer, counts in
            let name = issuer.text.isEmpty ? Self.unknown : TerminalText.safe(issuer.text)
            return [counts.passed.grouped, counts.rejected.grouped, name]
        }
        let accepted = isVerified ? "accepted" : "unverified"
        lines += TextTable.lines("by issuer", [accepted, "rejected", ""], issuers)
        lines += TextTable.lines("by first reason", reasons)
        lines += TextTable.lines(
            "by likely cause", causes.map { ($0.text, $0.count) } + unexplained)
        lines += wordsOfCauses
        lines += TextTable.lines("sign-ons to look at", ["request"], oddSignOns)
        lines += clocks.screenLines
        lines += algorithms.lines
        lines += TextTable.lines("what encoding does", warnings)
        if input.skippedEntries > 0 {
            lines.append(
                "skipped: \(input.skippedEntries.grouped) directory entries that are not files")
        }
        if input.passedOverEntries > 0 {
            lines.append(
                """
                passed over: \(input.passedOverEntries.counted("entry", "entries")) without a \
                message; one record per thousand of a file
                """)
        }
        if output != "-" { lines.append("results: \(output)") }
        return lines
    }

    /// A Boolean value that indicates whether more than half of the messages that were judged at the time of the run have
    /// expired.
    private var isMostlyExpired: Bool {
        guard !options.context.isTimeOfIssue, options.context.now != nil else { return false }
        let atClock = summary.counts.judged - summary.judgedWhenCaptured
        return summary.expiredByClock * 2 > atClock
    }

    /// The sign-ons that did not go well, each on a line.
    private var oddSignOns: [[String]] {
        signOns.shown.filter(\.isOdd).map { [TerminalText.safe(CapturedSignOnScreen.line(of: $0))] }
    }

    private var reasons: [(String, Int)] {
        TextTable.ranked(summary.reasons.map { ($0.key.rawValue, $0.value) })
    }

    /// The likely causes by issuer, the most frequent first.
    private var causes: [(cause: BatchSummary.IssuerCause, text: String, count: Int)] {
        summary.causes.map { cause, count in
            let issuer =
                cause.issuer.text.isEmpty ? "issuer \(Self.unknown)" : cause.issuer.text
            return (cause, "\(cause.cause), of \(issuer)", count)
        }.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    }

    /// The sentence and the remedy of each cause that the table lists.
    private var wordsOfCauses: [ScreenLine] {
        var known: Set<String> = []
        return causes.prefix(TextTable.longestList).map(\.cause.cause)
            .filter { known.insert($0).inserted }.compactMap(ReasonPage.page).flatMap { page in
                WrappedText.lines(
                    "\(page.code): \(page.sentence) \(page.action)", width: Self.textWidth
                ).map { ScreenLine("  \($0)", toning: "\(page.code):", .title) }
            }
    }

    /// The number of messages with none of the causes, where others have one.
    private var unexplained: [(String, Int)] {
        let count = summary.counts.failed - summary.causes.values.reduce(0, +|)
        return summary.causes.isEmpty || count <= 0 ? [] : [("no likely cause", count)]
    }

    /// The suspect clock, where messages come from the future or had expired.
    private var clocks: [String] {
        func issuers(_ cause: SAML.FailureCause) -> Int {
            Set(summary.causes.keys.filter { $0.cause == cause.rawValue }.map(\.issuer)).count
        }
        guard summary.issuers.count > 1 else { return [] }
        var lines: [String] = []
        switch issuers(.clockAhead) {
        case 0: break
        case 1:
            lines.append(
                "  Messages of only one issuer come from the future: its clock is suspect.")
        case let count:
            lines.append(
                "  Messages of \(count) issuers come from the future: your clock, or --now, is "
                    + "suspect.")
        }
        let expired = issuers(.expired)
        if expired > 1 {
            lines.append(
                "  Messages of \(expired) issuers had expired: they are old, or your clock, or --now, is "
                    + "ahead.")
        }
        return lines
    }

    private var warnings: [(String, Int)] {
        TextTable.ranked(summary.warnings.map { ($0.key.rawValue, $0.value) })
    }

    private func causeJSON(_ cause: BatchSummary.IssuerCause, _ count: Int) -> JSONValue {
        let page = ReasonPage.page(of: cause.cause)
        return .object([
            ("cause", .string(cause.cause)), ("issuer", .string(cause.issuer.text)),
            ("messages", .integer(count)),
            ("inShort", .string(orNull: page?.sentence)),
            ("whatToDo", .string(orNull: page?.action)),
        ])
    }

    var json: [UInt8] {
        let counts = summary.counts
        let issuers = summary.issuers.sorted { $0.key < $1.key }.map { issuer, counts in
            let outcomes: JSONValue = .object([
                ("accepted", .integer(counts.accepted)),
                ("unverified", .integer(counts.unverified)),
                ("rejected", .integer(counts.rejected)),
            ])
            return (name: issuer.text, value: outcomes)
        }
        let members: [(name: String, value: JSONValue)] = [
            ("read", .integer(counts.total)), ("accepted", .integer(counts.accepted)),
            ("unverified", .integer(counts.unverified)),
            ("rejected", .integer(counts.rejected)), ("malformed", .integer(counts.malformed)),
            ("notJudged", .integer(counts.notJudged)),
            ("now", .string(options.context.isTimeOfIssue ? "issued" : "\(now)")),
            ("judgedWhenCaptured", .integer(summary.judgedWhenCaptured)),
            ("notChecked", .strings(missingChecks.map(\.rawValue))),
            ("verified", .integer(summary.verifiedCount)),
            ("signaturesBrokenByNormalization", .integer(summary.brokenByNormalization)),
            ("issuers", .object(issuers)),
            ("reasons", .object(reasons.map { ($0, .integer($1)) })),
            ("causes", .array(causes.map { causeJSON($0.cause, $0.count) })),
            ("warnings", .object(warnings.map { ($0, .integer($1)) })),
        ]
        let rest: [(name: String, value: JSONValue)] = [
            ("signOns", signOns.json), ("duplicates", .integer(summary.duplicateCount)),
            ("filesWithoutMessage", .integer(summary.emptyFileCount)),
            ("notChosen", .integer(summary.notChosenCount)),
            ("skipped", .integer(input.skippedEntries)),
            ("passedOver", .integer(input.passedOverEntries)), ("output", .string(output)),
        ]
        return JSONValue.object(members + algorithms.jsonMembers + rest).line
    }
}

extension SAML.Check {
    /// The name in sentences.
    var noun: String {
        switch self {
        case .time, .audience, .recipient, .issuer: rawValue
        case .inResponseTo: "request that it answers"
        }
    }

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

extension BatchSummary.Counts {
    /// The judged messages in words; those with nothing wrong are unverified in a run without trusted keys.
    func words(isVerified: Bool) -> String {
        parts(isVerified).map(\.words).joined(separator: ", ")
    }

    /// The same, in the tones of the outcomes.
    fileprivate func line(isVerified: Bool) -> ScreenLine {
        let (first, rest) = (parts(isVerified)[0], parts(isVerified).dropFirst())
        return rest.reduce(ScreenLine(first.words, first.tone)) {
            "\($0), \(ScreenLine($1.words, $1.tone))"
        }
    }

    private func parts(_ isVerified: Bool) -> [(words: String, tone: ScreenLine.Tone?)] {
        let passedWord = isVerified ? "accepted" : "unverified"
        return [
            ("\(passed.grouped) \(passedWord)", passed == 0 ? nil : isVerified ? .good : .caution),
            ("\(rejected.grouped) rejected", rejected == 0 ? nil : .bad),
            ("\(malformed.grouped) malformed", malformed == 0 ? nil : .bad),
        ]
    }
}
