import AdobePass
import AdobePassHTTP
import Foundation
import PayloadCoding

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print("usage: exchange-script RESPONSE.xml BASE-URL PLATFORM-MAPPING-ID")
    exit(2)
}
let message = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
let clock = Pass.SystemClock()
let configuration = Pass.Client.Configuration(
    environment: try Pass.Environment(baseURL: arguments[2]),
    serviceProvider: Pass.ServiceProvider(rawValue: "REF30"), softwareStatement: "sandbox",
    device: Pass.DeviceInformation(
        primaryHardwareType: .television, model: "AppleTV14,1", version: "1", osName: .tvOS,
        osVersion: "18.0", connectionType: .wifi),
    deviceIdentifier: Pass.DeviceIdentifier("exchange-script"))
let client = Pass.Client(
    configuration: configuration, transport: URLSessionTransport(),
    storage: Pass.InMemoryStorage(), clock: clock, jitter: Pass.systemJitter)
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
