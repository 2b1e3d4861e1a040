import AdobePass
import AdobePassHTTP
import PayloadCoding

/// Exchanges captures for profiles, with one registration for all devices.
struct ProfileExchange {
    let configuration: Pass.Client.Configuration
    let transport: any Pass.Transport
    let storage = Pass.InMemoryStorage()
    let clock = Pass.SystemClock()

    /// Registers before the first capture comes: two captures at once would register twice.
    func register() async throws(Pass.ExchangeError) {
        try await client(configuration).accessToken()
    }

    /// A client for each capture, since each comes from another device; they share the storage.
    func profiles(
        for capture: Capture, from address: String
    ) async throws(Pass.ExchangeError) -> RESTv2.Profiles {
        var configuration = configuration
        configuration.device = capture.device
        configuration.deviceIdentifier = Pass.DeviceIdentifier(capture.deviceIdentifier)
        configuration.forwardedFor = address
        let payload = PayloadEncoder().payload(
            encoding: Array(capture.samlAttributeQueryResponse.utf8))
        return try await client(configuration).v2.partnerProfile(
            status: capture.status, samlResponse: payload)
    }

    private func client(_ configuration: Pass.Client.Configuration) -> Pass.Client {
        Pass.Client(
            configuration: configuration, transport: transport, storage: storage, clock: clock,
            jitter: Pass.systemJitter)
    }
}
