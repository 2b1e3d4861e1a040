extension SignOnDriver {
    /// Makes the call of v2 that an effect asks for.
    func callV2(
        _ effect: SignOnFlow.Effect, of flow: SignOnFlow, _ findings: inout Findings
    ) async throws(Pass.ExchangeError) -> SignOnFlow.Event {
        let client = client.v2
        switch effect {
        case .readConfiguration:
            return .configuration(try await client.configuration().mvpds)
        case .readProfiles(let mvpd?, let answer):
            return .profiles(
                try await client.profile(
                    mvpd: mvpd, status: Pass.PartnerFrameworkStatus(answer),
                    temporaryAccessIdentity: settings.temporaryAccessIdentity))
        case .readProfiles(nil, let answer):
            return .profiles(
                try await client.profiles(status: Pass.PartnerFrameworkStatus(answer)))
        case .pollProfiles(let code): return .profiles(try await client.profile(code: code))
        case .requestPartnerSession(let answer):
            return .session(
                try await client.partnerSession(
                    status: Pass.PartnerFrameworkStatus(answer),
                    domainName: settings.domainName, redirectURL: settings.redirectURL))
        case .createProfile(let answer, let response):
            return .profiles(
                try await client.partnerProfile(
                    status: Pass.PartnerFrameworkStatus(answer), samlResponse: payload(response)))
        case .createSession(let mvpd):
            return .session(
                try await client.createSession(
                    mvpd: mvpd, domainName: settings.domainName,
                    redirectURL: settings.redirectURL))
        case .resumeSession(let code, let mvpd):
            return .session(
                try await client.resumeSession(
                    code: code, mvpd: mvpd, domainName: settings.domainName,
                    redirectURL: settings.redirectURL))
        case .openBrowser(let activation):
            if let url = activation.url.flatMap(client.absoluteURL) {
                return await browse(url)
            }
            return await browse(try client.authenticateURL(code: activation.code))
        case .preauthorize, .authorize: return try await decide(effect, of: flow, &findings)
        case .logOut(let mvpd?):
            let logouts = try await client.logout(
                mvpd: mvpd, redirectURL: settings.redirectURL)
            // One sample of Adobe's has another key than the MVPD's; a second entry is another's.
            let only = logouts.all.count == 1 ? logouts.all.first : nil
            guard let logout = logouts[mvpd] ?? only else {
                return .logout(actionName: .invalid, url: nil)
            }
            return .logout(actionName: logout.actionName, url: logout.url)
        default: throw Pass.ExchangeError(.invalidArgument, subject: "the version of the API")
        }
    }

    private func decide(
        _ effect: SignOnFlow.Effect, of flow: SignOnFlow, _ findings: inout Findings
    ) async throws(Pass.ExchangeError) -> SignOnFlow.Event {
        let identity = flow.isTemporaryAccess ? settings.temporaryAccessIdentity : nil
        switch effect {
        case .preauthorize(let mvpd, let resources, let answer):
            let decisions = try await client.v2.preauthorize(
                mvpd: mvpd, resources: resources,
                status: answer.map(Pass.PartnerFrameworkStatus.init(_:)),
                temporaryAccessIdentity: identity)
            let isRefused = decisions.all.contains {
                $0.error.flatMap(SignOnFlow.CallFailure.init(_:)) == .statusRefused
            }
            return isRefused ? .failed(.statusRefused) : .preauthorized
        case .authorize(let mvpd?, let resource, let answer):
            findings.decision = nil
            var decision: RESTv2.Decision
            do throws(Pass.ExchangeError) {
                let status = answer.map(Pass.PartnerFrameworkStatus.init(_:))
                decision = try await self.decision(mvpd, resource, status, identity, &findings)
                // One that is over, or another's, was somebody's in between, or is so for ever.
                if decision.authorized, findings.authorizationAttempts > 0,
                    await !mediaTokenCheck(mvpd).isUsable(decision)
                {
                    decision = try await self.decision(mvpd, resource, status, identity, &findings)
                }
            } catch {
                // A denial as the whole answer, where Adobe documents one for each resource.
                guard error.isDenial, SignOnFlow.CallFailure(error, of: flow.step) == .lasting
                else {
                    throw error
                }
                findings.error = error
                return .decision(permitted: false)
            }
            findings.decision = decision
            if decision.authorized, await !mediaTokenCheck(mvpd).isUsable(decision) {
                throw Pass.ExchangeError(.undecodableBody, status: 200, subject: "decisions.token")
            }
            guard decision.authorized != true, let error = decision.error,
                let failure = SignOnFlow.CallFailure(error)
            else { return .decision(permitted: decision.authorized == true) }
            // Not a denial of the provider's, but something that hinders one or the other.
            findings.error = Pass.ExchangeError(
                .enhancedError, status: error.status, enhanced: error)
            return .failed(failure)
        default: throw Pass.ExchangeError(.invalidArgument, subject: "the MVPD")
        }
    }

    /// Asks for the decision about one resource.
    private func decision(
        _ mvpd: Pass.MVPDIdentifier, _ resource: String, _ status: Pass.PartnerFrameworkStatus?,
        _ identity: Pass.TemporaryAccessIdentity?, _ findings: inout Findings
    ) async throws(Pass.ExchangeError) -> RESTv2.Decision {
        let decisions = try await client.v2.authorize(
            mvpd: mvpd, resources: [resource], status: status, temporaryAccessIdentity: identity,
            repeatsItems: true, attempts: &findings.authorizationAttempts)
        guard let decision = decisions[resource] else {
            throw Pass.ExchangeError(.undecodableBody, status: 200, subject: "decisions")
        }
        return decision
    }
}

extension SignOnFlow.Event {
    fileprivate static func profiles(_ profiles: RESTv2.Profiles) -> Self {
        .profiles(
            profiles.all.map {
                SignOnFlow.Profile(
                    mvpd: $0.mvpd, type: $0.type, notAfter: $0.notAfter, attributes: $0.attributes)
            })
    }
}

extension Pass.PartnerFrameworkStatus {
    /// The status that an answer of the framework comes to.
    ///
    /// - Parameter answer: The answer; a SAML response in it is not read.
    public init(_ answer: PlatformSSO.Answer) {
        self.init(
            accessStatus: answer.access.status,
            permissionError: answer.access.error.map(FrameworkError.init(_:)),
            provider: answer.metadata?.accountProviderIdentifier,
            expirationDate: answer.metadata?.authenticationExpirationDate,
            providerError: answer.error.map(FrameworkError.init(_:)))
    }
}

extension Pass.PartnerFrameworkStatus.FrameworkError {
    /// An error of the framework by its number and name; what a provider said is left out.
    fileprivate init(_ error: PlatformSSO.AccountError) {
        self.init(code: String(error.code.rawValue), message: error.code.name ?? "unknown")
    }
}
