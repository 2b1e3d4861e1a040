/// What is left of REST API v1 in the traffic, and what has moved.
package struct Migration: Sendable {
    /// A call of v1 with its replacement.
    package struct Leftover: Sendable {
        package let call: String
        package let replacement: String
        package let count: Int
        /// The calls by day, `2026-01-15`.
        package let byDay: [(day: String, count: Int)]
        /// The calls by the app that makes them, as its user agent says.
        package let byApp: [(app: String, count: Int)]
    }

    package let leftovers: [Leftover]
    /// The purposes that calls of v2 serve in the traffic.
    package let migrated: Int
    /// The purposes that either version serves in the traffic.
    package let total: Int
    /// The number of calls of the SDKs.
    package let sdkCount: Int

    /// The purposes of calls: the endpoints of v2 and the calls of v1 for the same thing.
    private static let purposes: [(name: String, v2: Set<V2Call.Endpoint>, v1: Set<String>)] = [
        ("configuration", [.configuration], ["/api/v1/config/{requestor}"]),
        ("code", [.sessions], ["/reggie/v1/{requestor}/regcode"]),
        ("look at a code", [.readSession, .resume], ["/reggie/v1/{requestor}/regcode/{code}"]),
        ("authenticate", [.authenticate], ["/api/v1/authenticate"]),
        ("profiles", [.profiles], ["/api/v1/tokens/authn GET"]),
        ("profile of a provider", [.profile], ["/api/v1/checkauthn"]),
        ("result of a code", [.poll], ["/api/v1/checkauthn/{code}"]),
        ("user metadata", [], ["/api/v1/tokens/usermetadata"]),
        (
            "partner request", [.partnerSession],
            ["/api/v1/{requestor}/profile-requests/{mvpd}"]
        ),
        ("partner exchange", [.partnerProfile], ["/api/v1/tokens/authn POST"]),
        (
            "preauthorization", [.preauthorize],
            ["/api/v1/preauthorize", "/api/v1/preauthorize/{code}"]
        ),
        (
            "authorization", [.authorize],
            [
                "/api/v1/authorize", "/api/v1/tokens/authz", "/api/v1/tokens/media",
                "/api/v1/mediatoken",
            ]
        ),
        ("logout", [.logout], ["/api/v1/logout"]),
        ("free preview", [], ["/api/v1/authenticate/freepreview"]),
    ]

    /// Counts the calls of both versions.
    package init(_ traffic: Traffic) {
        var calls: [String: [AuditedCall]] = [:]
        var order: [String] = []
        for call in traffic.calls {
            guard let v1 = call.v1 else { continue }
            if calls[v1.name] == nil { order.append(v1.name) }
            calls[v1.name, default: []].append(call)
        }
        leftovers = order.map { name in
            let found = calls[name] ?? []
            return Leftover(
                call: name, replacement: found.first?.v1?.replacement ?? "", count: found.count,
                byDay: Self.counts(found) { call in
                    call.exchange.start.map { String(Evidence.time($0).prefix(10)) }
                        ?? "unknown day"
                },
                byApp: Self.counts(found) { $0.fields.userAgent ?? "unknown app" })
        }
        let endpoints = Set(traffic.v2.compactMap(\.endpoint))
        let paths = Set(
            traffic.calls.compactMap(\.v1).flatMap { [$0.path, "\($0.path) \($0.method)"] })
        let named = Set(Self.purposes.flatMap(\.v2))
        let others = V2Endpoint.allCases.filter { !named.contains($0) }
            .map { (name: $0.shortPath, v2: Set([$0]), v1: Set<String>()) }
        let used = (Self.purposes + others).filter { purpose in
            !purpose.v2.isDisjoint(with: endpoints) || !purpose.v1.isDisjoint(with: paths)
        }
        total = used.count
        migrated = used.count { $0.v1.isDisjoint(with: paths) }
        sdkCount = traffic.calls.count { if case .sdk = $0.kind { true } else { false } }
    }

    private static func counts(
        _ calls: [AuditedCall], _ key: (AuditedCall) -> String
    ) -> [(String, Int)] {
        var counts: [String: Int] = [:]
        for call in calls { counts[key(call), default: 0] += 1 }
        return counts.sorted { ($0.key, $0.value) < ($1.key, $1.value) }.map { ($0.key, $0.value) }
    }

    /// The state of the migration in one line, for people who plan.
    package var line: String {
        let end =
            "Support for v1 ended on 2025-12-31; its end of life is planned for the end of 2026 (date to "
            + "be announced)."
        guard !leftovers.isEmpty else {
            return total == 0
                ? "No call of REST API v1 or v2 was found. \(end)"
                : "\(total) of \(total) endpoints in this traffic use v2; no call of v1 was found."
        }
        let apps = RuleWords.list(leftovers.flatMap { $0.byApp.map(\.app) })
        return
            "\(migrated) of \(total) endpoints in this traffic are migrated; v1 is still used by "
            + "\(apps). \(end)"
    }
}
