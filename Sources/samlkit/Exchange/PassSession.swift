import AdobePass
import AdobePassHTTP
import WireText

/// The session that the options of a command describe: a client on a device, and who keeps its
/// secrets.
struct PassSession {
    let client: Pass.Client
    let transport: ReasonReadingTransport
    let baseURL: Pass.BaseURL
    let deviceIdentifier: String
    let clock = Pass.SystemClock()
    /// The end of the run.
    let end: Pass.Timestamp

    /// The identifier of the sandbox's own software statement.
    static let sandboxStatement = "sandbox"

    init(_ options: PassOptions, serviceProvider: String) async throws {
        end = clock.now().advanced(by: options.longest)
        baseURL = try Self.url(options.baseURL, of: "--base-url")
        let registration =
            try options.registrationURL.map { try Self.url($0, of: "--registration-url") }
            ?? baseURL
        let statement = try Self.statement(options, for: baseURL)
        let file = try options.credentials.map { try CredentialsFile($0) }
        deviceIdentifier = try await Self.deviceIdentifier(options, file)
        transport = ReasonReadingTransport(
            try BuiltTransport.make(isLocal: Self.isLoopback(baseURL)),
            isLocal: Self.isLoopback(baseURL))
        var configuration = Pass.Client.Configuration(
            environment: Pass.Environment(v2: baseURL, v1: baseURL, registration: registration),
            serviceProvider: Pass.ServiceProvider(rawValue: serviceProvider),
            softwareStatement: statement, device: Self.device(options.platform),
            deviceIdentifier: Pass.DeviceIdentifier(deviceIdentifier))
        configuration.userAgent = "samlkit/\(Samlkit.version)"
        client = Pass.Client(
            configuration: configuration, transport: transport,
            storage: file ?? Pass.InMemoryStorage(), clock: clock,
            jitter: Pass.systemJitter)
    }

    private static func url(
        _ text: String, of option: String
    ) throws(CommandFailure) -> Pass.BaseURL {
        do {
            return try Pass.BaseURL(text)
        } catch {
            throw CommandFailure(
                .usage, "\(option) takes an address such as https://sp.auth.adobe.com.")
        }
    }

    /// A Boolean value that indicates whether Adobe Pass is on this computer, and so is a sandbox.
    var isLocal: Bool { Self.isLoopback(baseURL) }

    /// The advice for when no server listens on this computer.
    var advice: String? {
        get async {
            guard isLocal, await transport.foundNoServer else { return nil }
            return "samlkit: Nothing listens at \(baseURL.text): is `samlkit sandbox` running?"
        }
    }

    private static func statement(
        _ options: PassOptions, for url: Pass.BaseURL
    ) throws(CommandFailure) -> String {
        // A real statement must not reach an unknown program on the sandbox's port.
        if options.softwareStatement == nil, options.baseURL == PassOptions.sandboxURL {
            return sandboxStatement
        }
        if let statement = try givenStatement(options.softwareStatement) { return statement }
        guard isLoopback(url) else {
            throw CommandFailure(
                .usage,
                "Adobe Pass needs a software statement: give its file with --software-statement, "
                    + "or set SAMLKIT_SOFTWARE_STATEMENT.")
        }
        return sandboxStatement
    }

    /// Returns the statement in the file, or else in the environment, without white space around it.
    ///
    /// It is a secret, and so no command-line argument, which every user of the system can read.
    private static func givenStatement(_ file: String?) throws(CommandFailure) -> String? {
        let variable = "SAMLKIT_SOFTWARE_STATEMENT"
        guard let text = try file.map(InputFile.text) ?? Console.environmentVariable(variable)
        else { return nil }
        let name = file ?? variable
        var statement = text.drop(while: \.isWhitespace)
        while statement.last?.isWhitespace == true { statement.removeLast() }
        guard !statement.isEmpty else { throw CommandFailure(.usage, "\(name) is empty.") }
        // What is sent to a server is nothing that was named by mistake, such as a key.
        guard statement.utf8.count <= 65_536,
            statement.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
        else {
            throw CommandFailure(
                .usage,
                "\(name) is not a software statement. Expected one word of at most 64 KB, as Adobe's "
                    + "dashboard gives it; found \(text.utf8.count.counted("byte")) with other characters."
            )
        }
        return String(statement)
    }

    private static func isLoopback(_ url: Pass.BaseURL) -> Bool {
        let host =
            url.authority.hasPrefix("[")
            ? url.authority.prefix { $0 != "]" } + "]"
            : url.authority.prefix { $0 != ":" }
        return ["127.0.0.1", "localhost", "[::1]"].contains(host.lowercased())
    }

    private static func deviceIdentifier(
        _ options: PassOptions, _ file: CredentialsFile?
    ) async throws(CommandFailure) -> String {
        if let identifier = options.deviceID { return identifier }
        let make = { @Sendable in
            (0..<4).map { _ in String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16) }
                .joined()
        }
        guard let file else { return make() }
        do {
            return try await file.deviceIdentifier(orNew: make)
        } catch {
            throw CommandFailure(.outputFailed, "The file of --credentials could not be written.")
        }
    }

    private static func device(_ platform: Pass.Platform) -> Pass.DeviceInformation {
        switch platform {
        case .tvOS:
            Pass.DeviceInformation(
                primaryHardwareType: .setTopBox, model: "AppleTV", version: "14,1",
                osName: .tvOS, osVersion: "18.0", connectionType: .wifi)
        case .iOS:
            Pass.DeviceInformation(
                primaryHardwareType: .mobilePhone, model: "iPhone", version: "17,1",
                osName: .iOS, osVersion: "18.0", connectionType: .wifi)
        }
    }
}
