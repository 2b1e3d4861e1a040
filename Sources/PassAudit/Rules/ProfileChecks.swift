/// Profiles.
extension Rule {
    static let profiles: [Rule] = [
        Rule(
            .profilesCached, .mandatory, .rows(["M9"]), needs: [.times, .headers],
            answers: [.profiles, .profile],
            when: { $0.has(.profiles, .profile) }, fold: EachHistory(ProfilesCached.self)),
        Rule(
            .profilesMultipleHandled, .recommended, .rows(["R4"]), needs: [.headers],
            answers: [.profiles, .profile, .poll], when: { $0.has(.profiles) },
            fold: EachHistory(MultipleHandled.self)),
    ]

}

private struct ProfilesCached: HistoryState {
    /// The arguments of a profile call, and its result.
    private struct Read: Equatable {
        let status: HashedText?
        let service: HashedText?
        let subject: HashedText?
        let profiles: [String]

        init(_ call: AuditedCall) {
            status = call.fields.status?.hash
            service = call.fields.serviceToken?.hash
            subject = call.fields.subjectToken?.hash
            profiles = (call.profiles ?? []).map { "\($0.mvpd) \($0.notAfter ?? 0)" }
        }
    }

    private var last: (read: Read, call: AuditedCall)?
    private var isExcused = true
    private var needless: [(call: AuditedCall, former: AuditedCall)] = []
    private var beforeDecisions: [AuditedCall] = []
    private var decisions = 0
    private var former: AuditedCall?

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        defer { former = call }
        switch call.endpoint {
        case .profiles?, .profile?:
            let read = Read(call)
            if call.isSuccess, !read.profiles.isEmpty, let known = last, !isExcused,
                known.read == read, known.call.launch == call.launch,
                call.seconds - known.call.endSeconds < 300
            {
                needless.append((call, known.call))
            }
            last = (read, call)
            isExcused = false
        case .authorize?:
            isExcused = true
            decisions += 1
            if let former, former.endpoint == .profiles || former.endpoint == .profile {
                beforeDecisions.append(former)
            }
        case .sessions?, .partnerSession?, .partnerProfile?, .poll?, .logout?: isExcused = true
        default: break
        }
        if call.error?.isAuthentication == true
            || call.decisions?.contains(where: { $0.error?.isAuthentication == true }) == true
        {
            isExcused = true
        }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        verdict.judged()
        let isDense = zip(needless, needless.dropFirst(2)).contains {
            $1.call.seconds - $0.call.seconds <= 300
        }
        if isDense {
            let gaps = needless.map { $0.call.seconds - $0.former.seconds }
            return verdict.add(
                .likely,
                "the same profile was read again \(needless.count) times, \(RuleWords.gaps(gaps))",
                needless.map(\.call), context: [needless[0].former])
        }
        let answers = Set(beforeDecisions.map { Read($0).profiles })
        guard beforeDecisions.count >= 3, beforeDecisions.count * 5 >= decisions * 4,
            answers.count == 1, answers.first?.isEmpty == false
        else { return }
        verdict.add(
            .likely,
            "the same profile was read before \(beforeDecisions.count) of \(decisions) "
                + "authorizations", beforeDecisions)
    }
}

private struct MultipleHandled: HistoryState {
    /// An answer with several profiles, and the call that should have used one of them.
    private struct Choice {
        let call: AuditedCall
        let mvpds: [String]
        var next: AuditedCall?
    }

    private var open: Choice?
    private var choices: [Choice] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        let givesProfiles = call.endpoint?.givesProfiles == true
        if givesProfiles || call.endpoint?.isDecision == true || call.endpoint == .sessions
            || call.endpoint == .authenticate
        {
            if var choice = open, !givesProfiles {
                choice.next = call
                choices.append(choice)
            }
            open = nil
        }
        guard call.isSuccess, let profiles = call.profiles else { return }
        let now = Int64(traffic.serverTime(call.endSeconds))
        let usable = profiles.filter { $0.notAfter.map { $0 > now } ?? true }
        guard usable.count >= 2 else { return }
        verdict.judged()
        open = Choice(call: call, mvpds: usable.map(\.mvpd))
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for choice in choices {
            guard let next = choice.next else { continue }
            if next.endpoint?.isDecision == true {
                guard let mvpd = next.mvpd, !choice.mvpds.contains(mvpd),
                    !traffic.temporaryMVPDs.contains(mvpd)
                else { continue }
            }
            verdict.add(
                .likely,
                "there were profiles of \(choice.mvpds.joined(separator: ", ")), and "
                    + "\(next.path) was called next", [next], context: [choice.call])
        }
    }
}

extension Traffic {
    /// Returns the MVPDs that a configuration or an answer shows as temporary access.
    static func temporaryMVPDs(_ calls: [AuditedCall]) -> Set<String> {
        var found: Set<String> = []
        for call in calls {
            if let configuration = call.configuration { found.formUnion(configuration.temporary) }
            for profile in call.profiles ?? [] where profile.type == "temporary" {
                found.insert(profile.mvpd)
            }
            for decision in call.decisions ?? [] where decision.source == "temppass" {
                call.mvpd.map { _ = found.insert($0) }
            }
            if call.session?.reason == "temporary", let mvpd = call.session?.mvpd {
                found.insert(mvpd)
            }
        }
        return found
    }
}
