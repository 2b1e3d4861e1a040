extension SignOnFlow {
    /// Which arrow an event takes from the step, `nil` if the step does not wait for it.
    mutating func condition(
        of event: Event, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition? {
        switch step {
        case .v1Start, .v2Start:
            switch event {
            case .signOnRequested: return .signOnRequested
            case .signOutRequested(let mvpd):
                guard mvpd != nil || api == .v1 else { return nil }
                context.mvpd = mvpd
                return .signOutRequested
            default: return nil
            }
        case .v1ProviderChoice, .v2ProviderChoice: return condition(ofChoice: event)
        case .v1SecondScreen, .v2SecondScreen:
            switch event {
            case .codeShown: return .codeShown
            case .dismissed: return .dismissed
            default: return nil
            }
        case .v1Browser, .v2Browser:
            switch event {
            case .browserClosed: return .browserClosed
            case .dismissed: return .dismissed
            case .failed: return .callFailed
            default: return nil
            }
        case .v1Wait, .v2Wait:
            return condition(ofWaiting: event, at: now, transit: &transit)
        case .v1SettingsAdvice, .v2SettingsAdvice:
            return event == .acknowledged ? .acknowledged : nil
        default:
            return api == .v1
                ? conditionInV1(of: event, at: now, transit: &transit)
                : conditionInV2(of: event, at: now, transit: &transit)
        }
    }

    private mutating func condition(ofChoice event: Event) -> Condition? {
        switch event {
        case .mvpdChosen(let mvpd):
            context.mvpd = mvpd
            defer { context.choosesForSession = false }
            return context.choosesForSession ? .mvpdChosenForSession : .mvpdChosen
        case .dismissed: return .dismissed
        default: return nil
        }
    }

    private mutating func condition(
        ofWaiting event: Event, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition? {
        switch event {
        case .waited:
            guard hasExpiredCode(at: now) else { return .intervalPassed }
            transit.abandonment = .codeExpired
            return .codeExpired
        case .newCodeRequested: return .newCodeRequested
        case .dismissed: return .dismissed
        default: return nil
        }
    }

    /// Which arrow a poll without success takes.
    mutating func condition(
        ofVainPoll condition: Condition, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition {
        guard hasExpiredCode(at: now) else { return condition }
        transit.abandonment = .codeExpired
        return .codeExpired
    }

    private mutating func hasExpiredCode(at now: Pass.Timestamp) -> Bool {
        guard let activation = context.activation else { return false }
        guard let end = activation.notAfter else {
            // Without an end of its own it has the documented one, or polling would have none.
            context.activation?.notAfter = now.advanced(by: Options.lifetimeOfCode)
            return false
        }
        return end < now
    }
}
