/// The profiles that a device is known to have, from the calls so far.
struct ProfileMemory {
    /// A profile, and the call that showed it.
    struct Known {
        let profile: ProfileAnswer
        let call: AuditedCall
    }

    private(set) var known: [String: Known] = [:]

    /// Records what a call shows.
    mutating func note(_ call: AuditedCall) {
        if let error = call.error, error.isAuthentication { forget(call.mvpd) }
        for decision in call.decisions ?? [] where decision.error?.isAuthentication == true {
            forget(call.mvpd)
        }
        for logout in call.logouts ?? [] { known[logout.mvpd] = nil }
        guard let profiles = call.profiles, call.isSuccess else { return }
        switch call.endpoint {
        case .profiles: known = [:]
        case .profile: forget(call.mvpd)
        default: break
        }
        for profile in profiles { known[profile.mvpd] = Known(profile: profile, call: call) }
    }

    private mutating func forget(_ mvpd: String?) {
        if let mvpd { known[mvpd] = nil }
    }

    /// Returns the profiles that are still valid at a time of the server's clock, in milliseconds.
    func valid(at now: Double) -> [Known] {
        known.values.filter { $0.profile.notAfter.map { Double($0) > now } ?? true }
            .sorted { $0.profile.mvpd < $1.profile.mvpd }
    }

    /// Returns the valid profile of an MVPD.
    func valid(_ mvpd: String?, at now: Double) -> Known? {
        guard let mvpd, let found = known[mvpd] else { return nil }
        return found.profile.notAfter.map { Double($0) > now } ?? true ? found : nil
    }
}
