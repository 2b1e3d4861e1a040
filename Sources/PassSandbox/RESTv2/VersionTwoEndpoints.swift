#if Sandbox
internal import HTTPTypes

/// REST API v2.
enum VersionTwoEndpoints {
    static let all: [Endpoint] = [
        Endpoint(
            .get, "/api/v2/{serviceProvider}/configuration", .v2, ConfigurationAnswer.answer),
        Endpoint(
            .post, "/api/v2/{serviceProvider}/sessions", .v2, SharedSignIn.taking(Sessions.create)),
        Endpoint(.post, "/api/v2/{serviceProvider}/sessions/{code}", .v2, Sessions.resume),
        Endpoint(.get, "/api/v2/{serviceProvider}/sessions/{code}", .v2, Sessions.read),
        Endpoint(
            .get, "/api/v2/authenticate/{serviceProvider}/{code}", .page, needsToken: false,
            Sessions.authenticate),
        Endpoint(
            .post, "/api/v2/{serviceProvider}/sessions/sso/{partner}", .v2,
            PartnerSessions.create),
        Endpoint(
            .get, "/api/v2/{serviceProvider}/profiles", .v2, SharedSignIn.taking(Profiles.all)),
        Endpoint(
            .get, "/api/v2/{serviceProvider}/profiles/{mvpd}", .v2,
            SharedSignIn.taking(Profiles.one)),
        Endpoint(.get, "/api/v2/{serviceProvider}/profiles/code/{code}", .v2, Profiles.byCode),
        Endpoint(
            .post, "/api/v2/{serviceProvider}/profiles/sso/{partner}", .v2,
            PartnerProfiles.create),
        Endpoint(
            .post, "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", .v2,
            SharedSignIn.taking(Decisions.authorize)),
        Endpoint(
            .post, "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}", .v2,
            SharedSignIn.taking(Decisions.preauthorize)),
        Endpoint(
            .get, "/api/v2/{serviceProvider}/logout/{mvpd}", .v2, SharedSignIn.taking(Logout.logout)
        ),
        Endpoint(
            .get, "/adobe-services/logout", .page, needsToken: false, Logout.atMVPD),
    ]
}
#endif
