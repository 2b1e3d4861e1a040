import ArgumentParser
import BatchEngine
import Captures
import PassAudit
import ProfileProcessing
import SAML2
import SAMLBindings
import SystemPackage
import WireText

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", _superCommandName: "samlkit",
        abstract: "Judge an app's traffic with Adobe Pass by Adobe's checklist.",
        discussion: """
            Reads captures of any format that samlkit reads, and judges the calls of REST API v2 \
            by 99 rules: the rows of Adobe's REST API V2 Checklist, and what its other pages ask \
            for. Calls of v1 are listed with their replacements. What a capture lacks makes rules \
            "not checked", never "pass". Secrets appear as hashes.

            Exit status: 0 no mandatory rule is violated, 1 one is, 2 wrong usage, 3 no traffic \
            with Adobe Pass was found, 5 output could not be written.

            Example: samlkit audit app.har --playback .m3u8
            """)

    @Argument(
        help: .file("Captures and directories; - is standard input."), completion: .file())
    var captures: [String] = []

    @Option(help: "Judge only the calls for this service provider.")
    var serviceProvider: String?

    @Option(
        help: "Another host that is Adobe's, such as a proxy or a sandbox; repeats. Loopback is.")
    var host: [String] = []

    @Option(help: "A host of your own servers, which may receive tokens; repeats.")
    var ownHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "Judge only by these rules, separated by commas; repeats.", valueName: "id"),
        completion: .list(Rule.all.map(\.id)))
    var rules: [String] = []

    @Option(
        help: ArgumentHelp(
            "A text in the URLs that start a playback, where * is any text; repeats. Rules about "
                + "playback need it.", valueName: "pattern"))
    var playback: [String] = []

    @Option(
        help: ArgumentHelp(
            "The pause after which an app counts as started anew, in minutes.",
            valueName: "minutes"))
    var launchGap: UInt16 = 30

    @Option(help: "Who calls Adobe: client or server (default: detected from the traffic).")
    var architecture: AuditOptions.Architecture?

    @Flag(help: "Users sign in on a second screen, even behind the same address.")
    var secondScreen = false

    @Flag(help: "The app uses Apple's sign-on, even if the traffic does not show it.")
    var apple = false

    @Option(help: "The kind of the app's build: development or release.")
    var build: AuditOptions.Build?

    @Flag(help: "Fail for recommended rules and likely violations, too.")
    var strict = false

    @Flag(help: "Write one JSON object.")
    var json = false

    @Option(
        help: .file("Also write the findings as SARIF 2.1.0, for editors and code scanners."),
        completion: .file())
    var sarif: String?

    @Option(
        help: .file(
            "Also write an HTML report: findings, a sequence diagram and the checklist."),
        completion: .file())
    var html: String?

    @Flag(
        help: "Follow one growing file, and print findings as they happen, until Control-C.")
    var live = false

    @OptionGroup private var colours: ColorOptions

    @OptionGroup(title: "SAML messages in the traffic")
    var processing: ProcessingOptions

    @Flag(help: "Print the page of all rules as Markdown instead.")
    var listRules = false

    func validate() throws {
        guard !captures.isEmpty || listRules else {
            throw ValidationError("Pass a capture, such as app.har.")
        }
        guard !live || (captures.count == 1 && captures[0] != "-" && sarif == nil && html == nil)
        else {
            throw ValidationError(
                "--live follows one file, such as the one that mitmdump -w writes; it makes no report."
            )
        }
        for id in ruleNames where Rule.named(id) == nil {
            let near = NearestWord.of(id, in: Rule.all.map(\.id))
            throw ValidationError(
                "There is no rule \(TerminalText.safe(id))."
                    + (near.map { " Did you mean \($0)?" } ?? ""))
        }
        guard captures.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard input (-) can be given only once.")
        }
    }

    private var ruleNames: [String] {
        rules.flatMap { $0.split(separator: ",").map(String.init) }
    }

    private var options: AuditOptions {
        var options = AuditOptions()
        options.serviceProvider = serviceProvider
        options.hosts = Set(host.map { $0.lowercased() })
        options.ownHosts = Set(ownHost.map { $0.lowercased() })
        options.rules = rules.isEmpty ? nil : Set(ruleNames)
        options.playback = playback.map { WildcardPattern($0) }
        options.launchGap = Int64(launchGap) * 60
        options.architecture = architecture
        options.isSecondScreen = secondScreen
        options.isApple = apple
        options.build = build
        return options
    }

    func run() async throws {
        if listRules { return try Console.write(Array(EmbeddedFile.rules.utf8)) }
        if live { return try await follow() }
        try InputCheck.refuseMissing(captures)
        let outputs = [sarif, html].compactMap(\.self)
        try OutputCollision.refuse(outputs: outputs, inputs: captures + processing.files)
        try OutputCheck.refuseUnwritable(outputs)
        let options = options
        let processor = try processing.processor()
        var reading = TrafficReading(
            options: options,
            judging: MessageJudging(
                processor.options,
                usesTimeOfExchange: processing.now == nil && processor.options.context.now != nil))
        var reader = ExchangeReader(inputs: captures.map { FilePath($0) })
        while let step = reader.next() {
            switch step {
            case .exchange(let exchange): reading.add(exchange)
            case .unreadable(let source, let error):
                let entry = source.entry.map { " #\($0)" } ?? ""
                Console.note("\(source.file ?? "-")\(entry): \(error)")
            }
        }
        let traffic = Traffic(reading.exchanges, options: options)
        guard !traffic.isEmpty else {
            throw CommandFailure(
                .noInput,
                reading.exchanges.isEmpty
                    ? "No HTTP exchange was found."
                    : "None of \(reading.exchanges.count.counted("exchange")) is with Adobe Pass. "
                        + "If the app calls a proxy of your own, name its host with --host.")
        }
        let audit = Audit(of: traffic)
        let signOns = reading.signOns
        let screen = AuditScreen(audit: audit, messages: reading.messages, signOns: signOns)
        try Console.show(
            json(audit, reading.messages, signOns), or: screen.lines, isJSON: json)
        if let sarif {
            try WholeFile.write(audit.sarif(version: Samlkit.version).line, to: sarif)
        }
        if let html {
            let page = AuditPage(
                audit, messages: reading.messages, signOns: signOns, title: title)
            try WholeFile.write(page.bytes, to: html)
        }
        throw audit.fails(isStrict: strict) ? ExitStatus.rejected : ExitStatus.accepted
    }

    private func follow() async throws {
        var options = options
        options.isGrowing = true
        Console.note("Following \(captures[0]); Control-C ends.")
        let audit = try await LiveAudit(path: captures[0], options: options, isJSON: json).run()
        guard let audit, !audit.traffic.isEmpty else {
            throw CommandFailure(.noInput, "No traffic with Adobe Pass was found.")
        }
        if !json { try Console.show(AuditScreen(audit: audit, messages: []).outcomes) }
        throw audit.fails(isStrict: strict) ? ExitStatus.rejected : ExitStatus.accepted
    }

    /// The names of the captures, without their folders.
    private var title: String {
        captures.map { $0 == "-" ? "standard input" : FilePath($0).lastComponent?.string ?? $0 }
            .joined(separator: ", ")
    }

    private func json(
        _ audit: Audit, _ messages: [AuditedMessage], _ signOns: AuditedSignOns
    ) -> JSONValue {
        let json = audit.json(with: signOns)
        guard case .object(let members) = json else { return json }
        return .object(members + [("messages", .array(messages.map(\.json)))])
    }
}

extension AuditOptions.Architecture: ExpressibleByArgument {}
extension AuditOptions.Build: ExpressibleByArgument {}
