import ArgumentParser
import ProfileProcessing
internal import SAMLBindings

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify the signatures and conditions of messages.",
        discussion: """
            Metadata is trusted for the issuers it describes, bare keys and certificates for every \
            issuer. Certificates in the message only choose among trusted keys.

            Example: samlkit verify response.xml --trust idp-metadata.xml
            """)

    @OptionGroup var input: FileOptions
    @OptionGroup var processing: ProcessingOptions

    /// The fields of the record that are about trust.
    private static let fields: Set = [
        "source", "kind", "outcome", "reasons", "response", "issuer", "signature", "encrypted",
        "conditions", "missing",
    ]

    func validate() throws {
        guard !processing.trustOptions.trust.isEmpty else {
            throw ValidationError("Give --trust with a certificate, a public key or metadata.")
        }
    }

    func run() throws {
        let status = try input.forEachRecord(of: try processing.processor()) { record in
            if input.json {
                return try Console.write(record.jsonValue(fields: Self.fields).line)
            }
            let line = record.source.line.map { ":\($0)" } ?? ""
            let file = TerminalText.safe((record.source.file ?? "-") + line)
            let audience = processing.audience == nil ? " (audience not checked)" : ""
            let signed = record.signature.signed.map(\.rawValue).joined(separator: " and ")
            let detail = record.signature.verdict == .valid ? " (\(signed))" : ""
            try Console.print(
                "\(file): \(record.outcome.rawValue), signature "
                    + "\(record.signature.verdict.rawValue)\(detail), conditions "
                    + record.conditions.verdict.rawValue
                    + (record.conditions.verdict == .valid ? audience : ""))
            for reason in record.reasons {
                try Console.print("  \(reason.code): \(reason.message)")
            }
            if processing.query != nil, !record.missing.isEmpty {
                let names = record.missing.joined(separator: ", ")
                try Console.print(TerminalText.safe("  not answered: \(names)"))
            }
        }
        throw status
    }
}
