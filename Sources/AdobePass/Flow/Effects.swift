extension SignOnFlow {
    /// Returns the effect of the step; `nil` if a value is missing, to which no arrow leads.
    func effect(_ transit: Transit) -> Effect? {
        switch step {
        case .v1Start, .v2Start, .v1RegularAuthentication, .v2BasicAuthentication,
            .v2SessionCompletion, .v2Activation, .v2Decisions, .v2DecisionChoice:
            return nil
        case .v1SystemSignIn, .v1SystemPicker, .v1SAMLResponse, .v2PartnerStatus, .v2SystemPicker,
            .v2SAMLResponse, .v2DecisionStatus:
            return query(transit)
        case .v1Configuration, .v1ProviderList, .v2Configuration: return .readConfiguration
        case .v1ProviderChoice, .v2ProviderChoice:
            return .chooseMVPD(context.providers ?? [])
        case .v1SecondScreen, .v2SecondScreen: return context.activation.map(Effect.showCode)
        case .v1Browser, .v2Browser: return context.activation.map(Effect.openBrowser)
        case .v1Wait, .v2Wait:
            return .wait(max(options.pollingInterval, Options.shortestPollingInterval))
        case .v1SettingsAdvice, .v2SettingsAdvice: return .adviseSettings(options.platform)
        case .v1Logout, .v2Logout: return .logOut(context.mvpd)
        case .v1CheckAuthentication, .v1Poll: return .checkAuthentication
        case .v1ProfileRequest: return context.mvpd.map(Effect.requestProfile)
        case .v1TokenExchange:
            guard let mvpd = context.mvpd, let response = transit.samlResponse else { return nil }
            return .createToken(mvpd, samlResponse: response)
        case .v1RegistrationCode: return .requestCode(context.mvpd)
        case .v1Authorize: return .authorize(nil, options.resource, status: nil)
        case .v1MediaToken: return .readMediaToken(options.resource)
        case .v1UserMetadata: return .readUserMetadata
        case .v1Registration, .v2Registration:
            return context.registersAgain ? .registerAgain : .register
        case .v1FreePreview: return context.mvpd.map(Effect.beginFreePreview)
        case .v2Profiles: return .readProfiles(options.rememberedMVPD, status: status)
        case .v2ProfileChoice: return .chooseProfile(context.profiles)
        case .v2PartnerSession: return .requestPartnerSession(status: status)
        case .v2PartnerProfile:
            return transit.samlResponse.map { .createProfile(status: status, samlResponse: $0) }
        case .v2Session: return .createSession(context.mvpd)
        case .v2Resume: return context.activation.map { .resumeSession($0.code, context.mvpd) }
        case .v2Poll: return context.activation.map { .pollProfiles($0.code) }
        case .v2Preauthorize:
            return context.profile.map {
                .preauthorize($0.mvpd, options.preauthorizedResources, status: decisionStatus)
            }
        case .v2Authorize:
            return context.profile.map {
                .authorize($0.mvpd, options.resource, status: decisionStatus)
            }
        case .v2LogoutBrowser: return transit.logoutURL.map(Effect.openLogout(url:))
        case .mediaToken: return .finish(.mediaToken(context.profile?.mvpd ?? context.mvpd))
        case .fallback: return .finish(.fallback(transit.abandonment))
        case .failed: return .finish(.failed(transit.failure))
        case .signedOut: return .finish(.signedOut)
        }
    }

    /// The status to send, honest where the framework told nothing.
    private var status: PlatformSSO.Answer {
        context.status ?? PlatformSSO.Answer(access: PlatformSSO.Access(.notDetermined))
    }

    private var decisionStatus: PlatformSSO.Answer? {
        context.profile?.type == .appleSSO ? context.status : nil
    }

    private func query(_ transit: Transit) -> Effect? {
        let channel = options.channelIdentifier
        switch step {
        case .v1SystemPicker, .v2SystemPicker:
            return .queryAccount(
                .picker(channelIdentifier: channel, providers: pickerProviders), prompting: true)
        case .v1SAMLResponse, .v2SAMLResponse:
            guard let token = transit.verificationToken else { return nil }
            return .queryAccount(
                .attributeQuery(
                    channelIdentifier: channel,
                    attributeNames: api == .v1 ? context.attributeNames : transit.attributeNames,
                    verificationToken: token,
                    isInterruptionAllowed: options.allowsInterruptionForResponse ?? (api == .v2)),
                prompting: options.promptsForAccess)
        default:
            return .queryAccount(
                .currentSignIn(channelIdentifier: channel), prompting: options.promptsForAccess)
        }
    }
}
