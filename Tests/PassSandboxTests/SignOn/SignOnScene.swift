#if Sandbox
import AdobePass
import HTTPTypes

@testable import PassSandbox

/// A device, a user and a server with a fault, and what comes of a sign-on.
struct SignOnScene: Sendable {
    /// What the system says about the TV provider, and how the user signs in without it.
    enum Account: String, Sendable, CaseIterable {
        /// A provider takes part; the second screen stands by.
        case partner
        /// The app has no access, on a device with a second screen.
        case secondScreen
        /// The app has no access, on a device with a browser.
        case browser
    }

    /// What came of it.
    struct Outcome: Sendable {
        let result: SignOnDriver.Result
        let exchanges: [FaultyTransport.Exchange]
        let elapsed: Duration
    }

    let api: SignOnFlow.API
    let account: Account
    let faults: [SignOnFault]
    let hoursAhead: Int

    var text: String {
        "\(api.rawValue) \(account.rawValue) \(hoursAhead) h: "
            + faults.map(\.description).joined(separator: " and ")
    }

    /// Signs on with a device that the sandbox has not seen before.
    func run(in sandbox: Sandbox, clock: TestClock, device: String) async throws -> Outcome {
        let transport = FaultyTransport(sandbox.transport, clock: clock, faults: faults)
        let deviceClock = DeviceClock(clock: clock, ahead: .seconds(hoursAhead * 3600))
        let platform: Pass.Platform = account == .browser ? .iOS : .tvOS
        var configuration = Pass.Client.Configuration(
            environment: try Pass.Environment(baseURL: "http://127.0.0.1:8765"),
            serviceProvider: Pass.ServiceProvider(rawValue: "REF30"),
            softwareStatement: "sandbox",
            device: Pass.DeviceInformation(
                primaryHardwareType: .setTopBox, model: "AppleTV", version: "5,3", osName: .tvOS,
                osVersion: "18.0", connectionType: .wifi),
            deviceIdentifier: Pass.DeviceIdentifier(device))
        configuration.pacing = nil
        let driver = SignOnDriver(
            client: Pass.Client(
                configuration: configuration, transport: transport,
                storage: Pass.InMemoryStorage(), clock: deviceClock, jitter: { 0.5 }),
            account: SandboxSubscriberAccount(
                transport: sandbox.transport, deviceIdentifier: device, platform: platform,
                chosenProvider: "Cablevision_apple",
                simulation: account == .partner ? nil : "denied"),
            clock: deviceClock, delegate: User(sandbox: sandbox),
            settings: SignOnDriver.Settings(
                domainName: "adobe.com", redirectURL: "https://adobe.com/done"))
        var options = SignOnFlow.Options(platform: platform, resource: "channel")
        // Polling until the code ends is the same with fewer polls.
        if faults.contains(where: { $0.extent == .forEver }) {
            options.pollingInterval = .seconds(60)
        }
        let start = clock.now()
        let result = await driver.signOn(api: api, options: options)
        return Outcome(
            result: result, exchanges: await transport.exchanges,
            elapsed: .milliseconds(clock.now().milliseconds - start.milliseconds))
    }
}

/// The device's clock, which is not the server's.
private struct DeviceClock: Pass.Clock {
    let clock: TestClock
    let ahead: Duration

    func now() -> Pass.Timestamp { clock.now().advanced(by: ahead) }
    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
}

/// Somebody who chooses a provider and signs in wherever a code or a page is shown.
private actor User: SignOnDelegate {
    private let sandbox: Sandbox
    private var code: String?
    private var waits = 0

    init(sandbox: Sandbox) { self.sandbox = sandbox }

    func chooseMVPD(among providers: [Pass.MVPD]) -> Pass.MVPDIdentifier? {
        providers.first { $0.id == "Cablevision" }?.id
    }

    func showCode(_ activation: SignOnFlow.Activation) -> Bool {
        code = activation.code.rawValue
        waits = 0
        return true
    }

    func openBrowser(url: String) async -> Bool {
        if let range = url.firstRange(of: "reg_code=") {
            code = String(url[range.upperBound...].prefix { $0 != "&" })
        } else {
            code = url.split(separator: "/").last.map(String.init)
        }
        await signIn()
        return true
    }

    /// The user needs a little while.
    func decideOnPolling() async -> SignOnDriver.PollingDecision {
        waits += 1
        if waits == 2 { await signIn() }
        return .goOn
    }

    private func signIn() async {
        guard let code else { return }
        _ = try? await sandbox.state.complete(
            code: code, mvpd: "Cablevision", subscriber: "ada")
    }
}
#endif
