import ArgumentParser
import ProfileProcessing
internal import SAML2
internal import SAMLBindings

struct Attributes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the attributes of messages.",
        discussion: """
            Required names are looked up by Name, then by FriendlyName; NameID means the subject's \
            identifier. Without --require all attributes are printed.

            Example: samlkit attributes response.xml --require uid,NameID --trust idp.xml
            """)

    @OptionGroup var input: FileOptions
    @OptionGroup var processing: ProcessingOptions

    @Flag(help: "Read messages whose signatures nobody has verified.")
    var unverified = false

    /// The fields of the record that are about attributes.
    private static let fields: Set = [
        "source", "outcome", "reasons", "signature", "nameID", "attributes", "missing",
    ]

    func validate() throws {
        guard unverified != processing.trustOptions.isGiven else {
            throw ValidationError(
                "Give either --trust with the keys to verify with, or --unverified.")
        }
    }

    func run() throws {
        var options = try processing.processor().options
        // Whoever may ask need not be one whose statements are believed.
        options.judgesQueries = false
        var status = ExitStatus.accepted
        let found = try input.forEachRecord(of: ProfileProcessor(options: options)) {
            (record: ProfileRecord) in
            if record.outcome == .notJudged {
                status = .rejected
                Console.note(
                    "\(record.source.file ?? "-"): It is a query, which states no attributes; read it with "
                        + "samlkit query.")
            }
            if input.json {
                return try Console.write(record.jsonValue(fields: Self.fields).line)
            }
            for reason in record.reasons {
                Console.note("\(record.source.file ?? "-"): \(reason.code): \(reason.message)")
            }
            // What is not acceptable must not slip into a pipe; what is merely incomplete may.
            let isReadable = record.reasons.allSatisfy { $0.code == .missingAttribute }
            guard unverified || isReadable, record.outcome != .notJudged else { return }
            for item in record.attributes {
                for value in item.values {
                    let cells = [item.name, value.text ?? "(nil)"].map(TerminalText.safe)
                    try Console.print(cells.joined(separator: "\t"))
                }
            }
        }
        throw found == .accepted ? status : found
    }
}
