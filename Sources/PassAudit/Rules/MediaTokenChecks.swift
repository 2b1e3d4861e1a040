/// Media tokens, and signing out.
extension Rule {
    static let mediaTokens: [Rule] = [
        Rule(
            .mediaTokenVerified, .recommended, .rows(["R7"]),
            notVisible: "Media tokens go to your own servers, never back to Adobe.",
            answers: [.authorize], when: { $0.has(.authorize) },
            fold: AtReport(judge: mediaTokenVerified)),
        Rule(
            .mediaTokenUsedInTime, .mandatory, .page("Media Tokens"),
            notVisible: "Media tokens go to your own servers, never back to Adobe.",
            needs: [.times], answers: [.authorize],
            when: { $0.has(.authorize) }, fold: AtReport(judge: usedInTime)),
        Rule(
            .mediaTokenUsedOnce, .mandatory, .page("Media Tokens"),
            notVisible: "Media tokens go to your own servers, never back to Adobe.",
            needs: [.times], answers: [.authorize],
            when: { $0.has(.authorize) }, fold: AtReport(judge: usedOnce)),
    ]

    @Sendable private static func mediaTokenVerified(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let end = Double(traffic.all.last?.end ?? 0) / 1e6
        for token in traffic.mediaTokens {
            if !token.uses.isEmpty {
                verdict.judged()
                continue
            }
            let permitted = token.permit.endSeconds
            let playback = traffic.playbacks.first {
                $0.seconds >= permitted && $0.seconds - permitted <= 900
            }
            if let playback {
                verdict.judged()
                verdict.add(
                    .likely,
                    "playback began \(RuleWords.seconds(playback.seconds - permitted)) after the "
                        + "permit, and the media token was sent to no server in the capture",
                    [token.permit])
            } else if traffic.options.playback.isEmpty, traffic.hasTimes, end - permitted >= 300 {
                verdict.missing = .noPlayback
                verdict.add(
                    .noted, "the media token was sent to no server in the capture",
                    [token.permit])
            } else {
                verdict.missing = .noPlayback
            }
        }
        return verdict
    }

    @Sendable private static func usedInTime(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for token in traffic.mediaTokens {
            guard let use = token.uses.first else {
                verdict.missing = .noPlayback
                continue
            }
            let seconds = Double(use.start ?? 0) / 1e6
            let end: Double
            if traffic.clockOffset != nil, let notAfter = token.notAfter {
                end = Double(notAfter) / 1000 - (traffic.clockOffset ?? 0) + 5
            } else if let life = token.life {
                end = token.permit.endSeconds + life + 60
            } else {
                continue
            }
            verdict.judged()
            guard seconds > end else { continue }
            verdict.add(
                "the media token was first used \(RuleWords.seconds(seconds - end + 5)) after its "
                    + "end", exchanges: [use], context: [token.permit.exchange])
        }
        return verdict
    }

    @Sendable private static func usedOnce(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for token in traffic.mediaTokens {
            guard !token.uses.isEmpty else {
                verdict.missing = .noPlayback
                continue
            }
            verdict.judged()
            // A manifest that is read again and again carries its token each time.
            let uses = token.uses.filter { !$0.isPlayback }
            var firsts: [HashedText: AuditedExchange] = [:]
            var again: [AuditedExchange] = []
            for use in uses {
                guard let first = firsts[use.place] else {
                    if use.isSuccess { firsts[use.place] = use }
                    continue
                }
                if (use.start ?? 0) - (first.end ?? 0) > 60_000_000 { again.append(use) }
            }
            let starts = traffic.playbacks.filter { playback in
                token.uses.contains { $0 === playback.exchange }
            }
            let places = Set(starts.map(\.exchange.place))
            if places.count > 1 { again += starts.dropFirst().map(\.exchange) }
            guard let second = again.first else { continue }
            let first = firsts[second.place] ?? token.uses[0]
            verdict.add(
                "the media token was used again \(RuleWords.seconds(Double((second.start ?? 0) - (first.end ?? 0)) / 1e6))"
                    + " after its first use", exchanges: again,
                context: [token.permit.exchange, first])
        }
        return verdict
    }
}
