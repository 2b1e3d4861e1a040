public import PayloadCoding

/// Does what a ``SignOnFlow`` asks for, with a client, an account and somebody who shows things.
///
/// It keeps no response: what a provider says goes from the account to the encoder and on to the
/// client.
public struct SignOnDriver: Sendable {
    /// The values that calls need besides those of the flow.
    public struct Settings: Hashable, Sendable {
        /// The domain of the app, as it is registered with Adobe.
        public var domainName: String?
        /// The page that ends the browser's sign-in.
        public var redirectURL: String?
        /// The normalization of white space in the SAML response.
        public var normalization: Normalization
        /// The user of promotional temporary access, if the app has asked who it is.
        public var temporaryAccessIdentity: Pass.TemporaryAccessIdentity?
        /// v2: the proof by which the device joins those that share a sign-in, if it has not joined.
        public var membership: SSOService.Membership?
        /// The longest time of a whole sign-on, the user's part in it included.
        public var deadline: Duration = .seconds(3600)

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - domainName: The domain of the app, as it is registered with Adobe.
        ///   - redirectURL: Where the browser ends.
        ///   - normalization: What is done to the white space of the SAML response; Adobe publishes
        ///     `Normalization.cookbook`.
        public init(
            domainName: String? = nil, redirectURL: String? = nil,
            normalization: Normalization = .cookbook
        ) {
            self.domainName = domainName
            self.redirectURL = redirectURL
            self.normalization = normalization
        }
    }

    let client: Pass.Client
    let account: any SubscriberAccount
    let clock: any Pass.Clock
    let delegate: any SignOnDelegate
    let settings: Settings
    let memory: (any Pass.SignOnMemory)?

    /// Creates a driver.
    ///
    /// - Parameters:
    ///   - client: What calls Adobe Pass.
    ///   - account: What answers for the TV provider account of the system.
    ///   - clock: What tells the time and waits between two polls.
    ///   - delegate: What shows things and lets the user choose.
    ///   - settings: What calls need beside what the flow knows.
    ///   - memory: What remembers the user's TV provider; `nil` to begin without one each time.
    public init(
        client: Pass.Client, account: any SubscriberAccount, clock: any Pass.Clock,
        delegate: any SignOnDelegate, settings: Settings = Settings(),
        memory: (any Pass.SignOnMemory)? = nil
    ) {
        self.client = client
        self.account = account
        self.clock = clock
        self.delegate = delegate
        self.settings = settings
        self.memory = memory
    }

    /// Signs on and obtains a media token.
    ///
    /// The session parameters of the options are cut down to those that the settings have. In v2,
    /// options that name no MVPD get the remembered one, and the MVPD of the media token is
    /// remembered, unless it stands for temporary access.
    ///
    /// - Parameters:
    ///   - api: The version of Adobe's API.
    ///   - options: What can be chosen about the sign-on, the resource among it.
    /// - Returns: How it ended.
    public func signOn(api: SignOnFlow.API, options: SignOnFlow.Options) async -> Result {
        var options = options
        if settings.domainName == nil { options.sessionParameters.remove(.domainName) }
        if settings.redirectURL == nil { options.sessionParameters.remove(.redirectURL) }
        if api == .v2, options.rememberedMVPD == nil {
            options.rememberedMVPD = await rememberedMVPD()
        }
        let result = await run(SignOnFlow(api: api, options: options), beginning: .signOnRequested)
        if api == .v2, case .mediaToken(let token) = result.outcome,
            token.profile?.type != .temporary, let mvpd = token.profile?.mvpd ?? token.mvpd
        {
            await remember(mvpd)
        }
        return result
    }

    /// Signs out; call it only when the user wants it.
    ///
    /// - Parameters:
    ///   - api: The version of Adobe's API.
    ///   - platform: The system of the device.
    ///   - mvpd: The MVPD of the profile, without which v2 cannot sign out.
    /// - Returns: How it ended.
    public func signOut(
        api: SignOnFlow.API, platform: Pass.Platform, mvpd: Pass.MVPDIdentifier?
    ) async -> Result {
        let result = await run(
            SignOnFlow(api: api, options: SignOnFlow.Options(platform: platform, resource: "")),
            beginning: .signOutRequested(mvpd))
        if api == .v2, case .signedOut = result.outcome { await remember(nil) }
        return result
    }

