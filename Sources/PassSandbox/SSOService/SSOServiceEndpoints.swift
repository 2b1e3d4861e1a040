#if Sandbox
internal import HTTPTypes

/// The Adobe SSO Service.
enum SSOServiceEndpoints {
    static let all: [Endpoint] = [
        endpoint(.post, "serviceToken", ServiceTokenCalls.create),
        endpoint(.get, "serviceToken", ServiceTokenCalls.refresh),
        endpoint(.post, "link", LinkCalls.link),
        endpoint(.post, "unlink", LinkCalls.unlink),
        endpoint(.get, "list", LinkCalls.list),
    ]

    private static func endpoint(
        _ method: HTTPRequest.Method, _ name: String,
        _ handle: @escaping @Sendable (Call) async throws -> Answer
    ) -> Endpoint { Endpoint(method, "/api/{serviceProvider}/\(name)", .ssoService, handle) }

    /// Returns whether a path is one of the service's.
    static func covers(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 4 && isSame(String(parts[1]), "api")
            && !["v1", "v2"].contains { isSame($0, String(parts[2])) }
            && ["serviceToken", "link", "unlink", "list"].contains { isSame($0, String(parts[3])) }
    }
}
#endif
