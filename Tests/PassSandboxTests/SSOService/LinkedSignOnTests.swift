#if Sandbox
import AdobePass
import HTTPTypes
import PayloadCoding
import TestSupport
import XCTest

@testable import PassSandbox

/// Two devices with the client and the driver of the library.
final class LinkedSignOnTests: SandboxCase {
    private struct Device {
        let client: Pass.Client
        let transport: FaultyTransport
        let user: SecondScreenUser
        let result: SignOnDriver.Result
    }

    private func signOn(
        _ device: String, in sandbox: Sandbox, clock: TestClock,
        joining membership: SSOService.Membership?
    ) async throws -> Device {
        let transport = FaultyTransport(sandbox.transport, clock: clock, faults: [])
        var configuration = Pass.Client.Configuration(
            environment: try Pass.Environment(baseURL: "http://127.0.0.1:8765"),
            serviceProvider: Pass.ServiceProvider(rawValue: "REF30"),
            softwareStatement: "sandbox",
            device: Pass.DeviceInformation(
                primaryHardwareType: .setTopBox, model: "AppleTV", version: "5,3", osName: .tvOS,
                osVersion: "18.0", connectionType: .wifi),
            deviceIdentifier: Pass.DeviceIdentifier(device))
        configuration.pacing = nil
        let client = Pass.Client(
            configuration: configuration, transport: transport,
            storage: Pass.InMemoryStorage(), clock: clock, jitter: { 0.5 })
        let user = SecondScreenUser(sandbox: sandbox)
        var settings = SignOnDriver.Settings(
            domainName: "adobe.com", redirectURL: "https://adobe.com/done")
        settings.membership = membership
        let driver = SignOnDriver(
            client: client,
            account: SandboxSubscriberAccount(
                transport: sandbox.transport, deviceIdentifier: device, platform: .tvOS,
                chosenProvider: "Cablevision_apple", simulation: "denied"),
            clock: clock, delegate: user, settings: settings)
        let result = await driver.signOn(
            api: .v2, options: SignOnFlow.Options(platform: .tvOS, resource: "REF30"))
        return Device(client: client, transport: transport, user: user, result: result)
    }

    private func sandbox(
        _ change: (inout SandboxConfiguration) -> Void = { _ in }
    ) async throws -> (Sandbox, TestClock) {
        var configuration = SandboxConfiguration.standard
        configuration.throttle.isOn = false
        change(&configuration)
        let clock = TestClock()
        return (try await Self.make(configuration, clock: clock), clock)
    }

    func testTheSecondDeviceSignsOnByACodeWithoutAProvidersPage() async throws {
        for strict in [false, true] {
            let (sandbox, clock) = try await sandbox { $0.strict = strict }
            let first = try await signOn(
                "tv-1", in: sandbox, clock: clock, joining: .account("account-1"))
            guard case .mediaToken = first.result.outcome else {
                return XCTFail("\(strict): \(first.result.outcome)")
            }
            let pages = await first.user.pages
            XCTAssertEqual(pages, 1)
            let code = try await first.client.ssoService.linkCode()
            clock.advance(by: .seconds(60))
            let second = try await signOn(
                "tv-2", in: sandbox, clock: clock, joining: .linkCode(code.text))
            guard case .mediaToken = second.result.outcome else {
                return XCTFail("\(strict): \(second.result.outcome)")
            }
            let morePages = await second.user.pages
            XCTAssertEqual(morePages, 0, "strict: \(strict)")
            let paths = await second.transport.exchanges.map(\.path)
            XCTAssertFalse(paths.contains { $0.contains("/sessions") }, "\(paths)")
            let devices = try await first.client.ssoService.devices()
            XCTAssertEqual(devices.compactMap(\.type).map(\.rawValue).sorted(), ["regular", "sso"])
            let key = try XCTUnwrap(devices.first { $0.type == .sso }?.key)
            let removed = try await first.client.ssoService.unlink([key])
            XCTAssertEqual(removed, [key])
        }
    }

    func testAWrongCodeIsObservedAndTheUserSignsInAsUsual() async throws {
        let (sandbox, clock) = try await sandbox()
        let device = try await signOn(
            "tv-2", in: sandbox, clock: clock, joining: .linkCode("000000"))
        guard case .mediaToken = device.result.outcome else {
            return XCTFail("\(device.result.outcome)")
        }
        let pages = await device.user.pages
        XCTAssertEqual(pages, 1)
        let observed = await device.user.refusals
        XCTAssertEqual(observed.map { $0.enhanced?.code }, [.tokenInvalid])
        for error in observed {
            XCTAssertFalse(printings(of: error).contains { $0.contains("000000") })
        }
    }
}

/// Somebody who signs in where a code is shown, and counts how often.
private actor SecondScreenUser: SignOnDelegate {
    private let sandbox: Sandbox
    private var code: String?
    private(set) var pages = 0
    private(set) var refusals: [Pass.ExchangeError] = []

    init(sandbox: Sandbox) { self.sandbox = sandbox }

    func chooseMVPD(among providers: [Pass.MVPD]) -> Pass.MVPDIdentifier? {
        providers.first { $0.id == "Cablevision" }?.id
    }

    func showCode(_ activation: SignOnFlow.Activation) -> Bool {
        code = activation.code.rawValue
        pages += 1
        return true
    }

    func openBrowser(url: String) async -> Bool {
        pages += 1
        return false
    }

    func signOn(observed observation: SignOnDriver.Observation) {
        if case .notJoined(let error) = observation { refusals.append(error) }
    }

    func decideOnPolling() async -> SignOnDriver.PollingDecision {
        if let code {
            _ = try? await sandbox.state.complete(
                code: code, mvpd: "Cablevision", subscriber: "ada")
        }
        return .goOn
    }
}
#endif
