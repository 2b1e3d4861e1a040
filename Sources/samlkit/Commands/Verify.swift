import ArgumentParser
import ProfileProcessing
import SAML2
internal import SAMLBindings
internal import SignatureDiagnostics
import WireText

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify the signatures and conditions of messages.",
        discussion: """
            Metadata is trusted for the issuers it describes, keys of --trust-key for the issuer they \
            are bound to. A bare key or certificate in --trust speaks for every issuer, or with --issuer \
            for that one, and must be the only source of trust. Certificates in the message only choose \
            among trusted keys.

            --explain shows, for each signature, the bytes that were digested and signed, the \
            digests and the keys tried, and tests what usually happens to messages: if undoing one \
            of these makes the digest or the signature valid, that is the likely cause. It prints \
            what the message says, and changes no verdict.

            With --explain --json the object has the member explanations, a list with an object a \
            signature: element, line, column, verdict, likelyCause, undoing, explanation, advice, \
            observations, tests; signedInfo with valid, signatureMethod, canonicalization, bytes, \
            originalBytes, cause, undoing, and keys (keySHA256, kind, origin, outcome); reference \
            with valid, uri, digestMethod, canonicalization, bytes, originalBytes, \
            declaredDigest, computedDigest (in Base64), cause, undoing. originalBytes are those \
            the signer had, where they could be found.

            Example: samlkit verify response.xml --trust idp-metadata.xml
            """)

    @OptionGroup var input: FileOptions
    @OptionGroup var processing: ProcessingOptions

    @Flag(help: "Show what was digested and signed, and what probably made it invalid.")
    var explain = false

    @Flag(help: "Judge every message of the input; without it there must be exactly one.")
    var all = false

    /// The fields of the record that are about trust.
    private static let fields: Set = [
        "schema", "source", "kind", "outcome", "reasons", "response", "issuer", "signature",
        "encrypted",
        "encryption", "conditions", "missing",
    ]

    func validate() throws {
        guard processing.trustOptions.isGiven else {
            throw ValidationError("Give --trust with metadata, or --trust-key FILE=ISSUER.")
        }
    }

    func run() throws {
        // The explanations below look at more than the records do.
        let processor = try processing.processor()
        var status = ExitStatus.accepted
        let found = try input.forEachRecord(
            of: processor, expecting: all ? .all : .one
        ) { record, message in
            // What was not judged was not verified either.
            if record.outcome == .notJudged { status = .rejected }
            let explanations =
                explain ? message.map { processor.explanations(of: $0) } ?? [] : []
            if input.json {
                let json = record.jsonValue(fields: Self.fields)
                return try Console.write(
                    (explain ? json.adding(explanations) : json).line)
            }
            try print(record)
            for (number, explanation) in explanations.enumerated() {
                let screen = ExplanationScreen(
                    explanation: explanation, number: number + 1, count: explanations.count)
                for line in screen.lines { try Console.print(line) }
            }
            if processing.query != nil, !record.missing.isEmpty {
                let names = record.missing.joined(separator: ", ")
                try Console.print(TerminalText.safe("  not answered: \(names)"))
            }
        }
        throw found == .accepted ? status : found
    }

    private func print(_ record: ProfileRecord) throws {
        let line = record.source.line.map { ":\($0)" } ?? ""
        let file = TerminalText.safe((record.source.file ?? "-") + line)
        let checked = record.conditions.checked.map(\.rawValue)
        let unchecked = processing.profile.requiredChecks.all.map(\.rawValue)
            .filter { !checked.contains($0) }.sorted()
        let gap =
            record.conditions.verdict == .notChecked && record.outcome != .notJudged
                && !unchecked.isEmpty
            ? " (not checked: \(unchecked.joined(separator: ", ")))" : ""
        let signed = record.signature.signed.map(\.rawValue).joined(separator: " and ")
        let detail = record.signature.verdict == .valid ? " (\(signed))" : ""
        try Console.print(
            "\(file): \(record.outcome.rawValue), signature "
                + "\(record.signature.verdict.rawValue)\(detail), conditions "
                + record.conditions.verdict.rawValue + gap)
        if record.outcome == .notJudged {
            try Console.print(
                "  It is a query, which states nothing. Judge it with samlkit query, or with --query-messages."
            )
        }
        for reason in record.reasons {
            try Console.print("  \(reason.code): \(reason.words)")
            if let cause = reason.likelyCause { try Console.print("    likely cause: \(cause)") }
        }
    }
}
