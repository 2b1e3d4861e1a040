extension SignOnDriver {
    /// Makes the call of v1 that an effect asks for.
    func callV1(
        _ effect: SignOnFlow.Effect, platform: Pass.Platform, _ findings: inout Findings
    ) async throws(Pass.ExchangeError) -> SignOnFlow.Event {
        let client = client.v1
        switch effect {
        case .checkAuthentication:
            return .authentication(try await client.checkAuthentication())
        case .readConfiguration:
            return .configuration(try await client.configuration().mvpds)
        case .requestProfile(let mvpd):
            return .profileRequest(
                try await client.profileRequest(mvpd: mvpd, platform: platform))
        case .createToken(let mvpd, let response):
            try await client.createAuthenticationToken(
                mvpd: mvpd, platform: platform, samlResponse: payload(response))
            return .tokenCreated
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
                findings.authorization = try await client.authorize(resource: resource)
                return .decision(permitted: true)
            } catch {
                // Repeated in vain already: whether the resource may be played is not known.
                guard error.status == 403, error.action != .retry else { throw error }
                findings.error = error
                return .decision(permitted: false)
            }
        case .readMediaToken(let resource):
            findings.mediaToken = try await client.mediaToken(resource: resource)
            return .mediaToken
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
