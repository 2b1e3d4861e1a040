import ArgumentParser

#if Sandbox
import AdobePass
import AdobePassHTTP
import Logging
import PassSandbox
#endif

struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox", _superCommandName: "samlkit",
        abstract: "Run a local Adobe Pass with TV providers that really sign.",
        discussion: """
            Answers REST API v2 and v1, registers clients, plays Apple's framework for samlkit \
            sso, and has pages for a second screen. Listens on this computer only; stop it with \
            Control-C.

            Example: samlkit sandbox --port 8765
            """)

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port: UInt16 = 8765

    @Option(help: "The address to listen on. Requests must name it or this computer in Host.")
    var host = "127.0.0.1"

    @Option(
        name: .customLong("configuration"),
        help: .file(
            "A JSON file with service providers, MVPDs and choices; it overrides the defaults."),
        completion: .file())
    var configurationFile: String?

    @Option(
        name: .customLong("state"),
        help: .file("An SQLite file that keeps clients, sessions and profiles (default: memory)."),
        completion: .file())
    var stateFile: String?

    @Flag(help: "Enforce Adobe's checklist: refuse what a reviewer would, and name the rule.")
    var strict = false

    @Flag(help: "Allow any number of requests per second.")
    var noThrottle = false

    @Flag(help: "Accept captured responses, which answer no query of this sandbox.")
    var acceptCaptured = false

    @Flag(
        help: """
            Accept signatures that only the cookbook's normalization broke. Whether Adobe does is \
            an open question.
            """)
    var acceptCollapsed = false

    @Option(
        help: .file("A JSON file with faults to inject."),
        completion: .file())
    var faults: String?

    @Flag(help: "Let a request ask for a fault with the header field X-Sandbox-Fault.")
    var faultHeader = false

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may call Adobe's endpoints, such as http://localhost:3000; "
                + "repeats.",
            valueName: "origin"))
    var cors: [String] = []

    @Flag(help: "Print the configuration as JSON and exit.")
    var printConfiguration = false

    @Flag(help: "Print only the address.")
    var quiet = false

    func validate() throws {
        #if Sandbox
        for origin in cors where !SandboxConfiguration.isOrigin(origin) {
            throw ValidationError(
                "--cors takes one origin: scheme, host and port, in lowercase and without a path. "
                    + "A star is not accepted.")
        }
        #endif
    }

    func run() async throws {
        #if Sandbox
        try await serve()
        #else
        throw CommandFailure(
            .usage,
            "This samlkit was built without the sandbox. Rebuild it with: swift build -c release "
                + "--traits Sandbox --product samlkit")
        #endif
    }
}

#if Sandbox
extension SandboxCommand {
    /// Serves until a signal comes.
    private func serve() async throws {
        let settings: SandboxConfiguration
        let sandbox: PassSandbox.Sandbox
        do {
            settings = try self.settings()
            if printConfiguration { return try Console.write(settings.document) }
            sandbox = try PassSandbox.Sandbox(
                configuration: settings, clock: Pass.SystemClock(), stateFile: stateFile,
                logger: Logger(label: "samlkit.sandbox") { ConsoleLogHandler(label: $0) })
        } catch let error as SandboxError {
            throw CommandFailure(.usage, "\(error.message)")
        }
        // The sandbox ends its connections before the process ends.
        throw await SignalledServer.status { await listen(sandbox, settings) }
    }

    private func listen(
        _ sandbox: PassSandbox.Sandbox, _ settings: SandboxConfiguration
    ) async -> ExitStatus {
        do {
            try await sandbox.run(host: host, port: Int(port)) { port in
                announce(
                    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)", settings)
            }
            return .accepted
        } catch {
            Console.note(
                "samlkit: Cannot listen on \(host) port \(port). Choose another port with --port, "
                    + "or 0 for a free one.")
            return .usage
        }
    }

    private func settings() throws -> SandboxConfiguration {
        var settings =
            try configurationFile.map {
                try SandboxConfiguration(document: InputFile.bytes($0))
            } ?? .standard
        if strict { settings.strict = true }
        if faultHeader { settings.allowsFaultHeader = true }
        settings.cors += cors
        if noThrottle { settings.throttle.isOn = false }
        if acceptCaptured { settings.choices.checksSAMLQuery = false }
        if acceptCollapsed { settings.choices.acceptsCollapsed = true }
        if let faults { settings.faults = try FaultPlan(document: InputFile.bytes(faults)) }
        return settings
    }

    private func announce(_ address: String, _ settings: SandboxConfiguration) {
        let providers = settings.serviceProviders.map(\.id).joined(separator: ", ")
        let statements = settings.softwareStatements.map(\.statement).joined(separator: ", ")
        let lines =
            quiet
            ? [address]
            : [
                "The sandbox is running at \(address)", "",
                "  samlkit sso --api v2 --base-url \(address)",
                "  samlkit sso --api v1 --base-url \(address)",
                "  samlkit sso --simulate denied --base-url \(address)   (second screen)", "",
                "  \(address)/            overview",
                "  \(address)/activate    the second screen",
                "  \(address)/sessions    sessions and profiles",
                "  \(address)/review      what a reviewer would say", "",
                "Service provider \(providers), software statement \(statements). Stop with Control-C.",
            ]
        try? Console.show(lines)
    }
}
#endif
