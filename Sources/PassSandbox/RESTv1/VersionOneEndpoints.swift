#if Sandbox
internal import HTTPTypes

/// REST API v1.
enum VersionOneEndpoints {
    /// Every endpoint; errors are enhanced ones if `enhanced`.
    static func all(enhanced: Bool) -> [Endpoint] {
        let dialect = Dialect.v1(enhanced: enhanced)
        let codes = "/reggie/v1/{requestor}/regcode"
        func endpoint(
            _ method: HTTPRequest.Method, _ path: String,
            _ handle: @escaping @Sendable (Call) async throws -> Answer
        ) -> Endpoint { Endpoint(method, path, dialect, handle) }
        return [
            endpoint(.post, codes, RegistrationCodes.create),
            endpoint(.get, codes + "/{code}", RegistrationCodes.read),
            endpoint(.delete, codes + "/{code}", RegistrationCodes.delete),
            endpoint(.get, "/api/v1/config/{requestor}", ConfigurationAnswer.answerInV1),
            Endpoint(
                .get, "/api/v1/authenticate", .page, needsToken: false, Authentication.begin),
            endpoint(.get, "/api/v1/checkauthn", Authentication.check),
            endpoint(.get, "/api/v1/checkauthn/{code}", Authentication.checkByCode),
            endpoint(.get, "/api/v1/tokens/authn", Authentication.token),
            endpoint(.post, "/api/v1/tokens/authn", ProfileRequests.exchange),
            endpoint(
                .get, "/api/v1/{requestor}/profile-requests/{mvpd}", ProfileRequests.request),
            endpoint(.get, "/api/v1/authorize", Authorization.authorize),
            endpoint(.get, "/api/v1/tokens/authz", Authorization.token),
            endpoint(.get, "/api/v1/tokens/media", Authorization.mediaToken),
            endpoint(.get, "/api/v1/mediatoken", Authorization.mediaToken),
            endpoint(.get, "/api/v1/preauthorize", Preauthorization.preauthorize),
            endpoint(.get, "/api/v1/preauthorize/{code}", Preauthorization.preauthorizeByCode),
            endpoint(.get, "/api/v1/tokens/usermetadata", UserMetadata.read),
            endpoint(.delete, "/api/v1/logout", Authentication.logout),
            endpoint(.post, "/api/v1/authenticate/freepreview", FreePreview.begin),
        ]
    }
}
#endif
