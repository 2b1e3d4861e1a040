#if Sandbox
import AdobePass
import Foundation
import TestSupport
import XCTest

@testable import PassSandbox

/// Many exchanges with one sandbox, several at a time.
struct EnduranceRun: Sendable {
    /// How many exchanges are under way at the same time.
    static let concurrency = 8
    /// How many profiles the sandbox keeps: more than a round makes, and fewer than a long run.
    static let recordLimit = 3_000
    private static let roundLimit = 1_000

    let count: Int
    let sandbox: Sandbox
    let clock: SharedClock
    let transport: any Pass.Transport
    let authority: String
    let texts: ToldTexts

    /// What a run came to.
    struct Result: Sendable {
        var ends: [String: Int] = [:]
        var counts: [String: Int] = [:]
        var lostAnswers = 0
        var foundAfterLoss = 0
        var repetitions = 0
        var secrets = 0
        /// What must not be, in words without secrets.
        var defects: [String] = []
        /// At the end of each quarter.
        var memory: [ProcessMemory] = []
    }

    static func configuration(faults: FaultPlan) -> SandboxConfiguration {
        var configuration = SandboxConfiguration.standard
        // Registrations come without X-Forwarded-For, so that all devices would share one address;
        // 429 comes from the faults.
        configuration.throttle.isOn = false
        configuration.choices.enhancedErrorsInV1 = true
        configuration.limits.records = recordLimit
        configuration.limits.logLines = 200
        configuration.faults = faults
        return configuration
    }

    func run() async throws -> Result {
        var result = Result()
        var next = 0
        for quarter in 1...4 {
            while next < count * quarter / 4 {
                let end = min(count * quarter / 4, next + Self.roundLimit)
                let record = TransportRecord()
                let reports = try await round(next..<end, record)
                await check(reports, &result)
                search(record, &result)
                result.counts.merge(record.counts, uniquingKeysWith: +)
                next = end
            }
            if let memory = ProcessMemory.now() { result.memory.append(memory) }
        }
        return result
    }

    private func round(
        _ numbers: Range<Int>, _ record: TransportRecord
    ) async throws -> [ExchangeReport] {
        try await withThrowingTaskGroup(of: [ExchangeReport].self) { group in
            for lane in 0..<Self.concurrency {
                group.addTask {
                    var reports: [ExchangeReport] = []
                    for number in numbers where number % Self.concurrency == lane {
                        reports.append(await (try exchange(number, record)).run())
                    }
                    return reports
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    // MARK: Devices

    private func exchange(_ number: Int, _ record: TransportRecord) throws -> DeviceExchange {
        let device =
            "device-\(number)-\(String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 36))"
        record.keep(device)
        let transport = RecordingTransport(transport: transport, record: record)
        var configuration = Pass.Client.Configuration(
            environment: try Pass.Environment(baseURL: "http://\(authority)"),
            serviceProvider: Pass.ServiceProvider(rawValue: "REF30"), softwareStatement: "sandbox",
            device: Pass.DeviceInformation(
                primaryHardwareType: .television, model: "AppleTV", version: "5,3", osName: .tvOS,
                osVersion: "18.0", connectionType: .wifi),
            deviceIdentifier: Pass.DeviceIdentifier(device))
        configuration.pacing = nil
        // Real time, in which nothing is to be given up here.
        configuration.timeout = .seconds(600)
        let texts = texts
        return DeviceExchange(
            number: number, api: number.isMultiple(of: 2) ? .v2 : .v1, device: device,
            client: Pass.Client(
                configuration: configuration, transport: transport,
                storage: Pass.InMemoryStorage(), clock: clock, jitter: { 0.5 },
                logger: texts.logger),
            account: SandboxSubscriberAccount(
                transport: transport, authority: authority, deviceIdentifier: device,
                platform: .tvOS,
                chosenProvider: Pass.PlatformMappingIdentifier(rawValue: "Cablevision_apple"),
                style: Self.style(number)),
            tell: { error in
                for text in printings(of: error) { texts.add(text) }
            })
    }

    /// Most responses are in order, one in twenty is not.
    private static func style(_ number: Int) -> String {
        let wrong: [ResponseStyle] = [.wrongAudience, .expired, .unsigned, .statusNotSuccess]
        let right: [ResponseStyle] = [
            .singleLine, .indentedAround, .responseSigned, .ecdsa, .encrypted,
        ]
        let turn = number / 2
        return number % 20 < 1 || number % 20 == 11
            ? wrong[number / 20 % wrong.count].rawValue : right[turn % right.count].rawValue
    }

    // MARK: What must hold

    /// Compares what the exchanges say with what the sandbox knows.
    private func check(_ reports: [ExchangeReport], _ result: inout Result) async {
        var kept: [String: Int] = [:]
        for profile in await sandbox.state.profiles() {
            kept[profile.holder.deviceIdentifier, default: 0] += 1
        }
        for report in reports {
            result.ends[report.end.name, default: 0] += 1
            result.lostAnswers += report.lostAnswers
            result.foundAfterLoss += report.foundAfterLoss
            result.repetitions += report.repetitions
            if case .unexplained(let text) = report.end { result.defects.append(text) }
            let expected = report.end == .profile ? 1 : 0
            let number = kept[report.device] ?? 0
            if number != expected {
                result.defects.append("\(report.end.name), and \(number) profiles are kept")
            }
            if report.mostProfiles > 1 {
                result.defects.append("\(report.mostProfiles) profiles were shown")
            }
            if report.hasChangedProfile {
                result.defects.append("a repetition made another profile")
            }
        }
    }

    /// Looks for everything secret in everything told so far.
    private func search(_ record: TransportRecord, _ result: inout Result) {
        let search = LeakSearch(in: texts.all.different)
        let secrets = record.secrets
        result.secrets += secrets.count
        let shown = secrets.filter(search.shows).count
        if shown > 0 { result.defects.append("\(shown) secrets were logged or told") }
    }
}
#endif
