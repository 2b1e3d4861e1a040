import AdobePass
import CoreMetrics
import Logging
import XCTest

/// A client before a scripted transport.
struct ClientFixture {
    let transport: ScriptedTransport
    let storage: any Pass.Storage
    let clock: ManualClock
    let client: Pass.Client

    static let mvpd = Pass.MVPDIdentifier(rawValue: "Cablevision")
    static let code = Pass.AuthenticationCode(rawValue: "8ER640M")
    static let status = Pass.PartnerFrameworkStatus(
        accessStatus: .granted,
        provider: Pass.PlatformMappingIdentifier(rawValue: "Cablevision_apple"),
        expirationDate: ManualClock.start.advanced(by: .seconds(3600)))

    init(
        _ answers: [String: [ScriptedTransport.Answer]] = [:], turns: Int = 0,
        refusing refusedToken: String? = nil,
        storage: any Pass.Storage = Pass.InMemoryStorage(), logger: Logger? = nil,
        metrics: (any MetricsFactory)? = nil,
        jitter: Double = 0.5, with change: (inout Pass.Client.Configuration) -> Void = { _ in }
    ) throws {
        var configuration = Pass.Client.Configuration(
            environment: try Pass.Environment(baseURL: "http://localhost:8765"),
            serviceProvider: Pass.ServiceProvider(rawValue: "REF30"),
            softwareStatement: "statement", device: HeaderValueTests.device,
            deviceIdentifier: Pass.DeviceIdentifier("device-1"))
        configuration.pacing = nil
        change(&configuration)
        let clock = ManualClock()
        transport = ScriptedTransport(answers, turns: turns, refusing: refusedToken)
        self.storage = storage
        self.clock = clock
        client = Pass.Client(
            configuration: configuration, transport: transport, storage: storage, clock: clock,
            jitter: { jitter }, logger: logger, metrics: metrics)
    }

    /// The only request besides those of client registration.
    func call(file: StaticString = #filePath, line: UInt = #line) async throws -> Pass.Request {
        let calls = await transport.calls
        XCTAssertEqual(calls.count, 1, file: file, line: line)
        return try XCTUnwrap(calls.first, file: file, line: line)
    }
}

/// The error that an operation throws.
func thrownError(
    _ operation: () async throws(Pass.ExchangeError) -> some Any, file: StaticString = #filePath,
    line: UInt = #line
) async throws -> Pass.ExchangeError {
    let outcome: Pass.ExchangeError?
    do throws(Pass.ExchangeError) {
        _ = try await operation()
        outcome = nil
    } catch {
        outcome = error
    }
    return try XCTUnwrap(outcome, "nothing was thrown", file: file, line: line)
}
