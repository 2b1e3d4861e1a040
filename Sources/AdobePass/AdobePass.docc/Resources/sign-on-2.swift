import AdobePass
import AdobePassHTTP
import Foundation

struct SystemClock: Pass.Clock {
    func now() -> Pass.Timestamp {
        Pass.Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
    func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

let address = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "http://127.0.0.1:8765"
let sandbox = try Pass.BaseURL(address)
let configuration = Pass.Client.Configuration(
    environment: try Pass.Environment(baseURL: address),
    serviceProvider: Pass.ServiceProvider(rawValue: "REF30"), softwareStatement: "sandbox",
    device: Pass.DeviceInformation(
        primaryHardwareType: .setTopBox, model: "AppleTV", version: "14,1", osName: .tvOS,
        osVersion: "18.0", connectionType: .wifi),
    deviceIdentifier: Pass.DeviceIdentifier("tutorial"))
let client = Pass.Client(
    configuration: configuration, transport: URLSessionTransport(),
    storage: Pass.InMemoryStorage(), clock: SystemClock(), jitter: { Double.random(in: 0..<1) })
