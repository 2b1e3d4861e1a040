internal import HTTPTypes
internal import Logging

/// Registers once, and has one valid access token.
///
/// However many callers ask at the same time, one registration and one token request are under way. Both
/// go on when a caller is cancelled, since others wait for them.
actor TokenKeeper {
    typealias Outcome = Result<DCR.AccessToken?, Pass.ExchangeError>

    private let sender: Sender
    private let storage: any Pass.Storage
    private let calls: RegistrationCalls
    private let margin: Duration

    private var isLoaded = false
    private var credentials: DCR.ClientCredentials?
    /// A Boolean value that indicates whether the storage has failed to take the credentials,
    /// without which the next run of the app would sign the user out.
    private var hasUnstoredCredentials = false
    private var token: DCR.AccessToken?
    /// The time before its end at which the token is renewed.
    private var renewal: Pass.Timestamp?
    private var work: Task<Outcome, Never>?

    init(
        sender: Sender, storage: any Pass.Storage, calls: RegistrationCalls, margin: Duration
    ) {
        self.sender = sender
        self.storage = storage
        self.calls = calls
        self.margin = margin
    }

    /// A token that is valid for a while, after a registration if there has been none.
    func validToken() async throws(Pass.ExchangeError) -> DCR.AccessToken {
        while true {
            if let token = freshToken { return token }
            if let work {
                // Somebody else's work may have been a registration, which leaves no token.
                if let token = try await finished(work).get() { return token }
            } else if let token = try await run({ try await self.obtainToken() }) {
                return token
            }
        }
    }

    /// Forgets a token that the server refused, unless another one has replaced it.
    func discard(_ refused: DCR.AccessToken) async throws(Pass.ExchangeError) {
        guard token == refused else { return }
        token = nil
        try await stored {
            try await self.storage.store(nil as DCR.AccessToken?, for: self.calls.key)
        }
    }

    /// Registers, whatever there is already.
    func register() async throws(Pass.ExchangeError) -> DCR.ClientCredentials {
        while let work { _ = await finished(work) }
        _ = try await run {
            try await self.obtainCredentials()
            return nil
        }
        guard let credentials else { throw Pass.ExchangeError(.storageFailed) }
        return credentials
    }

    private var freshToken: DCR.AccessToken? {
        guard let token, let renewal, sender.clock.now() < renewal else { return nil }
        return token
    }

    private func run(
        _ operation: @escaping @Sendable () async throws -> DCR.AccessToken?
    ) async throws(Pass.ExchangeError) -> DCR.AccessToken? {
        let task = Task<Outcome, Never> {
            do { return .success(try await operation()) } catch {
                return .failure(error as? Pass.ExchangeError ?? Pass.ExchangeError(.cancelled))
            }
        }
        work = task
        return try await finished(task).get()
    }

    private func finished(_ task: Task<Outcome, Never>) async -> Outcome {
        let outcome = await task.value
        if work == task { work = nil }
        return outcome
    }

    private func obtainToken() async throws(Pass.ExchangeError) -> DCR.AccessToken? {
        try await load()
        if let token = freshToken { return token }
        if credentials == nil { try await obtainCredentials() }
        guard let credentials else { return nil }
        if hasUnstoredCredentials { try await store(credentials) }
        let answer = try await value(DCR.TokenResponse.self, calls.token(credentials))
        // By this device's clock: the server's instants differ in their unit, and the clocks differ.
        let now = sender.clock.now()
        let token = DCR.AccessToken(
            token: answer.accessToken, expiresAt: now.advanced(by: answer.lifetime))
        self.token = token
        renewal = token.expiresAt.advanced(by: .zero - min(margin, answer.lifetime / 2))
        try await stored { try await self.storage.store(token, for: self.calls.key) }
        return token
    }

    private func obtainCredentials() async throws(Pass.ExchangeError) {
        let new = try await value(DCR.ClientCredentials.self, calls.register())
        sender.meter.countRegistration()
        sender.logger.info("Adobe Pass registration")
        credentials = new
        token = nil
        isLoaded = true
        try await store(new)
    }

    private func store(_ credentials: DCR.ClientCredentials) async throws(Pass.ExchangeError) {
        hasUnstoredCredentials = true
        try await stored {
            try await self.storage.store(nil as DCR.AccessToken?, for: self.calls.key)
            try await self.storage.store(credentials, for: self.calls.key)
        }
        hasUnstoredCredentials = false
    }

    private func load() async throws(Pass.ExchangeError) {
        guard !isLoaded else { return }
        try await stored {
            self.credentials = try await self.storage.credentials(for: self.calls.key)
            // A token without its credentials cannot be renewed, and belongs to a client that is lost.
            guard self.credentials != nil else { return }
            self.token = try await self.storage.accessToken(for: self.calls.key)
            self.renewal = self.token?.expiresAt.advanced(by: .zero - self.margin)
        }
        isLoaded = true
    }

    private func value<Value: Decodable>(
        _ type: Value.Type, _ endpoint: Endpoint
    ) async throws(Pass.ExchangeError) -> Value {
        var attempts = Int.max
        let response = try await sender.send(endpoint, attempts: &attempts)
        guard (200..<300).contains(response.head.status.code) else {
            throw AnswerReading.registrationError(of: response)
        }
        return try AnswerReading.value(type, in: response)
    }

    private func stored(
        _ operation: () async throws -> Void
    ) async throws(Pass.ExchangeError) {
        do { try await operation() } catch {
            sender.logger.warning("Adobe Pass storage failed")
            throw Pass.ExchangeError(.storageFailed, subject: "check that it can be used")
        }
    }
}
