import ArgumentParser
import ProfileProcessing
internal import SAML2
internal import SignatureDiagnostics
import WireText

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show each message on one screen: issuer, audience, times, attributes, problems.",
        discussion: "Example: samlkit inspect response.xml --require uid,uniqueId")

    @OptionGroup var input: FileOptions
    @OptionGroup var processing: ProcessingOptions

    @Option(
        help: ArgumentHelp(
            "Of metadata, show only the entity with this entityID.", valueName: "entityID"))
    var entity: String?

    func run() throws {
        var isFirst = true
        var options = try processing.processor().options
        options.explanationBudget = .thorough
        let processor = ProfileProcessor(options: options)
        let status = try input.forEachRecord(of: processor) { message in
            if input.json { return try Console.write(message.record.jsonValue()) }
            if message.record.kind == .metadata, let metadata = message.message {
                let screen = try MetadataScreen(
                    metadata, name: message.name, entityID: entity,
                    now: processing.now ?? SAML.Instant.current)
                try Console.show((isFirst ? [] : [""]) + screen.lines)
                isFirst = false
                return
            }
            let screen = InspectionScreen(
                name: message.name, record: message.record,
                isVerified: processor.options.trust != nil)
            try Console.show((isFirst ? [] : [""]) + screen.lines)
            isFirst = false
        }
        throw status
    }
}
