internal import XMLCore

/// Counts the requests of each client.
///
/// Time is cut into whole seconds from a client's first request. The first request of a second is
/// free, every other one is paid from a pool; a request that the pool cannot pay is refused. Each
/// second without a request puts one back if the pool refills.
struct Throttle: Sendable {
    private struct Client {
        let start: Int64
        var second: Int64
        var pool: Int
    }

    let rules: SandboxConfiguration.Throttle
    private var clients: [ByteExactName: Client] = [:]

    init(_ rules: SandboxConfiguration.Throttle) { self.rules = rules }

    /// Returns whether a request is let through.
    mutating func admits(_ address: String, at now: Int64) -> Bool {
        guard rules.isOn else { return true }
        // What a header says is as long as its sender likes; an address is not.
        let key = ByteExactName(String(decoding: address.utf8.prefix(64), as: UTF8.self))
        guard var client = clients[key] else {
            if clients.count >= 100_000 { clients.removeAll() }
            clients[key] = Client(start: now, second: 0, pool: rules.burst)
            return true
        }
        let second = max(client.second, (now - client.start) / 1000)
        defer { clients[key] = client }
        if second > client.second {
            if rules.refill {
                let idle = Int(clamping: second - client.second - 1)
                client.pool = min(rules.burst, client.pool + min(idle, rules.burst))
            }
            client.second = second
            return true
        }
        guard client.pool > 0 else { return false }
        client.pool -= 1
        return true
    }

    mutating func reset() { clients = [:] }

    /// Returns whether a path is one that is throttled.
    static func covers(_ path: String) -> Bool {
        let exact = [
            "/o/client/register", "/o/client/token", "/o/client/scopes", "/o/client/validate",
            "/api/v1/mediatoken", "/api/v1/logout", "/api/v1/authorize", "/api/v1/preauthorize",
            "/api/v1/checkauthn", "/api/v1/authenticate", "/api/v1/identities",
        ]
        let prefixes = [
            "/api/v2/", "/api/v1/tokens/", "/api/v1/config/", "/api/v1/checkauthn/",
            "/api/v1/preauthorize/", "/api/v1/authenticate/", "/adobe-services/config/",
            "/reggie/v1/",
        ]
        return exact.contains(path) || prefixes.contains { path.hasPrefix($0) }
            || (path.hasPrefix("/api/v1/") && path.contains("/profile-requests/"))
    }
}
