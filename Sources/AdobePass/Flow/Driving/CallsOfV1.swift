extension SignOnDriver {
    /// Makes the call of v1 that an effect asks for.
    func callV1(
        _ effect: SignOnFlow.Effect, of flow: SignOnFlow, _ findings: inout Findings
    ) async throws(Pass.ExchangeError) -> SignOnFlow.Event {
        let client = client.v1
        let platform = flow.options.platform
        switch effect {
        case .checkAuthentication:
            return .authentication(
                try await client.checkAuthentication(isPoll: flow.step == .v1Poll))
        case .readConfiguration:
            return .configuration(try await client.configuration().mvpds)
        case .requestProfile(let mvpd):
            return .profileRequest(
                try await client.profileRequest(mvpd: mvpd, platform: platform))
        case .createToken(let mvpd, let response):
            try await client.createAuthenticationToken(
                mvpd: mvpd, platform: platform, samlResponse: payload(response))
            return .tokenCreated
        case .beginFreePreview(let mvpd):
            guard let domain = settings.domainName else {
                throw Pass.ExchangeError(.invalidArgument, subject: "the domain name")
            }
            try await client.freePreview(
                mvpd: mvpd, domainName: domain, genericData: settings.temporaryAccessIdentity?.text)
            return .freePreviewBegun
        case .requestCode(let mvpd):
            let record = try await client.registrationCode(mvpd: mvpd)
            return .registrationCode(record.code, validFor: record.validity)
        case .openBrowser(let activation):
            guard let mvpd = activation.mvpd, let domain = settings.domainName,
                let redirect = settings.redirectURL
            else {
                throw Pass.ExchangeError(
                    .invalidArgument, subject: "the domain name and the redirect URL")
            }
            return await browse(
                try client.authenticateURL(
                    code: activation.code, mvpd: mvpd, domainName: domain,
                    redirectURL: redirect))
        case .authorize(_, let resource, _):
            do throws(Pass.ExchangeError) {
                let identity = flow.isTemporaryAccess ? settings.temporaryAccessIdentity : nil
                findings.authorization = try await client.authorize(
                    resource: resource, genericData: identity?.text,
                    attempts: &findings.authorizationAttempts)
                return .decision(permitted: true)
            } catch {
                // Repeated in vain already: whether the resource may be played is not known.
                guard error.isDenial || error.status == 403 && error.enhanced == nil else {
                    throw error
                }
                findings.error = error
                return .decision(permitted: false)
            }
        case .readMediaToken(let resource):
            do throws(Pass.ExchangeError) {
                let known = findings.authorization
                let check = await mediaTokenCheck(known?.mvpd, known?.proxyMVPD)
                var token = try await client.mediaToken(resource: resource)
                if !check.isUsable(token) {
                    token = try await client.mediaToken(resource: resource)
                }
                guard check.isUsable(token) else {
                    throw Pass.ExchangeError(
                        .undecodableBody, status: 200, subject: "serializedToken")
                }
                findings.mediaToken = token
                return .mediaToken
            } catch {
                // Without an enhanced error, 403 means that there is no authorization.
                guard error.isDenial else { throw error }
                findings.error = error
                return .decision(permitted: false)
            }
        case .readUserMetadata:
            let isFromApple = try await client.userMetadata().isFromApple
            return .userMetadata(tokenSource: isFromApple ? "Apple" : nil)
        case .logOut:
            try await client.logout()
            return .loggedOut
        default: throw Pass.ExchangeError(.invalidArgument, subject: "the version of the API")
        }
    }
}
