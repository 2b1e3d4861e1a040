extension SignOnFlow {
    /// Returns the condition of the arrow that an event takes from the step, `nil` if the step does
    /// not wait for it.
    mutating func condition(
        of event: Event, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition? {
        switch (step, event) {
        case (_, .signOnRequested): return listed(.signOnRequested)
        case (_, .codeShown): return listed(.codeShown)
        case (_, .browserClosed): return listed(.browserClosed)
        case (_, .newCodeRequested): return listed(.newCodeRequested)
        case (_, .acknowledged): return listed(.acknowledged)
        case (_, .dismissed): return listed(.dismissed)
        case (.v1Start, .signOutRequested(let mvpd)), (.v2Start, .signOutRequested(let mvpd)):
            guard mvpd != nil || api == .v1 else { return nil }
            context.mvpd = mvpd
            return .signOutRequested
        case (.v1ProviderChoice, .mvpdChosen(let mvpd)),
            (.v2ProviderChoice, .mvpdChosen(let mvpd)):
            return condition(ofChoice: mvpd)
        case (.v1Wait, .waited), (.v2Wait, .waited):
            return condition(ofVainPoll: .intervalPassed, at: now, transit: &transit)
        case (_, .failed(let failure)):
            return condition(of: failure, at: now, transit: &transit)
        default:
            return api == .v1
                ? conditionInV1(of: event, at: now, transit: &transit)
                : conditionInV2(of: event, at: now, transit: &transit)
        }
    }

    /// Returns the condition of the arrow that the user's choice takes; a temporary pass needs no
    /// session.
    private mutating func condition(ofChoice mvpd: Pass.MVPDIdentifier) -> Condition {
        context.mvpd = mvpd
        defer { context.choosesForSession = false }
        let provider = context.providers?.first { $0.id == mvpd }
        guard provider?.isTempPass == true else {
            context.isTemporary = false
            return context.choosesForSession ? .mvpdChosenForSession : .mvpdChosen
        }
        context.isTemporary = true
        if api == .v2 {
            context.profile = Profile(
                mvpd: mvpd, type: .temporary, notAfter: Pass.Timestamp(milliseconds: .max))
        }
        return .temporaryAccessChosen
    }

    /// The condition, if the step has an arrow for it: of events that mean the same everywhere, it
    /// waits for those that have one.
    func listed(_ condition: Condition) -> Condition? {
        Self.targets[api]?[step]?[condition] == nil ? nil : condition
    }

    /// Returns the condition of the arrow that a poll without success takes.
    mutating func condition(
        ofVainPoll condition: Condition, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition {
        guard hasExpiredCode(at: now) else { return condition }
        transit.abandonment = .codeExpired
        return .codeExpired
    }

    func hasExpiredCode(at now: Pass.Timestamp) -> Bool {
        guard let end = context.activation?.notAfter else { return false }
        return end < now
    }
}
