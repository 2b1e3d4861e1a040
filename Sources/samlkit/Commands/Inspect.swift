import ArgumentParser
import BatchEngine
import ProfileProcessing
import Reports
internal import SAML2
internal import SAMLBindings
internal import SignatureDiagnostics
import WireText
internal import XMLCore

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", _superCommandName: "samlkit",
        abstract: "Show each message on one screen: issuer, audience, times, attributes, problems.",
        discussion: """
            --html writes the same as a page that loads nothing from the network: why, what happened \
            in order, the XML with the signed parts shaded and the failing place marked, conditions, \
            attributes, certificate and payload. The page contains the values of the message.

            Example: samlkit inspect response.xml --require uid,uniqueId
            """)

    @OptionGroup var processing: ProcessingOptions
    @OptionGroup(title: HelpTitle.everyday) private var everyday: EverydayOptions
    @OptionGroup var input: FileOptions

    /// The options of this command alone.
    struct EverydayOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Of metadata, show only the entity with this entityID.", valueName: "entityID"))
        var entity: String?

        @Option(
            help: .file("Also write a page with the messages to this file; - is standard output."),
            completion: .file(extensions: ["html"]))
        var html: String?

        @Option(
            help: .file(
                "Write the message as it was signed to this file, where undoing what happened to it proves that; - is "
                    + "standard output."), completion: .file())
        var undone: String?
    }

    private var entity: String? { everyday.entity }
    private var html: String? { everyday.html }
    private var undone: String? { everyday.undone }

    func validate() throws {
        guard undone == nil || processing.trustOptions.isGiven else {
            throw ValidationError(
                "--undone needs --trust: only a valid signature proves what was signed.")
        }
        guard html == nil || entity == nil else {
            throw ValidationError("--html cannot be combined with --entity.")
        }
    }

    /// The messages that a page shows at most.
    private static let mostMessages = 500

    func run() throws {
        let outputs = [html, undone].compactMap(\.self)
        try OutputCollision.refuse(outputs: outputs, inputs: input.files + processing.files)
        try OutputCheck.refuseUnwritable(outputs)
        var isFirst = true
        var details: [[UInt8]] = []
        var texts: [(name: String, text: String)] = []
        var count = 0
        var remedies = ReportRemedies.samlkit
        remedies.inspectionOptions =
            processing.words(trusting: [], requiring: [], at: nil) + input.reading.words
        if !processing.trustOptions.isGiven { remedies.verification = nil }
        let processor = try processing.processor()
        if let now = processor.options.context.now {
            remedies.inspectionOptions =
                processing.words(trusting: [], requiring: [], at: now) + input.reading.words
            remedies.clockOptions = processing.clockWords(at: now)
        }
        var pairing = SignOnPairing()
        let status = try input.forEachRecord(
            of: processor, acceptsSeveral: undone == nil, explains: html != nil,
            others: { processor.request(in: $0).map { pairing.add($0) } }
        ) { message in
            count += 1
            if let message = SignOnMessage(message.record) { pairing.add(message) }
            if let undone {
                try write(message, by: processor, to: undone)
                if undone == "-" { return }
            }
            if html != nil, count <= Self.mostMessages {
                let detail = MessageDetail(
                    of: message.record, message.message,
                    at: MessageDetail.Place(number: message.number),
                    by: processor, remedies: remedies, explanations: message.explanations)
                details.append(detail.line)
                texts.append((message.name, detail.text))
            }
            if html == "-" { return }
            if input.json { return try Console.write(message.record.jsonValue()) }
            if message.record.kind == .metadata, let metadata = message.message {
                let screen = try MetadataScreen(
                    metadata, name: message.name, entityID: entity,
                    now: processing.now?.instant ?? SAML.Instant.current)
                try Console.show((isFirst ? [] : [""]) + screen.lines)
                isFirst = false
                return
            }
            let screen = InspectionScreen(
                name: message.name, record: message.record,
                certificates: message.message.map(Self.chain) ?? [])
            try Console.show((isFirst ? [] : [""]) + screen.lines)
            isFirst = false
        }
        if !input.json, ![html, undone].contains("-") { try show(pairing.signOns, by: processor) }
        if let html {
            let notes =
                count > details.count
                ? [
                    "Only the first \(details.count.counted("message")) of \(count.grouped) are on this page."
                ]
                : []
            let page = MessagePage(
                title: input.files.joined(separator: ", "),
                messages: ReportMessages(
                    .all(count: details.count), isRedacted: false, remedies: remedies, notes: notes),
                texts: texts)
            try WholeFile.write(to: html) { output in
                try page.write(details: MessageDetails(details), to: output)
            }
        }
        throw status
    }

    /// Shows which response answers which request, after the messages.
    private func show(_ signOns: SignOns, by processor: ProfileProcessor) throws {
        var signOns = signOns
        signOns.addCalls(from: signOns.filesWithCalls)
        let screen = CapturedSignOnScreen(
            signOns: signOns, isVerified: processor.options.context.trust != nil)
        guard !screen.lines.isEmpty else { return }
        try Console.show([""] + screen.lines)
    }

    /// Writes a message as it was signed.
    private func write(
        _ judged: FileOptions.Judged, by processor: ProfileProcessor, to name: String
    ) throws {
        guard judged.record.signature.verdict != .valid else {
            return Console.note("--undone: nothing is written; the message is as it was signed.")
        }
        guard let message = judged.message, let original = processor.original(of: message) else {
            return Console.note(
                "--undone: nothing is written; nothing that was found restores the whole message as it was signed."
            )
        }
        try WholeFile.write(original, to: name)
    }

    /// The certificates of a message that brings several along.
    private static func chain(of message: CapturedMessage) -> [StatedCertificate] {
        guard let xml = try? EnvelopeDecoder().envelope(from: message).xml,
            let document = try? XML.Document(parsing: xml)
        else { return [] }
        let all = StatedCertificate.all(in: document.rootElement, atMost: mostCertificates)
        return all.count > 1 ? all : []
    }

    private static let mostCertificates = 8
}
