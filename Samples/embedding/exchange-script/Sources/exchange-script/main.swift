import AdobePass
import AdobePassHTTP
import Foundation
import PayloadCoding

struct SystemClock: Pass.Clock {
    func now() -> Pass.Timestamp {
        Pass.Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
    func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print("usage: exchange-script RESPONSE.xml BASE-URL PLATFORM-MAPPING-ID")
    exit(2)
}
let message = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
let clock = SystemClock()
let configuration = Pass.Client.Configuration(
    environment: try Pass.Environment(baseURL: arguments[2]),
    serviceProvider: Pass.ServiceProvider(rawValue: "REF30"), softwareStatement: "sandbox",
    device: Pass.DeviceInformation(
        primaryHardwareType: .television, model: "AppleTV14,1", version: "1", osName: .tvOS,
        osVersion: "18.0", connectionType: .wifi),
    deviceIdentifier: Pass.DeviceIdentifier("exchange-script"))
let client = Pass.Client(
    configuration: configuration, transport: URLSessionTransport(),
    storage: Pass.InMemoryStorage(), clock: clock, jitter: { Double.random(in: 0..<1) })
let status = Pass.PartnerFrameworkStatus(
    accessStatus: .granted, provider: Pass.PlatformMappingIdentifier(rawValue: arguments[3]),
    expirationDate: Pass.Timestamp(milliseconds: clock.now().milliseconds + 3_600_000))
do {
    let profiles = try await client.v2.partnerProfile(
        status: status, samlResponse: PayloadEncoder().payload(encoding: [UInt8](message)))
    print(profiles.isEmpty ? "no profile" : "a profile was created")
} catch {
    print("refused: \(error.code.rawValue)")
    exit(4)
}
