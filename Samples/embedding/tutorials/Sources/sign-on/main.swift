import AdobePass
import AdobePassHTTP
import Foundation

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
    storage: Pass.InMemoryStorage(), clock: Pass.SystemClock(), jitter: Pass.systemJitter)

let account = SandboxSubscriberAccount(
    transport: URLSessionTransport(), scheme: sandbox.scheme, authority: sandbox.authority,
    deviceIdentifier: "tutorial", platform: .tvOS)

struct Screen: SignOnDelegate {
    func signOn(observed observation: SignOnDriver.Observation) async {
        guard case .finished(let arrow) = observation, !arrow.from.isJunction else { return }
        print("\(arrow.from.title): \(arrow.label)")
    }
}

let driver = SignOnDriver(
    client: client, account: account, clock: Pass.SystemClock(), delegate: Screen(),
    settings: SignOnDriver.Settings(
        domainName: "adobe.com", redirectURL: "https://adobe.com/"))
let options = SignOnFlow.Options(platform: .tvOS, resource: "REF30")
switch await driver.signOn(api: .v2, options: options).outcome {
case .mediaToken(let token):
    print("signed in with \(token.mvpd?.rawValue ?? "an unknown MVPD")")
case .fallback(let abandonment):
    print("not signed in: \(abandonment)")
    exit(1)
case .failed(let failure):
    print("failed: \(failure)")
    exit(1)
default:
    exit(1)
}
