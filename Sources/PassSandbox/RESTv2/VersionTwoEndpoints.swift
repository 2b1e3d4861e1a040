#if Sandbox
internal import HTTPTypes
internal import PassAudit

/// REST API v2.
enum VersionTwoEndpoints {
    static let all =
        V2Endpoint.allCases.map(endpoint)
        + [Endpoint(.get, "/adobe-services/logout", .page, needsToken: false, Logout.atMVPD)]

    private static func endpoint(_ documented: V2Endpoint) -> Endpoint {
        switch documented {
        case .configuration: Endpoint(documented, ConfigurationAnswer.answer)
        case .sessions: Endpoint(documented, SharedSignIn.taking(Sessions.create))
        case .resume: Endpoint(documented, Sessions.resume)
        case .readSession: Endpoint(documented, Sessions.read)
        case .authenticate:
            Endpoint(documented, as: .page, needsToken: false, Sessions.authenticate)
        case .partnerSession: Endpoint(documented, PartnerSessions.create)
        case .profiles: Endpoint(documented, SharedSignIn.taking(Profiles.all))
        case .profile: Endpoint(documented, SharedSignIn.taking(Profiles.one))
        case .poll: Endpoint(documented, Profiles.byCode)
        case .partnerProfile: Endpoint(documented, PartnerProfiles.create)
        case .authorize: Endpoint(documented, SharedSignIn.taking(Decisions.authorize))
        case .preauthorize: Endpoint(documented, SharedSignIn.taking(Decisions.preauthorize))
        case .logout: Endpoint(documented, SharedSignIn.taking(Logout.logout))
        }
    }
}
#endif
