import ArgumentParser

#if Sandbox
import Logging
import MessageService
import WireText
#endif

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", _superCommandName: "samlkit",
        abstract: "Show why messages fail in a browser, and answer programs over HTTP.",
        discussion: """
            Prints its address: a page to paste a message into and to drop captures and metadata on, and \
            JSON under /api/v1, described by /api/v1/openapi.json. The other options are the defaults of \
            the page and of requests. It keeps nothing, logs nothing of what it is sent, and reads no file \
            that a request names. Listens on this computer only; stop it with Control-C.

            Example: samlkit serve --trust idp-metadata.xml
            """)

    @OptionGroup var processing: ProcessingOptions
    @OptionGroup(title: HelpTitle.everyday) private var everyday: EverydayOptions
    @OptionGroup(title: HelpTitle.run) private var running: RunOptions
    @OptionGroup(title: HelpTitle.results) var redaction: RedactionOptions

    /// The options that most runs need.
    struct EverydayOptions: ParsableArguments {
        @Option(help: "The port to listen on; 0 picks a free one.")
        var port: UInt16 = 8766

        @Flag(help: "Open the page in the browser.")
        var open = false
    }

    /// Who may ask, and how much.
    struct RunOptions: ParsableArguments {
        @Option(help: "The address to listen on; one that others reach needs --token-file.")
        var host = "127.0.0.1"

        @Option(
            help: .file(
                "A file with a token of at least 16 bytes, which every request must bring as "
                    + "Authorization: Bearer, or as the password that a browser asks for."),
            completion: .file())
        var tokenFile: String?

        @Flag(help: "Trust only the --trust files of this command: requests cannot bring metadata.")
        var readOnlyTrust = false

        @Option(
            help: ArgumentHelp("The largest capture in a request, in MiB.", valueName: "MiB"))
        var maxBody: UInt16 = 256

        @Option(
            help: ArgumentHelp(
                "The number of captures that are judged at once.", valueName: "number"))
        var maxCaptures: UInt8 = 4

        @Option(
            help: ArgumentHelp(
                "The largest time that one request may take, in seconds.", valueName: "seconds"))
        var timeLimit: UInt16 = 300
    }

    private static let loopback = ["127.0.0.1", "::1", "localhost"]

    func validate() throws {
        guard Self.loopback.contains(running.host) || running.tokenFile != nil else {
            throw ValidationError(
                "--host with an address that others reach needs --token-file FILE, with a token of at "
                    + "least 16 bytes, as in: openssl rand -hex 16 >token")
        }
        guard running.maxBody > 0, running.maxCaptures > 0, running.timeLimit > 0 else {
            throw ValidationError(
                "--max-body, --max-captures and --time-limit take a number of at least 1.")
        }
    }

    func run() async throws {
        #if Sandbox
        try await serve()
        #else
        throw CommandFailure(
            .usage,
            "This samlkit was built without servers. Rebuild it with: swift build -c release "
                + "--traits Sandbox --product samlkit")
        #endif
    }
}

#if Sandbox
extension Serve {
    /// Serves until a signal comes.
    private func serve() async throws {
        let judge = try ServedJudge(
            processing, redaction: try redaction.redaction(key: redaction.key()))
        let service = MessageService(
            try settings(), judge: judge,
            logger: Logger(label: "samlkit.serve") { ConsoleLogHandler(label: $0) })
        Console.raiseFileLimit()
        throw await SignalledServer.status { await listen(service) }
    }

    private func settings() throws -> MessageService.Configuration {
        var settings = MessageService.Configuration()
        settings.host = running.host
        settings.port = Int(everyday.port)
        settings.isTrustReadOnly = running.readOnlyTrust
        settings.isRedacted = redaction.isOn
        settings.limits.bodyByteCount = Int(running.maxBody) << 20
        settings.limits.captures = Int(running.maxCaptures)
        settings.limits.seconds = Double(running.timeLimit)
        if let folder = Console.environmentVariable("TMPDIR"), folder.hasPrefix("/") {
            settings.limits.temporaryFolder = folder
        }
        guard let file = running.tokenFile else { return settings }
        guard let token = RequestToken(fileContent: try InputFile.bytes(file)) else {
            throw CommandFailure(
                .usage,
                "\(file): The token has fewer than 16 bytes. Make one with: openssl rand -hex 16")
        }
        settings.token = token
        return settings
    }

    private func listen(_ service: MessageService) async -> ExitStatus {
        let host = running.host
        do {
            try await service.run { port in
                let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
                try? Console.show([
                    "samlkit serve is running at \(address)/. Stop with Control-C."
                ])
                if everyday.open { Console.open(address) }
            }
            return .accepted
        } catch {
            Console.note(
                "samlkit: Cannot listen on \(host) port \(everyday.port). Choose another port with "
                    + "--port, or 0 for a free one.")
            return .usage
        }
    }
}
#endif