    private func run(_ start: SignOnFlow, beginning: SignOnFlow.Event) async -> Result {
        let end = CallDeadline.endOfRun(within: settings.deadline, clock: clock)
        let result = await CallDeadline.$ofRun.withValue(end) {
            await run(start, beginning: beginning, until: end)
        }
        client.exchange.sender.meter.countSignOn(api: start.api, outcome: result.outcome.name)
        return result
    }

    private func run(
        _ start: SignOnFlow, beginning: SignOnFlow.Event, until end: Pass.Timestamp
    ) async -> Result {
        var flow = start
        var event = beginning
        var arrows: [SignOnFlow.Arrow] = []
        var findings = Findings()
        while true {
            let step = flow.step
            if Task.isCancelled {
                return Result(
                    outcome: failed(.callFailed, at: step, Pass.ExchangeError(.cancelled)),
                    arrows: arrows)
            }
            let transition: SignOnFlow.Transition
            if end <= clock.now(), !flow.step.isEnd {
                return Result(
                    outcome: failed(.timeIsUp, at: step, findings.error), arrows: arrows)
            }
            flow.serverClockOffset = await client.exchange.sender.serverTime.offset
            do throws(SignOnFlow.UnexpectedEvent) {
                transition = try flow.handle(event, at: clock.now())
            } catch {
                // A sign-out of v2 without an MVPD is all that comes here: the client's argument.
                let exchange =
                    findings.error ?? Pass.ExchangeError(.invalidArgument, subject: "the MVPD")
                return Result(outcome: failed(.callFailed, at: step, exchange), arrows: arrows)
            }
            arrows += transition.arrows
            for arrow in transition.arrows {
                await delegate.signOn(observed: .finished(arrow))
            }
            if case .finish(let ending) = transition.effect {
                findings.profile = flow.context.profile
                return Result(
                    outcome: outcome(of: ending, at: step, findings), arrows: arrows)
            }
            await delegate.signOn(observed: .started(flow.step))
            findings.error = nil
            event = await perform(transition.effect, in: flow, &findings)
        }
    }

    private func outcome(
        of ending: SignOnFlow.Ending, at step: SignOnFlow.Step, _ findings: Findings
    ) -> Outcome {
        switch ending {
        case .mediaToken(let mvpd):
            guard let token = findings.token(mvpd: mvpd) else {
                return failed(.unusableAnswer, at: step)
            }
            return .mediaToken(token)
        case .fallback(let abandonment): return .fallback(abandonment)
        case .failed(let reason):
            return failed(
                reason, at: step, findings.error,
                denial: reason == .denied
                    ? findings.decision?.error ?? findings.error?.enhanced : nil)
        case .signedOut: return .signedOut
        }
    }

    private func failed(
        _ reason: SignOnFlow.Failure, at step: SignOnFlow.Step,
        _ exchange: Pass.ExchangeError? = nil, denial: Pass.EnhancedError? = nil
    ) -> Outcome {
        .failed(Failure(reason: reason, step: step, exchange: exchange, denial: denial))
    }

    /// The results of calls that the flow does not decide on.
    struct Findings {
        /// The error of the last call.
        var error: Pass.ExchangeError?
        /// The number of times that an authorization may still be requested: once, and three times
        /// more.
        var authorizationAttempts = 4
        /// v2: the profile that the decision was made for.
        var profile: SignOnFlow.Profile?
        /// v2: the last decision about the resource.
        var decision: RESTv2.Decision?
        /// v1: the authorization.
        var authorization: RESTv1.Authorization?
        /// v1: the media token.
        var mediaToken: RESTv1.MediaToken?

        /// The media token there is.
        func token(mvpd: Pass.MVPDIdentifier?) -> MediaToken? {
            if let mediaToken {
                guard !mediaToken.serializedToken.isEmpty else { return nil }
                return MediaToken(
                    serializedToken: mediaToken.serializedToken,
                    mvpd: mediaToken.mvpd ?? authorization?.mvpd ?? mvpd,
                    notAfter: mediaToken.expires, decision: nil, authorization: authorization,
                    profile: nil)
            }
            guard let decision, let token = decision.token, !token.serializedToken.isEmpty else {
                return nil
            }
            return MediaToken(
                serializedToken: token.serializedToken, mvpd: decision.mvpd ?? mvpd,
                notAfter: token.notAfter, decision: decision, authorization: nil, profile: profile)
        }
    }
}
