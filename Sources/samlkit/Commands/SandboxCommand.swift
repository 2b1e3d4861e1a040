import ArgumentParser

#if Sandbox
import Logging
import PassSandbox
import UnixSignals
#endif

struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run a local Adobe Pass with an MVPD that really signs.",
        discussion: """
            It answers REST API v2 and v1, registers clients, plays Apple's framework for samlkit \
            sso, and has pages for a second screen. It listens on this computer only, until it is \
            interrupted.

            Example: samlkit sandbox --port 8765
            """)

    @Option(help: "The port; 0 for any that is free.")
    var port: UInt16 = 8765

    @Option(help: "The address to listen on; requests have to name it, or this computer itself.")
    var host = "127.0.0.1"

    @Option(
        name: .customLong("configuration"),
        help: ArgumentHelp(
            "A JSON file with service providers, MVPDs and choices; what it leaves out is as usual.",
            valueName: "file"), completion: .file())
    var configurationFile: String?

    @Option(
        name: .customLong("state"),
        help: ArgumentHelp(
            "An SQLite file to keep clients, sessions and profiles in (default: memory).",
            valueName: "file"), completion: .file())
    var stateFile: String?

    @Flag(help: "Allow any number of requests a second.")
    var noThrottle = false

    @Flag(help: "Accept responses that answer no query of this sandbox, as captured ones do.")
    var acceptCaptured = false

    @Option(
        help: ArgumentHelp("A JSON file with what goes wrong on purpose.", valueName: "file"),
        completion: .file())
    var faults: String?

    @Flag(help: "Print the configuration as JSON and do nothing else.")
    var printConfiguration = false

    @Flag(help: "Print the address and nothing else.")
    var quiet = false

    func run() async throws {
        #if Sandbox
        try await serve()
        #else
        throw CommandFailure(
            .usage,
            "This samlkit was built without the sandbox; rebuild it with: swift build -c release "
                + "--traits Sandbox --product samlkit")
        #endif
    }
}

#if Sandbox
extension SandboxCommand {
    /// Serves until a signal comes.
    private func serve() async throws {
        let settings = try settings()
        if printConfiguration {
            try Console.write(settings.document)
            return
        }
        let sandbox = try makeSandbox(settings)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let status = await withTaskGroup(of: ExitStatus?.self) { group in
            group.addTask { await listen(sandbox, settings) }
            group.addTask {
                for await signal in signals {
                    return signal == .sigint ? .interrupted : .terminated
                }
                return nil
            }
            let first = await group.next() ?? nil
            // The sandbox ends its connections before the process ends.
            group.cancelAll()
            await group.waitForAll()
            return first
        }
        throw status ?? .accepted
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
                "samlkit: It is not possible to listen on \(host) port \(port); choose another with "
                    + "--port.")
            return .usage
        }
    }

    private func settings() throws(CommandFailure) -> SandboxConfiguration {
        let bytes = try configurationFile.map { path throws(CommandFailure) in
            try InputFile.bytes(path)
        }
        let plan = try faults.map { path throws(CommandFailure) in try InputFile.bytes(path) }
        do throws(SandboxError) {
            var settings =
                try bytes.map { document throws(SandboxError) in
                    try SandboxConfiguration(document: document)
                } ?? .standard
            if noThrottle { settings.throttle.isOn = false }
            if acceptCaptured { settings.choices.checksSAMLQuery = false }
            if let plan { settings.faults = try FaultPlan(document: plan) }
            return settings
        } catch {
            throw CommandFailure(.usage, "\(error.message)")
        }
    }

    private func makeSandbox(
        _ settings: SandboxConfiguration
    ) throws(CommandFailure) -> PassSandbox.Sandbox {
        do throws(SandboxError) {
            return try PassSandbox.Sandbox(
                configuration: settings, clock: SystemClock(), stateFile: stateFile,
                logger: Logger(label: "samlkit.sandbox") { ConsoleLogHandler(label: $0) })
        } catch {
            throw CommandFailure(.usage, "\(error.message)")
        }
    }

    private func announce(_ address: String, _ settings: SandboxConfiguration) {
        let providers = settings.serviceProviders.map(\.id).joined(separator: ", ")
        let statements = settings.softwareStatements.map(\.statement).joined(separator: ", ")
        let lines =
            quiet
            ? [address]
            : [
                "Adobe Pass is played at \(address)", "",
                "  samlkit sso --api v2 --base-url \(address)",
                "  samlkit sso --api v1 --base-url \(address)",
                "  samlkit sso --simulate denied --base-url \(address)   (second screen)", "",
                "  \(address)/            what there is",
                "  \(address)/activate    the second screen",
                "  \(address)/sessions    who is signed in", "",
                "Service provider \(providers), software statement \(statements). Stop with Control-C.",
            ]
        try? Console.print(lines.joined(separator: "\n"))
    }
}

/// Writes what a library logs to standard error.
private struct ConsoleLogHandler: LogHandler {
    let label: String
    var logLevel = Logger.Level.warning
    var metadata = Logger.Metadata()

    init(label: String) {
        self.label = label
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        Console.note("\(label): \(event.level): \(event.message)")
    }
}
#endif
