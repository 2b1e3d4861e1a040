extension ChecklistRule {
    /// Registration, configuration and sessions.
    static let registrationRules: [ChecklistRule] = [
        ChecklistRule(
            "registration.scope", .mandatory, .rows(["M1"]), page: "REST API V2 Checklist",
            "Register with an application that has the scope api:client:v2."),
        ChecklistRule(
            "registration.credentialsReused", .mandatory, .rows(["M2"]),
            page: "REST API V2 Checklist",
            "Keep the client credentials persistently, and use them for every token."),
        ChecklistRule(
            "registration.tokenReused", .mandatory, .rows(["M3"]), page: "REST API V2 Checklist",
            "Keep the access token persistently, and use it until it expires."),
        ChecklistRule(
            "registration.tokenPerCall", .mandatory, .extra, page: "REST API V2 Checklist",
            "Do not request an access token for each call."),
        ChecklistRule(
            "registration.renewedWithoutRegistering", .mandatory, .extra,
            page: "Dynamic Client Registration (DCR) FAQs",
            "Renew an access token with the stored credentials; do not register again for it."),
        ChecklistRule(
            "registration.tokenCheckedBeforeUse", .recommended, .rows(["R1"]),
            page: "REST API V2 Checklist",
            "Check that the access token is still valid before a call."),
        ChecklistRule(
            "registration.unauthorizedRenewsFirst", .recommended, .rows(["R1"]),
            page: "REST API V2 Checklist",
            "After 401, renew the access token before you repeat the call."),
        ChecklistRule(
            "registration.unauthorizedRetriedOnce", .recommended, .extra,
            page: "REST API V2 Checklist",
            "After 401, repeat the call once with a new access token, not in a loop."),
        ChecklistRule(
            "registration.requestForm", .mandatory, .extra,
            page: "Dynamic Client Registration (DCR) API",
            "Register with JSON, request tokens with a form, and send X-Device-Info with both."),
        ChecklistRule(
            "registration.credentialsPerInstance", .recommended, .extra,
            page: "Dynamic Client Registration (DCR) FAQs",
            "Use one pair of client credentials for each instance of the app, on servers too."),
        ChecklistRule(
            "registration.statementPerVersion", .mandatory, .extra,
            page: "Dynamic Client Registration (DCR) FAQs",
            "Do not use a software statement that was made for v1 with v2."),
        ChecklistRule(
            "configuration.onlyForSelection", .mandatory, .rows(["M4"]),
            page: "REST API V2 Checklist",
            "Fetch the configuration only when the user has to choose a provider."),
        ChecklistRule(
            "configuration.providerRemembered", .mandatory, .rows(["M5"]),
            page: "REST API V2 Checklist",
            "Remember the identifier, name and logo of the chosen provider.",
            notVisible: "Requests do not show what the app remembers from one start to the next."),
        ChecklistRule(
            "configuration.cached", .recommended, .rows(["R2"]), page: "REST API V2 Checklist",
            "Cache the configuration for a few minutes."),
        ChecklistRule(
            "sessions.nextActionFollowed", .recommended, .rows(["R5"]),
            page: "REST API V2 Checklist",
            "Follow actionName and actionType of a session, in flows other than the basic one "
                + "too."),
        ChecklistRule(
            "sessions.notWithProfile", .recommended, .extra, page: "REST API V2 FAQs",
            "Do not start a session while the profile is valid."),
        ChecklistRule(
            "sessions.completeOnPrimary", .recommended, .extra, page: "REST API V2 Flows",
            "Give mvpd, domainName and redirectUrl in one call if the device can choose and "
                + "open a browser."),
        ChecklistRule(
            "sessions.redirectEncodedOnce", .mandatory, .extra, page: "REST API V2 Reference",
            "Encode redirectUrl exactly once."),
        ChecklistRule(
            "sessions.authenticateInUserAgent", .recommended, .extra, page: "REST API V2 Reference",
            "Open authenticate in a browser, without access token or device headers."),
    ]
}
