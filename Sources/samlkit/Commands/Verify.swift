import ArgumentParser
import ProfileProcessing
import SAML2
internal import SAMLBindings
internal import SignatureDiagnostics
import WireText
internal import XMLSecurity

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", _superCommandName: "samlkit",
        abstract: "Verify the signatures and conditions of messages.",
        discussion: """
            Metadata is trusted for the issuers it describes, and a key of --trust-key for its \
            issuer. A bare key or certificate in --trust is trusted for every issuer, or with \
            --issuer for that one; it must be the only source of trust. Certificates in the \
            message only choose among trusted keys.

            --explain undoes common damage until the digest or the signature is valid, which \
            proves the likely cause. Its output contains message content.

            Example: samlkit verify response.xml --trust idp-metadata.xml
            """)

    @OptionGroup var processing: ProcessingOptions
    @OptionGroup(title: HelpTitle.everyday) private var everyday: EverydayOptions
    @OptionGroup var input: FileOptions

    /// The options of this command alone.
    struct EverydayOptions: ParsableArguments {
        @Flag(help: "Explain each signature: the signed bytes, and what likely broke it.")
        var explain = false

        @Flag(help: "Accept any number of messages (default: exactly one).")
        var all = false
    }

    private var explain: Bool { everyday.explain }

    /// The record's fields about trust.
    private static let fields: Set = [
        "schema", "source", "kind", "outcome", "reasons", "notes", "response", "issuer",
        "signature",
        "encrypted",
        "encryption", "conditions", "missing",
    ]

    func validate() throws {
        guard processing.trustOptions.isGiven else {
            throw ValidationError("Pass --trust with metadata, or --trust-key FILE=ISSUER.")
        }
    }

    func run() throws {
        let processor = try processing.processor()
        var status = ExitStatus.accepted
        let found = try input.forEachRecord(
            of: processor, acceptsSeveral: everyday.all, explains: explain
        ) { judged in
            let record = judged.record
            // Of what is not judged, only the signature can be verified.
            if record.outcome == .notJudged, record.signature.verdict != .valid {
                status = .rejected
            }
            let explanations =
                explain
                ? judged.explanations ?? judged.message.map { processor.explanations(of: $0) } ?? []
                : []
            let decryption =
                explain
                ? judged.message.flatMap {
                    processor.decryptionExplanation(of: $0, judgedAs: record)
                }
                : nil
            if input.json {
                let json = record.jsonValue(fields: Self.fields)
                return try Console.write(
                    explain ? json.adding(explanations, decryption: decryption) : json)
            }
            try Console.show(lines(of: judged, by: processor))
            if let decryption { try Console.show(["", "decryption", "  \(decryption)"]) }
            // The message as a whole comes first and is not a signature.
            let wholeCount = explanations.count { $0.isUnreadable }
            for (number, explanation) in explanations.enumerated() {
                let screen = ExplanationScreen(
                    explanation: explanation, number: number + 1 - wholeCount,
                    count: explanations.count - wholeCount,
                    keyNote: { processor.note(on: $0, of: record) })
                try Console.show(screen.lines)
            }
            if processing.query != nil, !record.missing.isEmpty {
                let names = record.missing.joined(separator: ", ")
                try Console.show(["  not answered: \(names)"])
            }
        }
        throw found == .accepted ? status : found
    }

    /// The words of the provider where no reason has them, and the status of a message that cannot be read.
    private func answer(in record: ProfileRecord) -> [String] {
        if record.reasons.contains(where: { $0.comparison?.quotation != nil }) { return [] }
        if let words = record.verified.message?.statusMessage {
            return ["  The provider says \(words.inQuotes)."]
        }
        guard let claimed = record.claimed?.unverified.message,
            claimed.statusMessage != nil || record.kind == nil && claimed.status != nil
        else { return [] }
        let status = claimed.status.map { "status \(SAML.Discrepancy.visible($0))" }
        let text = [status, claimed.statusMessage?.inQuotes].compactMap(\.self)
            .joined(separator: ", ")
        return ["  CLAIMED by the message, NOT verified: \(text)"]
    }

    private func lines(
        of judged: FileOptions.Judged, by processor: ProfileProcessor
    ) -> [ScreenLine] {
        let record = judged.record
        let detail = record.signature.verdict == .valid ? " (\(record.signedParts))" : ""
        let verdict = record.conditions.verdict
        let conditions: ScreenLine =
            verdict == .notChecked
            ? ScreenLine(gap(of: record, processor.options.context))
            : ", conditions \(verdict.tone, verdict.rawValue)\(record.conditions.now?.words ?? "")"
        let signature = record.signature.verdict
        var lines: [ScreenLine] = [
            """
            \(.title, judged.name): \(record.outcome.tone, record.outcome.rawValue), signature \
            \(signature.tone, signature.rawValue)\(detail)\(conditions)
            """
        ]
        if record.outcome == .notJudged {
            let text =
                record.signatureText
                ?? record.notJudgedText(
                    by: "verify",
                    ofQuery: "Verify it with samlkit query, or pass --query-messages.")
            lines.append("  \(text)")
        }
        for reason in record.reasons {
            lines += reason.lines().map { "  \($0)" }
        }
        for note in record.notes { lines += note.lines.map { "  \($0)" } }
        return lines + answer(in: record).screenLines
    }

    /// Returns what was not checked of the conditions, in plain words; `nil` for a message that is
    /// not judged.
    private func gap(of record: ProfileRecord, _ context: SAML.ProcessingContext) -> String {
        guard record.kind != nil, record.outcome != .notJudged else { return "" }
        guard record.signature.verdict == .valid else {
            return ". The conditions were not checked."
        }
        let unchecked = processing.profile.requiredChecks.all
            .filter { !record.conditions.checked.contains($0) }
        let missing = context.missingChecks.all
        let (lacking, unstated) = (
            unchecked.filter(missing.contains), unchecked.filter { !missing.contains($0) }
        )
        var sentences: [String] = []
        if !lacking.isEmpty {
            let options = lacking.map(\.option).joined(separator: " and ")
            sentences.append("\(Self.subject(lacking)) not checked: pass \(options)")
        }
        if !unstated.isEmpty {
            sentences.append("\(Self.subject(unstated)) not checked: the message states none")
        }
        return sentences.isEmpty ? "" : ". " + sentences.joined(separator: ". ") + "."
    }

    private static func subject(_ checks: [SAML.Check]) -> String {
        let nouns = checks.map(\.noun).joined(separator: " and the ")
        return "The \(nouns) \(checks.count == 1 ? "was" : "were")"
    }
}
