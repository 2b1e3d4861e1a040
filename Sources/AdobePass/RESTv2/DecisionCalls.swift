internal import HTTPTypes

extension RESTv2.Client {
    /// Asks which resources the user may probably play, for showing them.
    ///
    /// A permit is kept in memory for as long as the server says and the configuration allows, and
    /// its resource is not asked for again meanwhile. Signing in or out and a denied authorization
    /// discard it.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD of the profile.
    ///   - resources: The resources, five at most as a rule.
    ///   - status: What a partner's framework said, for a profile of that partner.
    ///   - identity: Who asks for promotional temporary access.
    ///   - repeatsItems: Whether resources whose error asks for it are asked for again, alone.
    ///   - isFresh: Whether to ask the server whatever is known already.
    /// - Returns: A decision for each resource, known ones first.
    /// - Throws: `Pass.ExchangeError`.
    public func preauthorize(
        mvpd: Pass.MVPDIdentifier, resources: [String],
        status: Pass.PartnerFrameworkStatus? = nil,
        temporaryAccessIdentity identity: Pass.TemporaryAccessIdentity? = nil,
        repeatsItems: Bool = false, isFresh: Bool = false
    ) async throws(Pass.ExchangeError) -> RESTv2.Decisions {
        let endpoint = try endpoint(
            .post, "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}", mvpd.rawValue,
            sends: [.device, .signOnTokens], status: status, identity: identity)
        let user = PreauthorizationCache.User(
            device: exchange.configuration.deviceIdentifier, mvpd: mvpd, identity: identity)
        let kept =
            isFresh
            ? [:]
            : await exchange.permits.permits(for: resources, of: user, at: exchange.clock.now())
        let open = resources.filter { kept[Array($0.utf8)] == nil }
        exchange.sender.meter.countPreauthorizations(
            kept: resources.count - open.count, asked: open.count)
        let known = resources.compactMap { kept[Array($0.utf8)] }
        if open.isEmpty, !known.isEmpty { return RESTv2.Decisions(all: known) }
        var attempts = Int.max
        let answer = try await decisions(endpoint, open, repeatsItems, &attempts)
        await exchange.permits.keep(answer.all, of: user, at: exchange.clock.now())
        return RESTv2.Decisions(all: known + answer.all)
    }

    /// Asks whether the user may play resources, and for the media token of each.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD of the profile, or one that stands for temporary access.
    ///   - resources: The resources, one as a rule.
    ///   - status: What a partner's framework said, for a profile of that partner.
    ///   - identity: Who asks for promotional temporary access.
    ///   - repeatsItems: Whether resources whose error asks for it are asked for again, alone.
    /// - Returns: A decision for each resource.
    /// - Throws: `Pass.ExchangeError`.
    public func authorize(
        mvpd: Pass.MVPDIdentifier, resources: [String],
        status: Pass.PartnerFrameworkStatus? = nil,
        temporaryAccessIdentity identity: Pass.TemporaryAccessIdentity? = nil,
        repeatsItems: Bool = false
    ) async throws(Pass.ExchangeError) -> RESTv2.Decisions {
        var attempts = Int.max
        return try await authorize(
            mvpd: mvpd, resources: resources, status: status, temporaryAccessIdentity: identity,
            repeatsItems: repeatsItems, attempts: &attempts)
    }

    /// Asks as often as `attempts` says, which tells afterwards how often it still may be.
    func authorize(
        mvpd: Pass.MVPDIdentifier, resources: [String], status: Pass.PartnerFrameworkStatus?,
        temporaryAccessIdentity identity: Pass.TemporaryAccessIdentity?, repeatsItems: Bool,
        attempts: inout Int
    ) async throws(Pass.ExchangeError) -> RESTv2.Decisions {
        let endpoint = try endpoint(
            .post, "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", mvpd.rawValue,
            sends: [.device, .signOnTokens], status: status, identity: identity)
        let answer = try await decisions(endpoint, resources, repeatsItems, &attempts)
        if answer.all.contains(where: { !$0.authorized }) {
            await exchange.permits.forget(exchange.configuration.deviceIdentifier, mvpd: mvpd)
        }
        return answer
    }

    /// Forgets the profile with an MVPD; only on a user's request.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD.
    ///   - redirectURL: Where the user agent ends if it has to be opened. It is encoded here.
    /// - Returns: What remains to be done.
    /// - Throws: `Pass.ExchangeError`.
    public func logout(
        mvpd: Pass.MVPDIdentifier, redirectURL: String? = nil
    ) async throws(Pass.ExchangeError) -> RESTv2.Logouts {
        var endpoint = try endpoint(
            .get, "/api/v2/{serviceProvider}/logout/{mvpd}", mvpd.rawValue,
            sends: [.device, .signOnTokens])
        endpoint.query.add("redirectUrl", redirectURL)
        // The second answer would be that there is no profile, and the remaining steps would be
        // lost.
        endpoint.repetition = .unlessDone
        await exchange.permits.forget(exchange.configuration.deviceIdentifier, mvpd: mvpd)
        return try await exchange.value(endpoint)
    }

    private func decisions(
        _ endpoint: Endpoint, _ resources: [String], _ repeatsItems: Bool, _ attempts: inout Int
    ) async throws(Pass.ExchangeError) -> RESTv2.Decisions {
        let first = try await decisions(endpoint, resources, &attempts)
        guard repeatsItems else { return first }
        let all = try await exchange.sender.repeating(
            first.all, attempts: &attempts, isWorthRetrying: \.isWorthRetrying,
            isSame: { $0.resource.utf8.elementsEqual($1.resource.utf8) },
            ask: { open, attempts async throws(Pass.ExchangeError) in
                try await self.decisions(endpoint, open.map(\.resource), &attempts).all
            })
        return RESTv2.Decisions(all: all)
    }

    private func decisions(
        _ endpoint: Endpoint, _ resources: [String], _ attempts: inout Int
    ) async throws(Pass.ExchangeError) -> RESTv2.Decisions {
        guard !resources.isEmpty else {
            throw Pass.ExchangeError(.invalidArgument, subject: "the resources")
        }
        var endpoint = endpoint
        // A decision is the same however often it is asked for.
        endpoint.repetition = .always
        try endpoint.setJSON(HeaderJSON.bytes(of: ["resources": resources]))
        return try await exchange.value(endpoint, attempts: &attempts)
    }
}
