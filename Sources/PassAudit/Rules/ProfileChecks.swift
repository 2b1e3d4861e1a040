/// Profiles.
extension Rule {
    static let profiles: [Rule] = [
        Rule(
            .profilesCached, .mandatory, .rows(["M9"]), needs: [.times, .headers],
            answers: [.profiles, .profile],
            when: { $0.has(.profiles, .profile) }, judge: profilesCached),
        Rule(
            .profilesMultipleHandled, .recommended, .rows(["R4"]), needs: [.headers],
            answers: [.profiles, .profile, .poll], when: { $0.has(.profiles) },
            judge: multipleHandled),
    ]

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

    @Sendable private static func profilesCached(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            verdict.judged()
            var last: (read: Read, call: AuditedCall)?
            var isExcused = true
            var needless: [(call: AuditedCall, former: AuditedCall)] = []
            var beforeDecisions: [AuditedCall] = []
            var decisions = 0
            var former: AuditedCall?
            for call in history.calls {
                switch call.endpoint {
                case .profiles?, .profile?:
                    let read = Read(call)
                    if call.isSuccess, !read.profiles.isEmpty, let known = last,
                        known.read.profiles == read.profiles, !isExcused,
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
                case .sessions?, .partnerSession?, .partnerProfile?, .poll?, .logout?:
                    isExcused = true
                default: break
                }
                if call.error?.isAuthentication == true
                    || call.decisions?.contains(where: { $0.error?.isAuthentication == true })
                        == true
                {
                    isExcused = true
                }
                former = call
            }
            report(needless, beforeDecisions, decisions, &verdict)
        }
        return verdict
    }

    private static func report(
        _ needless: [(call: AuditedCall, former: AuditedCall)], _ beforeDecisions: [AuditedCall],
        _ decisions: Int, _ verdict: inout Verdict
    ) {
        let isDense = needless.indices.contains { index in
            index + 2 < needless.count
                && needless[index + 2].call.seconds - needless[index].call.seconds <= 300
        }
        if isDense {
            let gaps = needless.map { $0.call.seconds - $0.former.seconds }
            verdict.add(
                .likely,
                "the same profile was read again \(needless.count) times, \(RuleWords.gaps(gaps))",
                needless.map(\.call), context: [needless[0].former])
            return
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

    @Sendable private static func multipleHandled(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let temporary = traffic.temporaryMVPDs
        for history in traffic.histories {
            for (position, call) in history.calls.enumerated() {
                guard call.isSuccess, let profiles = call.profiles else { continue }
                let now = Int64(traffic.serverTime(call.endSeconds))
                let usable = profiles.filter { $0.notAfter.map { $0 > now } ?? true }
                guard usable.count >= 2 else { continue }
                verdict.judged()
                let next = history.calls[(position + 1)...].first { later in
                    later.endpoint?.isDecision == true || later.endpoint == .sessions
                        || later.endpoint == .authenticate || later.endpoint?.givesProfiles == true
                }
                guard let next, next.endpoint?.givesProfiles != true else { continue }
                let names = usable.map(\.mvpd)
                if next.endpoint?.isDecision == true {
                    guard let mvpd = next.mvpd, !names.contains(mvpd), !temporary.contains(mvpd)
                    else { continue }
                }
                verdict.add(
                    .likely,
                    "there were profiles of \(names.joined(separator: ", ")), and "
                        + "\(next.path) was called next", [next], context: [call])
            }
        }
        return verdict
    }
}

extension Traffic {
    /// The MVPDs that a configuration or an answer shows as temporary access.
    var temporaryMVPDs: Set<String> {
        var found: Set<String> = []
        for call in v2 {
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
