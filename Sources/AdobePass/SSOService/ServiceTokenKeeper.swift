/// Has the current service token, and renews it before it ends.
///
/// However many callers ask at the same time, one renewal is under way.
actor ServiceTokenKeeper {
    typealias Outcome = Result<SSOService.ServiceToken, Pass.ExchangeError>

    private let calls: SSOServiceCalls
    private let margin: Duration
    /// The user's account, if the device joined with it.
    private var account: SSOService.Membership?
    private var token: SSOService.ServiceToken?
    /// The time before its end at which the token is renewed.
    private var renewal = Pass.Timestamp(milliseconds: .max)
    private var work: Task<Outcome, Never>?
    /// Counts what was joined and left, so that a renewal that took longer changes nothing.
    private var generation = 0

    /// The wait after a renewal in vain, while the token is still good.
    private static let pause: Duration = .seconds(60)

    init(_ configuration: Pass.Client.Configuration) {
        calls = SSOServiceCalls(configuration: configuration)
        margin = configuration.renewalMargin
    }

    /// A Boolean value that indicates whether there is a token.
    var isMember: Bool { token != nil }

    /// Keeps a token, replacing the existing one.
    func keep(
        _ token: SSOService.ServiceToken, of membership: SSOService.Membership,
        at now: Pass.Timestamp
    ) {
        generation += 1
        account = if case .account = membership { membership } else { nil }
        set(token, at: now)
    }

    /// Forgets the token and the account.
    func forget() {
        generation += 1
        (account, token, work) = (nil, nil, nil)
    }

    /// The token for a call that can do without: renewed if need be, and none that has ended.
    func current(_ exchange: Exchange) async -> SSOService.ServiceToken? {
        if let token, renewal <= exchange.clock.now() { _ = await renewed(token, exchange) }
        guard let token, exchange.clock.now() < token.expiresAt else { return nil }
        return token
    }

    /// The token for a call that needs one.
    func valid(_ exchange: Exchange) async throws(Pass.ExchangeError) -> SSOService.ServiceToken {
        guard let token else {
            throw Pass.ExchangeError(.invalidArgument, subject: "the membership: join first")
        }
        let now = exchange.clock.now()
        guard min(renewal, token.expiresAt) <= now else { return token }
        let outcome = await renewed(token, exchange)
        if case .failure(let error) = outcome, error.action != .getNewToken, now < token.expiresAt {
            return token
        }
        return try outcome.get()
    }

    /// Returns the token that replaces a refused one; throws if a new link is needed.
    func replacement(
        for refused: SSOService.ServiceToken, _ exchange: Exchange
    ) async throws(Pass.ExchangeError) -> SSOService.ServiceToken {
        if let token, token != refused { return token }
        return try await renewed(refused, exchange).get()
    }

    private func set(_ token: SSOService.ServiceToken, at now: Pass.Timestamp) {
        self.token = token
        let life = Duration.from(now, to: token.expiresAt) ?? .zero
        renewal = token.expiresAt.advanced(by: .zero - min(margin, life / 2))
    }

    private func renewed(
        _ token: SSOService.ServiceToken, _ exchange: Exchange
    ) async -> Outcome {
        if let work { return await work.value }
        let generation = generation
        let task = Task { await self.renew(token, generation, exchange) }
        work = task
        let outcome = await task.value
        if work == task { work = nil }
        return outcome
    }

    private func renew(
        _ old: SSOService.ServiceToken, _ generation: Int, _ exchange: Exchange
    ) async -> Outcome {
        let account = account
        do throws(Pass.ExchangeError) {
            let new: SSOService.ServiceToken
            do throws(Pass.ExchangeError) {
                new = try await exchange.serviceToken(calls.refresh(old))
            } catch {
                // Who has the account needs no token to get one.
                guard error.action == .getNewToken, let account else { throw error }
                new = try await exchange.serviceToken(calls.create(account))
            }
            if generation == self.generation { set(new, at: exchange.clock.now()) }
            return .success(new)
        } catch {
            guard generation == self.generation else { return .failure(error) }
            if error.action == .getNewToken {
                token = nil
            } else {
                renewal = exchange.clock.now().advanced(by: Self.pause)
            }
            return .failure(error)
        }
    }
}

extension Exchange {
    /// The token in the answer to one of the calls for it.
    func serviceToken(
        _ endpoint: Endpoint
    ) async throws(Pass.ExchangeError) -> SSOService.ServiceToken {
        let answer: SSOService.TokenAnswer = try await value(endpoint)
        return SSOService.ServiceToken(answer, at: clock.now())
    }
}
