import AdobePass
import AdobePassHTTP
import ArgumentParser
import PassSandbox
import PayloadCoding
import ProfileProcessing

struct SSO: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sso", _superCommandName: "samlkit",
        abstract: "Sign on with Apple's TV provider account and obtain a media token.",
        discussion: """
            Follows Adobe's cookbook step by step, as an app does. If Apple's sign-on does not \
            succeed, shows a code and waits for a sign-in on a second screen. --json writes one \
            object per step and per code shown; the last one is the outcome.

            Example: samlkit sso --api v2 --base-url http://127.0.0.1:8765
            """)

    @OptionGroup var options: PassOptions

    @Option(
        help: ArgumentHelp(
            "The stand-in for Apple's framework: sandbox, or replay:DIR with captured answers.",
            valueName: "source"))
    var platformSSO = PlatformAccount.sandbox

    @Option(help: "The service provider; REST API v1 calls it requestor.")
    var serviceProvider = "REF30"

    @Option(
        help: ArgumentHelp(
            "The MVPD for regular authentication (default: chosen on the second screen).",
            valueName: "ID"))
    var mvpd: String?

    @Option(
        help: ArgumentHelp(
            "Apple's identifier of the provider that the sandbox's picker chooses, or that issued "
                + "a replayed .xml response.",
            valueName: "ID"))
    var provider: String?

    @Option(help: "The resource to play.")
    var resource = "REF30"

    @Option(
        help: ArgumentHelp(
            "Let the sandbox's framework fail: denied, restricted, notDetermined, "
                + "unsupportedProvider, cancelled, unavailable, providerRejected or noResponse.",
            valueName: "name"))
    var simulate: String?

    @Option(
        help: ArgumentHelp(
            "The layout of the response of the sandbox's MVPD: single-line, pretty-printed and "
                + "others. The sandbox refuses pretty-printed unless it runs with "
                + "--accept-collapsed; how Adobe decides is an open question.",
            valueName: "name"))
    var style: String?

    @Option(help: "How to normalize white space: cookbook, signature-safe or none.")
    var normalization = Normalization.cookbook

    @Option(help: "The app's domain, as registered with Adobe.")
    var domainName = "adobe.com"

    @Option(help: ArgumentHelp("The page that ends the browser's sign-in.", valueName: "URL"))
    var redirectURL = "https://adobe.com/"

    @Option(
        help: ArgumentHelp(
            "The longest wait for the second screen (default: until the code expires).",
            valueName: "seconds"))
    var timeout: UInt32?

    @Flag(help: "Do not wait for a second screen.")
    var noWait = false

    @Flag(help: "Sign out at the end.")
    var logout = false

    @Flag(help: "Print the media token.")
    var showToken = false

    @Flag(help: "Write one JSON object per line.")
    var json = false

    private static let simulations = [
        "granted", "denied", "restricted", "notDetermined", "unsupportedProvider", "cancelled",
        "unavailable", "providerRejected", "noResponse",
    ]

    func validate() throws {
        if serviceProvider.isEmpty { throw ValidationError("--service-provider is empty.") }
        if let simulate, !Self.simulations.contains(simulate) {
            let names = Self.simulations.joined(separator: ", ")
            throw ValidationError("--simulate takes one of \(names).")
        }
        if let style, ResponseStyle(rawValue: style) == nil {
            let names = ResponseStyle.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--style takes one of \(names).")
        }
    }

    func run() async throws {
        let session = try await PassSession(options, serviceProvider: serviceProvider)
        let account = try await account(for: session)
        let end = timeout.map { session.clock.now().advanced(by: .seconds(Int64($0))) }
        let screen = SignOnScreen(
            answers: SignOnScreen.Answers(
                mvpd: mvpd.map(Pass.MVPDIdentifier.init(rawValue:)), waits: !noWait, end: end,
                activationPage: session.isLocal ? session.baseURL.text + "/activate" : nil),
            isJSON: json, transport: session.transport, clock: session.clock)
        let driver = SignOnDriver(
            client: session.client, account: account,
            clock: EndingClock(clock: session.clock, end: end), delegate: screen,
            settings: SignOnDriver.Settings(
                domainName: domainName, redirectURL: redirectURL, normalization: normalization))
        let (result, signOut) = await session.client.withDeadline(options.longest) {
            await run(driver, in: session)
        }
        let report = SignOnReport(
            result: result, signOut: signOut, lines: await screen.lines,
            reason: await session.transport.reason, baseURL: session.baseURL.text,
            secrets: await session.transport.secrets, showsToken: showToken)
        try Console.show(report.json, or: report.screen, isJSON: json)
        for note in report.notes { Console.note(note) }
        if let advice = await session.advice { Console.note(advice) }
        throw report.status
    }

    private func run(
        _ driver: SignOnDriver, in session: PassSession
    ) async -> (signOn: SignOnDriver.Result, signOut: SignOnDriver.Result?) {
        let result = await driver.signOn(api: options.api, options: flowOptions)
        await session.transport.endRequests(by: nil, on: session.clock)
        guard logout, case .mediaToken(let token) = result.outcome else { return (result, nil) }
        let signOut = await driver.signOut(
            api: options.api, platform: options.platform, mvpd: token.mvpd)
        return (result, signOut)
    }

    private var flowOptions: SignOnFlow.Options {
        var flow = SignOnFlow.Options(platform: options.platform, resource: resource)
        flow.mvpdIsChosenOnSecondScreen = mvpd == nil && options.platform == .tvOS
        return flow
    }

    private func account(
        for session: PassSession
    ) async throws(CommandFailure) -> any SubscriberAccount {
        let provider = provider.map(Pass.PlatformMappingIdentifier.init(rawValue:))
        switch platformSSO {
        case .sandbox:
            return SandboxSubscriberAccount(
                transport: try await SandboxFramework(session: session).transport(),
                scheme: session.baseURL.scheme,
                authority: session.baseURL.authority, deviceIdentifier: session.deviceIdentifier,
                platform: options.platform, chosenProvider: provider, simulation: simulate,
                style: style)
        case .replay(let folder):
            return try PlatformAccount.documents(
                in: folder, provider: provider,
                expiration: session.clock.now().advanced(by: .seconds(86_400)))
        }
    }
}
