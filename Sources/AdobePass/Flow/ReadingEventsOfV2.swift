extension SignOnFlow {
    /// Returns the condition of the arrow that an event takes from a step of v2.
    mutating func conditionInV2(
        of event: Event, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition? {
        switch (step, event) {
        case (.v2Registration, .registered):
            context.registersAgain = false
            return .registered
        case (.v2PartnerStatus, .account(let answer)):
            return condition(ofAnswer: answer, at: now, test: .futureIfAvailable)
        case (.v2Profiles, .profiles(let profiles)):
            return condition(ofProfiles: profiles)
        case (.v2ProfileChoice, .profileChosen(let mvpd)):
            guard let profile = context.profiles.first(where: { $0.mvpd == mvpd }) else {
                return nil
            }
            context.profile = profile
            return .profileFound
        case (.v2Configuration, .configuration(let providers)):
            context.providers = providers
            context.triedPartner = true
            return pickerProviders.supported.isEmpty ? .noProviderTakesPart : .pickerNeeded
        case (.v2SystemPicker, .account(let answer)):
            return condition(ofPick: answer, at: now, test: .futureIfAvailable)
        case (.v2PartnerSession, .session(let answer)):
            return condition(ofPartnerSession: answer, at: now, transit: &transit)
        case (.v2SAMLResponse, .account(let answer)):
            return condition(ofResponseV2: answer, at: now, transit: &transit)
        case (.v2PartnerProfile, .profiles(let profiles)):
            return condition(ofPartnerProfile: profiles)
        case (.v2Session, .session(let answer)), (.v2Resume, .session(let answer)):
            return condition(ofSession: answer, at: now, transit: &transit)
        case (.v2Poll, .profiles(let profiles)):
            guard let profile = Self.longest(of: profiles) else {
                return condition(ofVainPoll: .noProfile, at: now, transit: &transit)
            }
            context.profile = profile
            return .profileFound
        case (.v2DecisionStatus, .account(let answer)):
            return condition(ofDecisionStatus: answer, at: now, transit: &transit)
        case (.v2Preauthorize, .preauthorized):
            context.isPreauthorized = true
            return .preauthorized
        case (.v2Authorize, .decision(permitted: true)): return .permitted
        case (.v2Authorize, .decision(permitted: false)):
            transit.failure = .denied
            return .denied
        case (.v2Logout, .logout(let action, let url)):
            return condition(ofLogout: action, url: url, transit: &transit)
        default: return nil
        }
    }

    /// The server omits expired profiles, and the device's clock knows no better.
    private mutating func condition(ofProfiles profiles: [Profile]) -> Condition {
        // Asked about one MVPD, the server has nothing to say about another.
        let usable = profiles.filter { profile in
            options.rememberedMVPD.map { $0 == profile.mvpd } ?? true
        }
        if options.choosesAmongProfiles, usable.count > 1 {
            context.profiles = usable
            return .severalProfiles
        }
        context.profile = Self.longest(of: usable)
        return context.profile == nil ? .noProfile : .profileFound
    }

    private mutating func condition(ofPartnerProfile profiles: [Profile]) -> Condition {
        if let profile = Self.longest(of: profiles.filter { $0.type == .appleSSO }) {
            context.profile = profile
            return .appleProfile
        }
        context.profile = Self.longest(of: profiles)
        return context.profile == nil ? .noProfile : .otherProfile
    }

    /// The profile that is valid the longest; among equals the first by its MVPD.
    private static func longest(of profiles: [Profile]) -> Profile? {
        profiles.max { left, right in
            left.notAfter != right.notAfter
                ? left.notAfter < right.notAfter
                : right.mvpd.rawValue.utf8.lexicographicallyPrecedes(left.mvpd.rawValue.utf8)
        }
    }

    private mutating func condition(
        ofDecisionStatus answer: PlatformSSO.Answer, at now: Pass.Timestamp,
        transit: inout Transit
    ) -> Condition {
        if condition(ofAnswer: answer, at: now, test: .future) == .signedIn { return .statusValid }
        context.profile = nil
        transit.failure = .statusNotValid
        guard context.triedPartner else { return .statusNotValid }
        return context.triedBasic ? .statusNeverValid : .statusStillNotValid
    }

    private func condition(
        ofLogout action: RESTv2.LogoutActionName, url: String?, transit: inout Transit
    ) -> Condition {
        switch action {
        case .partnerLogout: return .partnerLogout
        case .logout:
            guard let url, options.platform == .iOS else { return .skippedLogout }
            transit.logoutURL = url
            return .interactiveLogout
        case .invalid: return .invalidLogout
        default: return .completeLogout
        }
    }
}
