import AdobePass
import Foundation
import PayloadCoding

struct SystemClock: Pass.Clock {
    func now() -> Pass.Timestamp {
        Pass.Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
    func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

/// Exchanges captures for profiles, with one registration for all devices.
struct ProfileExchange {
    let configuration: Pass.Client.Configuration
    let transport: any Pass.Transport
    let storage = Pass.InMemoryStorage()
    let clock = SystemClock()

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
            jitter: { Double.random(in: 0..<1) })
    }
}
