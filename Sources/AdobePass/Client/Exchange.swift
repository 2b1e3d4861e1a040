internal import HTTPTypes
internal import Logging

/// The state that the clients of both REST APIs share.
final class Exchange: Sendable {
    let configuration: Pass.Client.Configuration
    let sender: Sender
    let keeper: TokenKeeper
    let serviceTokens: ServiceTokenKeeper
    let configurationsV2: CachedValue<Pass.Configuration>
    let configurationsV1: CachedValue<Pass.Configuration>
    let permits: PreauthorizationCache

    var clock: any Pass.Clock { sender.clock }

    init(
        _ configuration: Pass.Client.Configuration, _ transport: any Pass.Transport,
        _ storage: any Pass.Storage, _ clock: any Pass.Clock,
        _ jitter: @escaping @Sendable () -> Double, _ logger: Logger, _ meter: Meter
    ) {
        self.configuration = configuration
        sender = Sender(
            environment: configuration.environment, transport: transport, clock: clock,
            jitter: jitter, retry: configuration.retry, timeout: configuration.timeout,
            callDeadline: configuration.callDeadline,
            pacer: configuration.pacing.map { Pacer($0, clock: clock) }, logger: logger,
            meter: meter)
        keeper = TokenKeeper(
            sender: sender, storage: storage, calls: RegistrationCalls(configuration),
            margin: configuration.renewalMargin)
        serviceTokens = ServiceTokenKeeper(configuration)
        configurationsV2 = CachedValue(for: configuration.configurationLifetime)
        configurationsV1 = CachedValue(for: configuration.configurationLifetime)
        permits = PreauthorizationCache(lifetime: configuration.preauthorizationLifetime)
    }

    /// Creates an exchange for another device of the same registration.
    init(sharing other: Exchange, for device: Pass.RepresentedDevice) {
        var configuration = other.configuration
        configuration.device = device.information
        configuration.deviceIdentifier = device.identifier
        configuration.forwardedFor = device.address
        configuration.visitorIdentifier = device.visitorIdentifier
        configuration.signOnTokens = device.signOnTokens
        self.configuration = configuration
        var sender = other.sender
        sender.pacer = configuration.pacing.map { Pacer($0, clock: other.clock) }
        self.sender = sender
        keeper = other.keeper
        serviceTokens = ServiceTokenKeeper(configuration)
        // Configurations differ by the device's platform.
        configurationsV2 = CachedValue(for: configuration.configurationLifetime)
        configurationsV1 = CachedValue(for: configuration.configurationLifetime)
        permits = other.permits
    }

    /// Sends a request with an access token; with a new one if the first is refused, once.
    func answer(to endpoint: Endpoint) async throws(Pass.ExchangeError) -> Pass.Response {
        var attempts = Int.max
        return try await answer(to: endpoint, attempts: &attempts)
    }

    /// Sends a request as often as `attempts` says, which tells afterwards how often it still may be.
    func answer(
        to endpoint: Endpoint, attempts: inout Int
    ) async throws(Pass.ExchangeError) -> Pass.Response {
        guard endpoint.takesServiceToken, let service = await serviceTokens.current(self) else {
            return try await authorizedAnswer(to: endpoint, attempts: &attempts)
        }
        var endpoint = endpoint
        try endpoint.fields.set(.serviceToken, service.text)
        let response = try await authorizedAnswer(to: endpoint, attempts: &attempts)
        guard AnswerReading.refusesServiceToken(response) else { return response }
        // Without a token that is good the user can still sign in.
        endpoint.fields.remove(.serviceToken)
        let new = try? await serviceTokens.replacement(for: service, self)
        try endpoint.fields.set(.serviceToken, new?.text)
        attempts = max(attempts, 0) + 1
        return try await authorizedAnswer(to: endpoint, attempts: &attempts)
    }

    private func authorizedAnswer(
        to endpoint: Endpoint, attempts: inout Int
    ) async throws(Pass.ExchangeError) -> Pass.Response {
        let token = try await keeper.validToken()
        let response = try await sender.send(endpoint, token: token, attempts: &attempts)
        guard response.head.status.code == 401, !AnswerReading.refusesServiceToken(response) else {
            return response
        }
        // It was refused before anything was done, so it does not count as an attempt.
        attempts = max(attempts, 0) + 1
        try await keeper.discard(token)
        return try await sender.send(
            endpoint, token: try await keeper.validToken(), attempts: &attempts)
    }

    /// The value in the answer to a request.
    func value<Value: Decodable & Sendable>(
        _ endpoint: Endpoint
    ) async throws(Pass.ExchangeError) -> Value {
        var attempts = Int.max
        return try await value(endpoint, attempts: &attempts)
    }

    /// The value in the answer to a request that is sent no more often than `attempts` says.
    func value<Value: Decodable & Sendable>(
        _ endpoint: Endpoint, attempts: inout Int
    ) async throws(Pass.ExchangeError) -> Value {
        var endpoint = endpoint
        endpoint.canRead = { AnswerReading.isReadable(Value.self, in: $0) }
        return try AnswerReading.value(
            Value.self, in: try await answer(to: endpoint, attempts: &attempts))
    }

    /// The value in the answer to a request, or the kept one unless a fresh one is wanted.
    func value<Value: Decodable & Sendable>(
        _ endpoint: Endpoint, keptIn kept: CachedValue<Value>, isFresh: Bool
    ) async throws(Pass.ExchangeError) -> Value {
        if !isFresh, let value = await kept.value(at: clock.now()) { return value }
        let value: Value = try await value(endpoint)
        await kept.keep(value, since: clock.now())
        return value
    }
}

/// A value that is kept for a while.
actor CachedValue<Value: Sendable> {
    private let lifetime: Duration
    private var kept: (value: Value, since: Pass.Timestamp)?

    init(for lifetime: Duration) { self.lifetime = lifetime }

    /// The value, unless it is too old, or from a time that is still to come.
    func value(at now: Pass.Timestamp) -> Value? {
        guard let kept, kept.since <= now, now < kept.since.advanced(by: lifetime) else {
            return nil
        }
        return kept.value
    }

    func keep(_ value: Value, since now: Pass.Timestamp) { kept = (value, now) }
}
