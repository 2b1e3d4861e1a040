import ArgumentParser
import ProfileProcessing
internal import SAML2
internal import SAMLBindings
import WireText

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

    @Flag(help: "Judge every message of the input; without it there must be exactly one.")
    var all = false

    /// The fields of the record that are about attributes.
    private static let fields: Set = [
        "schema", "source", "outcome", "reasons", "signature", "nameID", "attributes", "claimed",
        "missing",
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
        let processor = ProfileProcessor(options: options)
        var status = ExitStatus.accepted
        let found = try input.forEachRecord(
            of: processor, expecting: all ? .all : .one
        ) { (record: ProfileRecord) in
            // What is not acceptable must not slip into a pipe; what is merely incomplete may.
            let isReadable = record.reasons.allSatisfy { $0.code == .missingAttribute }
            let showsValues = record.outcome != .notJudged && (unverified || isReadable)
            if record.outcome == .notJudged {
                status = .rejected
                Console.note(
                    "\(record.source.file ?? "-"): It is a query, which states no attributes; read it with "
                        + "samlkit query.")
            }
            if input.json {
                let shown = showsValues ? record : record.withholdingValues()
                return try Console.write(shown.jsonValue(fields: Self.fields).line)
            }
            for reason in record.reasons {
                Console.note("\(record.source.file ?? "-"): \(reason.code): \(reason.words)")
            }
            guard showsValues else { return }
            let content = unverified ? record.claimed?.unverified : record.verified
            for item in content?.attributes ?? [] {
                for value in item.values {
                    let cells = [item.name, value.text ?? "(nil)"].map(TerminalText.safe)
                    try Console.print(cells.joined(separator: "\t"))
                }
            }
        }
        throw found == .accepted ? status : found
    }
}
