extension SignOnFlow {
    /// Returns the condition of the arrow that a failed call takes from the step, `nil` if the step
    /// makes no call.
    mutating func condition(
        of failure: CallFailure, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition? {
        if failure == .clientUnknown, listed(.clientUnknown) != nil, mayStill(.registration) {
            // Profiles, sessions and codes belonged to the client that is gone.
            context = Context(done: context.done, registersAgain: true)
            return .clientUnknown
        }
        switch (step, failure) {
        case (.v1Poll, .odd), (.v2Poll, .odd):
            // Somebody in between may have answered; for ever it is the server.
            context.oddPolls += 1
            guard context.oddPolls <= 3 else { return .callFailed }
            return condition(ofVainPoll: .unanswered, at: now, transit: &transit)
        case (.v1Poll, .transient), (.v2Poll, .transient):
            return condition(ofVainPoll: .unanswered, at: now, transit: &transit)
        case (.v2Poll, .codeUnknown):
            if hasExpiredCode(at: now) || !mayStill(.code) {
                transit.abandonment = .codeExpired
                return .codeExpired
            }
            return .codeUnknown
        case (.v2Session, .mvpdRefused), (.v1FreePreview, .mvpdRefused):
            guard context.providers != nil, mayStill(.mvpd) else { return .callFailed }
            context.mvpd = nil
            return .mvpdRefused
        case (.v2Resume, _): return conditionOfFailedResume(failure)
        case (.v2Preauthorize, .statusRefused) where asksAgain(): return .statusRefused
        case (.v2Preauthorize, _):
            context.isPreauthorized = true
            return .callFailed
        case (.v2Authorize, .statusRefused):
            if asksAgain() { return .statusRefused }
            return conditionOfStatusNeverAccepted()
        case (.v2Authorize, .signInNeeded), (.v2Authorize, .deniedUntilSignIn):
            return conditionOfSignInAgain(failure, transit: &transit)
        case (.v1MediaToken, .authorizationNeeded) where mayStill(.decision):
            return .authorizationNeeded
        case (.v1Authorize, .signInNeeded), (.v1Authorize, .deniedUntilSignIn),
            (.v1MediaToken, .signInNeeded), (.v1MediaToken, .deniedUntilSignIn):
            if mayStill(.decision) { return .signInNeeded }
            // What Apple's sign-on gave was refused twice.
            return context.triedBasic ? denial(failure, transit: &transit) : .signInNeededElsewhere
        default: return listed(.callFailed)
        }
    }

    /// A session that could not be completed is given up for a new one, or left to the second
    /// screen.
    private mutating func conditionOfFailedResume(_ failure: CallFailure) -> Condition {
        if !context.triedBasic || (failure == .codeUnknown && mayStill(.code)) {
            return .sessionAbandoned
        }
        return options.platform == .tvOS && failure != .codeUnknown
            ? .parametersElsewhere : .callFailed
    }

    /// After a profile of Apple's the partner authentication comes first, unless it gave the
    /// profile.
    private mutating func conditionOfSignInAgain(
        _ failure: CallFailure, transit: inout Transit
    ) -> Condition {
        guard let profile = context.profile, mayStill(.decision) else {
            return denial(failure, transit: &transit)
        }
        // A temporary access that is used up is not to be signed in with again.
        context.mvpd = profile.type == .temporary ? nil : profile.mvpd
        context.profile = nil
        context.triedBasic = false
        if profile.type == .regular || context.triedPartner {
            return context.providers == nil && context.mvpd == nil
                ? .signInNeeded : .signInNeededElsewhere
        }
        return .signInNeeded
    }

    private func denial(_ failure: CallFailure, transit: inout Transit) -> Condition {
        guard failure == .deniedUntilSignIn else { return .callFailed }
        transit.failure = .denied
        return .denied
    }

    /// A profile of Apple's whose status is refused for good leaves the basic authentication.
    private mutating func conditionOfStatusNeverAccepted() -> Condition {
        guard let profile = context.profile, profile.type == .appleSSO, !context.triedBasic else {
            return .callFailed
        }
        context.mvpd = profile.mvpd
        context.profile = nil
        return .signInNeededElsewhere
    }

    /// Returns whether to ask for a decision again with a fresh status: once, for a profile that
    /// needs one.
    private mutating func asksAgain() -> Bool {
        guard context.profile?.type == .appleSSO, mayStill(.decision) else { return false }
        context.status = nil
        return true
    }
}
