/// Devices and their addresses.
extension Rule {
    static let devices: [Rule] = [
        Rule(
            .headersRealDevice, .mandatory, .rows(["M17", "M18"]), needs: [.headers],
            when: { $0.architecture == .server && !$0.v2.isEmpty }, judge: realDevice),
        Rule(
            .headersDeviceIdentifierStable, .mandatory, .rows(["M19"]), needs: [.headers],
            when: { !$0.v2.isEmpty },
            judge: deviceIdentifierStable),
        Rule(
            .headersForwardedFor, .mandatory, .page("Throttling Mechanism"), needs: [.headers],
            when: { $0.architecture == .server && !$0.v2.isEmpty }, judge: forwardedFor),
    ]

    @Sendable private static func realDevice(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let calls = traffic.v2.filter { $0.fields.device != nil }
        for calls in Dictionary(grouping: calls, by: { $0.fields.device?.hash }).values
            .sorted(by: { $0[0].index < $1[0].index })
        {
            verdict.judged()
            var turns: [String: Int] = [:]
            var last: String?
            for call in calls {
                guard let address = call.fields.forwardedFor, address != last else { continue }
                turns[address, default: 0] += 1
                last = address
            }
            // A device that changes networks does not change back and forth.
            let returning = turns.values.count { $0 > 1 }
            guard turns.count >= 2, returning >= 1 else { continue }
            verdict.add(
                .likely,
                "one device identifier is sent for \(turns.count) addresses in turn", calls)
        }
        let servers = traffic.v2.filter { $0.fields.information?.isServerSystem == true }
        let addresses = Set(servers.compactMap(\.fields.forwardedFor))
        if addresses.count >= 2 {
            verdict.add(
                .likely,
                "X-Device-Info names the system of a server for \(addresses.count) addresses",
                servers)
        }
        return verdict
    }

    @Sendable private static func deviceIdentifierStable(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        // Servers call for many devices, one after the other.
        guard traffic.architecture == .client else { return verdict }
        let calls = traffic.v2.filter { $0.fields.device != nil && $0.app != nil }
        for calls in Dictionary(grouping: calls, by: \.app).values
            .sorted(by: { $0[0].index < $1[0].index })
        {
            verdict.judged()
            var order: [HashedText] = []
            for call in calls {
                guard let device = call.fields.device?.hash, order.last != device else { continue }
                order.append(device)
            }
            guard order.count >= 2, Set(order).count == order.count,
                let next = calls.first(where: { $0.fields.device?.hash == order[1] }),
                let former = calls.last(where: { $0.fields.device?.hash == order[0] })
            else { continue }
            let before = profileWords(calls.last { $0.index < next.index && $0.profiles != nil })
            let after = profileWords(calls.first { $0.index >= next.index && $0.profiles != nil })
            verdict.add(
                "the app sent the identifier \(order[0]), and from here on \(order[1]); profiles "
                    + "before: \(before), after: \(after)", [next], context: [former])
        }
        // Without a known app, one device's information and address stand for it.
        let anonymous = traffic.v2.filter {
            $0.fields.device != nil && $0.app == nil && $0.fields.information != nil
                && $0.client != nil
        }
        for calls in Dictionary(
            grouping: anonymous,
            by: { "\($0.fields.information?.hash.description ?? "") \($0.client ?? "")" }
        ).values.sorted(by: { $0[0].index < $1[0].index }) {
            verdict.judged()
            let turns = deviceTurns(calls)
            guard turns.count >= 2, turns.values.allSatisfy({ $0 == 1 }),
                let next = calls.first(where: {
                    $0.fields.device?.hash != calls[0].fields.device?.hash
                })
            else { continue }
            verdict.add(
                .likely, "one device's address and information came with two identifiers", [next],
                context: [calls[0]])
        }
        return verdict
    }

    private static func profileWords(_ call: AuditedCall?) -> String {
        guard let profiles = call?.profiles else { return "not asked for" }
        return profiles.isEmpty ? "none" : RuleWords.list(profiles.map(\.mvpd))
    }

    @Sendable private static func forwardedFor(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var (absent, own): ([AuditedCall], [AuditedCall]) = ([], [])
        var devices: [String: Set<HashedText>] = [:]
        let calls = traffic.calls.filter {
            $0.isRegistration || $0.isV2 && $0.endpoint != .authenticate
        }
        for call in calls where call.fields.isRecorded && !call.fields.isBrowser {
            verdict.judged()
            guard let address = call.fields.forwardedFor else {
                absent.append(call)
                continue
            }
            if isPrivate(address) { own.append(call) }
            if let device = call.fields.device?.hash {
                devices[address, default: []].insert(device)
            }
        }
        if !absent.isEmpty {
            verdict.add(
                .likely,
                "X-Forwarded-For is missing from \(absent.count) of "
                    + "\(RuleWords.count(calls.count, "call")) of a server", absent)
        }
        if !own.isEmpty {
            verdict.add(
                .likely,
                "X-Forwarded-For has a private address in \(RuleWords.count(own.count, "call"))",
                own)
        }
        if let (address, found) = devices.max(by: { $0.value.count < $1.value.count }),
            found.count >= 5, !isPrivate(address)
        {
            verdict.add(
                .likely, "X-Forwarded-For has one address for \(found.count) devices",
                calls.filter { $0.fields.forwardedFor == address })
        }
        return verdict
    }

    /// Returns whether an address is a private or a loopback one.
    private static func isPrivate(_ address: String) -> Bool {
        let parts = address.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 4 else {
            let text = address.lowercased()
            return text == "::1" || text.hasPrefix("fc") || text.hasPrefix("fd")
                || text.hasPrefix("fe80")
        }
        return parts[0] == 10 || parts[0] == 127 || parts[0] == 192 && parts[1] == 168
            || parts[0] == 172 && (16...31).contains(parts[1])
            || parts[0] == 169 && parts[1] == 254
    }
}
