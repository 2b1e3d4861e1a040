import AdobePass
import AdobePassHTTP
import PayloadCoding

/// The registrations, one for each device: Adobe asks for a pair of credentials for each app.
actor Registrations {
    private var storages: [String: Pass.InMemoryStorage] = [:]

    func storage(of device: String) -> Pass.InMemoryStorage {
        let storage = storages[device] ?? Pass.InMemoryStorage()
        storages[device] = storage
        return storage
    }
}

/// Exchanges captures for profiles, each with the registration of its device.
struct ProfileExchange {
    let configuration: Pass.Client.Configuration
    let transport: any Pass.Transport
    let registrations = Registrations()
    let clock = Pass.SystemClock()

    /// Exchanges a capture with a client of its own, since each comes from another device.
    func profiles(
        for capture: Capture, from address: String
    ) async throws(Pass.ExchangeError) -> RESTv2.Profiles {
        var configuration = configuration
        configuration.device = capture.device
        configuration.deviceIdentifier = Pass.DeviceIdentifier(capture.deviceIdentifier)
        configuration.forwardedFor = address
        let payload = PayloadEncoder().payload(
            encoding: Array(capture.samlAttributeQueryResponse.utf8))
        let client = Pass.Client(
            configuration: configuration, transport: transport,
            storage: await registrations.storage(of: capture.deviceIdentifier), clock: clock,
            jitter: Pass.systemJitter)
        return try await client.v2.partnerProfile(status: capture.status, samlResponse: payload)
    }
}
