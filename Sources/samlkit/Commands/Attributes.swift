import ArgumentParser
import ProfileProcessing
internal import SAML2
internal import SAMLBindings
import WireText

struct Attributes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attributes", _superCommandName: "samlkit",
        abstract: "Print the signed attributes of messages.",
        discussion: """
            A name in --require matches an attribute's Name, or else its FriendlyName; NameID is \
            the subject's identifier. Without --require, all attributes are printed.

            Example: samlkit attributes response.xml --require uid,NameID --trust idp.xml
            """)

    @OptionGroup var processing: ProcessingOptions
    @OptionGroup(title: HelpTitle.everyday) private var everyday: EverydayOptions
    @OptionGroup var input: FileOptions

    /// The options of this command alone.
    struct EverydayOptions: ParsableArguments {
        @Flag(help: "Print attributes without verifying signatures.")
        var unverified = false

        @Flag(help: "Accept any number of messages (default: exactly one).")
        var all = false
    }

    private var unverified: Bool { everyday.unverified }

    /// The record's fields about attributes.
    private static let fields: Set = [
        "schema", "source", "outcome", "reasons", "signature", "nameID", "attributes",
        "otherAttributes", "claimed", "missing",
    ]

    func validate() throws {
        guard unverified != processing.trustOptions.isGiven else {
            throw ValidationError(
                "Pass --trust with the keys that verify signatures, or --unverified.")
        }
    }

    func run() throws {
        var options = try processing.processor().options
        // A service provider that may send queries is not trusted to state attributes.
        options.judgesQueries = false
        let processor = ProfileProcessor(options: options)
        var status = ExitStatus.accepted
        let found = try input.forEachRecord(
            of: processor, acceptsSeveral: everyday.all
        ) { judged in
            let record = judged.record
            // Values of a rejected message must not reach a pipe, unless only attributes are
            // missing.
            let isReadable = record.reasons.allSatisfy { $0.code == .missingAttribute }
            let showsValues = record.outcome != .notJudged && (unverified || isReadable)
            if record.outcome == .notJudged {
                status = .rejected
                let text = record.notJudgedText(
                    by: "attributes",
                    ofQuery: "It states no attributes. Read it with samlkit query.")
                Console.note("\(judged.name): \(text)")
            }
            if input.json {
                let shown = showsValues ? record : record.withholdingValues()
                return try Console.write(shown.jsonValue(fields: Self.fields))
            }
            for reason in (showsValues ? record : record.withholdingValues()).reasons {
                Console.note("\(judged.name): \(reason.code): \(reason.words)")
            }
            guard showsValues else { return }
            let content = unverified ? record.claimed?.unverified : record.verified
            let items = content?.attributes ?? []
            for (item, texts) in zip(items, ValueTexts(of: items).byItem) {
                for text in texts {
                    let cells = [item.name, text ?? "(nil)"].map(TerminalText.safe)
                    try Console.write(Array((cells.joined(separator: "\t") + "\n").utf8))
                }
            }
        }
        throw found == .accepted ? status : found
    }
}
