/// A call of REST API v1, and what takes its place in v2.
struct V1Call: Hashable, Sendable {
    let method: String
    /// The path, with names in braces for its variable segments.
    let path: String
    let replacement: String
    /// The registration code in the path, of `regcode`, `checkauthn` and `preauthorize`.
    var code: HashedText?

    private init(_ method: String, _ path: String, _ replacement: String) {
        self.method = method
        self.path = path
        self.replacement = replacement
    }

    private static let profiles =
        "GET /api/v2/{sp}/profiles, …/profiles/{mvpd} or …/profiles/code/{code}"
    private static let authorize = "POST /api/v2/{sp}/decisions/authorize/{mvpd}"
    private static let preauthorize = "POST /api/v2/{sp}/decisions/preauthorize/{mvpd}"

    /// The calls of Adobe's reference of v1; the literal segments of one win over the names of another.
    static let all: [V1Call] = [
        V1Call("POST", "/reggie/v1/{requestor}/regcode", "POST /api/v2/{sp}/sessions"),
        V1Call("GET", "/reggie/v1/{requestor}/regcode/{code}", "GET /api/v2/{sp}/sessions/{code}"),
        V1Call(
            "DELETE", "/reggie/v1/{requestor}/regcode/{code}", "no call; let the code expire"),
        V1Call("DELETE", "/reggie/v1/regcode/{code}", "no call; let the code expire"),
        V1Call("GET", "/api/v1/config/{requestor}", "GET /api/v2/{sp}/configuration"),
        V1Call("GET", "/api/v1/authenticate", "GET /api/v2/authenticate/{sp}/{code} in a browser"),
        V1Call("GET", "/api/v1/checkauthn", profiles),
        V1Call("GET", "/api/v1/checkauthn/{code}", profiles),
        V1Call("GET", "/api/v1/tokens/authn", profiles),
        V1Call("POST", "/api/v1/tokens/authn", "POST /api/v2/{sp}/profiles/sso/{partner}"),
        V1Call("GET", "/api/v1/tokens/usermetadata", "attributes in the answer of \(profiles)"),
        V1Call(
            "GET", "/api/v1/{requestor}/profile-requests/{mvpd}",
            "POST /api/v2/{sp}/sessions/sso/{partner}"),
        V1Call("GET", "/api/v1/preauthorize", preauthorize),
        V1Call("GET", "/api/v1/preauthorize/{code}", preauthorize),
        V1Call("GET", "/api/v1/authorize", authorize),
        V1Call("GET", "/api/v1/tokens/authz", authorize),
        V1Call("GET", "/api/v1/tokens/media", authorize),
        V1Call("GET", "/api/v1/mediatoken", authorize),
        V1Call("DELETE", "/api/v1/logout", "GET /api/v2/{sp}/logout/{mvpd}?redirectUrl="),
        V1Call(
            "POST", "/api/v1/authenticate/freepreview",
            "no call; authorize with the MVPD of the TempPass"),
        V1Call("", "/api/v1/identities", "unknown; Adobe documents neither"),
    ]

    /// Returns the call with a method and a path.
    ///
    /// A path of v1 with another method than the documented one is a call of v1 as well.
    static func match(method: String, segments: [String]) -> V1Call? {
        guard segments.count >= 3, segments[1] == "v1", ["api", "reggie"].contains(segments[0])
        else { return nil }
        var names = segments
        for suffix in [".xml", ".json"] where names[names.count - 1].hasSuffix(suffix) {
            names[names.count - 1].removeLast(suffix.count)
        }
        let found = all.filter { $0.matches(names) }
        guard var call = found.first(where: { $0.method == method }) ?? found.first else {
            return V1Call(
                method, "/" + names.prefix(3).joined(separator: "/"),
                "none; Adobe documents no such call")
        }
        if call.path.hasSuffix("{code}") { call.code = HashedText(names[names.count - 1]) }
        return call
    }

    private func matches(_ segments: [String]) -> Bool {
        let own = path.split(separator: "/")
        return own.count == segments.count
            && zip(own, segments).allSatisfy { $0.hasPrefix("{") || String($0) == $1 }
    }

    /// The name of the call in reports and counts.
    var name: String { method.isEmpty ? path : "\(method) \(path)" }

    /// Returns what in a path on a host shows an AccessEnabler SDK, if anything does.
    ///
    /// `/adobe-services/authenticate/saml` and `/adobe-services/logout` are not: they are in every browser leg.
    static func sdkMark(host: String, segments: [String]) -> String? {
        if host.hasPrefix("entitlement"), segments.first == "entitlement",
            segments.last?.hasPrefix("AccessEnabler") == true
        {
            return "AccessEnabler"
        }
        guard segments.first == "adobe-services", segments.count >= 2 else {
            let isLogin = segments == ["authenticate", "saml"] || segments == ["session"]
            return isLogin && host.hasPrefix("sp.auth")
                ? "/" + segments.joined(separator: "/") : nil
        }
        let isSDK =
            ["config", "authorize", "shortAuthorize", "session"].contains(segments[1])
            || segments[1] == "1.0"
                && ["authenticate", "authorize", "deviceShortAuthorize"].contains(
                    segments.count > 2 ? segments[2] : "")
        return isSDK
            ? "/" + segments.prefix(segments[1] == "1.0" ? 3 : 2).joined(separator: "/") : nil
    }
}
