import AdobePass
import AdobePassHTTP
import Foundation
import Hummingbird

let variables = ProcessInfo.processInfo.environment
guard let baseURL = variables["ADOBE_PASS_URL"],
    let serviceProvider = variables["SERVICE_PROVIDER"],
    let softwareStatement = variables["SOFTWARE_STATEMENT"]
else {
    print("exchange-service: set ADOBE_PASS_URL, SERVICE_PROVIDER and SOFTWARE_STATEMENT")
    exit(2)
}
// What the service's own proxy sets; without one, the connection has the address.
let addressField = variables["ADDRESS_FIELD"]?.lowercased()
let transport = AsyncHTTPClientTransport()
let exchange = ProfileExchange(
    configuration: Pass.Client.Configuration(
        environment: try Pass.Environment(baseURL: baseURL),
        serviceProvider: Pass.ServiceProvider(rawValue: serviceProvider),
        softwareStatement: softwareStatement,
        // Placeholders: each capture has those of its device.
        device: Pass.DeviceInformation(
            primaryHardwareType: .unknown, model: "exchange-service", version: "1", osName: .linux,
            osVersion: "1", connectionType: .lan),
        deviceIdentifier: Pass.DeviceIdentifier("exchange-service")),
    transport: transport)

let router = Router(context: CaptureContext.self)
router.post("/exchange") { request, context in
    let capture = try await request.decode(as: Capture.self, context: context)
    let forwarded = request.headers.first { $0.name.canonicalName == addressField }?.value
    guard let address = forwarded ?? context.deviceAddress else { throw HTTPError(.badRequest) }
    guard capture.status.isValid(at: exchange.clock.now()) else {
        throw HTTPError(.unprocessableContent, message: "the framework status is not valid")
    }
    do throws(Pass.ExchangeError) {
        let profiles = try await exchange.profiles(for: capture, from: address)
        context.logger.info("exchanged", metadata: ["profiles": "\(profiles.all.count)"])
        return profiles.all.map(Validity.init)
    } catch {
        // The description tells what to do and quotes nothing.
        context.logger.warning("not exchanged", metadata: ["error": "\(error)"])
        throw HTTPError(.badGateway, message: error.code.rawValue)
    }
}

do {
    let port = variables["PORT"].flatMap { Int($0) } ?? 8080
    let application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
} catch {
    print("exchange-service: \(error)")
    exit(1)
}
try await transport.shutdown()
