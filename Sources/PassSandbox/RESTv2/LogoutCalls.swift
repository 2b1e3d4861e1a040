#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import WireText

/// Logout of REST API v2.
enum Logout {
    @Sendable static func logout(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let mvpd = try call.mvpd(call.part("mvpd"), of: provider)
        let holder = try call.holder(of: provider)
        let redirect = try call.query().nonEmpty("redirectUrl")
        if redirect == nil, call.configuration.choices.requiresLogoutRedirect {
            throw Refusal(
                400, .invalidParameterRedirectURL, "noRedirectURL", "Logout needs redirectUrl.")
        }
        try call.check(redirectURL: redirect, of: provider)
        let profile = await call.profile(of: holder, mvpd: mvpd.id)
        try await call.state.removeProfile(of: holder, mvpd: mvpd.id)
        if let member = call.member {
            try await call.state.removeSharedProfile(
                member.subject, of: provider.id, mvpd: mvpd.id)
        }

        var action = ("complete", "none")
        var url: String?
        if mvpd.temporaryAccess == nil, mvpd.degradation != .authNAll {
            if let profile, profile.isValid(at: call.now) {
                if profile.type == "appleSSO" {
                    action = ("partner_logout", "partner_interactive")
                } else if mvpd.hasLogoutEndpoint {
                    action = ("logout", "interactive")
                    if let redirect { try await call.state.keep(logoutRedirect: redirect) }
                    url =
                        "/adobe-services/logout?mso_id=\(PercentEscape.text(mvpd.id))"
                        + "&requestor_id=\(PercentEscape.text(provider.id))"
                        + (redirect.map { "&redirect_url=\(PercentEscape.text($0))" } ?? "")
                }
            } else {
                action = ("invalid", "none")
            }
        }
        let logout: JSONValue = [
            "actionName": .string(action.0), "actionType": .string(action.1),
            "mvpd": .string(mvpd.id), "url": .string(url),
        ]
        return .json(["logouts": .object([(mvpd.id, logout)])])
    }

    /// The end of a logout in a browser: what an MVPD's own page would do at last.
    ///
    /// Anybody can make a link to it, so that it leads only where a logout said.
    @Sendable static func atMVPD(_ call: Call) async throws -> Answer {
        let redirect = try call.query().nonEmpty("redirect_url")
        try call.check(redirectURL: redirect)
        guard let redirect, await call.state.isLogoutRedirect(redirect) else {
            return .html(
                """
                <!DOCTYPE html><html><head><title>Signed out</title></head>\
                <body><p>You are signed out.</p></body></html>
                """)
        }
        return .redirect(redirect)
    }
}
#endif
