#if Sandbox
internal import HTTPTypes
internal import PassAudit

/// REST API v2.
enum VersionTwoEndpoints {
    static let all: [Endpoint] = [
        Endpoint(.configuration, ConfigurationAnswer.answer),
        Endpoint(.sessions, SharedSignIn.taking(Sessions.create)),
        Endpoint(.resume, Sessions.resume),
        Endpoint(.readSession, Sessions.read),
        Endpoint(.authenticate, as: .page, needsToken: false, Sessions.authenticate),
        Endpoint(.partnerSession, PartnerSessions.create),
        Endpoint(.profiles, SharedSignIn.taking(Profiles.all)),
        Endpoint(.profile, SharedSignIn.taking(Profiles.one)),
        Endpoint(.poll, Profiles.byCode),
        Endpoint(.partnerProfile, PartnerProfiles.create),
        Endpoint(.authorize, SharedSignIn.taking(Decisions.authorize)),
        Endpoint(.preauthorize, SharedSignIn.taking(Decisions.preauthorize)),
        Endpoint(.logout, SharedSignIn.taking(Logout.logout)),
        Endpoint(.get, "/adobe-services/logout", .page, needsToken: false, Logout.atMVPD),
    ]
}
#endif
