extension ChecklistRule {
    /// Sign-on through Apple, temporary access and single sign-on.
    static let signOnRules: [ChecklistRule] = [
        ChecklistRule(
            "apple.logoutGuided", .mandatory, .rows(["M15"]), page: "REST API V2 Checklist",
            "After partner_logout, tell the user to sign out in the system's settings."),
        ChecklistRule(
            "apple.statusSent", .mandatory, .extra, page: "REST API V2 FAQs",
            "Send AP-Partner-Framework-Status with sessions/sso and profiles/sso."),
        ChecklistRule(
            "apple.statusFormat", .mandatory, .extra, page: "REST API V2 Headers",
            "Write AP-Partner-Framework-Status as Base64 of Adobe's JSON, its date as a "
                + "string of milliseconds."),
        ChecklistRule(
            "apple.statusUsable", .dependsOnEndpoint, .extra,
            page: "Apple SSO Cookbook (REST API V2)",
            "Call the partner endpoints only with a usable status."),
        ChecklistRule(
            "apple.statusOnProfiles", .mandatory, .extra, page: "Apple SSO Cookbook (REST API V2)",
            "Send the partner status with profiles in an app that uses partner sign-on."),
        ChecklistRule(
            "apple.statusOnDecisions", .mandatory, .extra, page: "Apple SSO Cookbook (REST API V2)",
            "Send a usable partner status with decisions on an appleSSO profile."),
        ChecklistRule(
            "apple.statusMatchesProvider", .mandatory, .extra, page: "Enhanced Error Codes",
            "Send the status of the provider that the request is about."),
        ChecklistRule(
            "apple.profilesFirst", .recommended, .extra, page: "Apple SSO Cookbook (REST API V2)",
            "Look for a profile before you request a partner sign-on."),
        ChecklistRule(
            "apple.exchangeOnlyWithResponse", .mandatory, .extra,
            page: "Apple SSO Cookbook (REST API V2)",
            "Call profiles/sso once for each response, and only after partner_profile."),
        ChecklistRule(
            "apple.outcomeFollowed", .mandatory, .extra, page: "Apple SSO Cookbook (REST API V2)",
            "Follow the outcome of a partner call: exchange the response, or fall back to the "
                + "basic flow."),
        ChecklistRule(
            "apple.requestUnmodified", .mandatory, .extra, page: "Apple SSO Cookbook (REST API V2)",
            "Hand the request, its attribute names and Adobe's issuer to the framework "
                + "unmodified."),
        ChecklistRule(
            "apple.responseAnswersRequest", .recommended, .inference, page: nil,
            "Exchange the response to the latest request."),
        ChecklistRule(
            "apple.responseEncoding", .mandatory, .extra, page: "REST API V2 Reference",
            "Encode SAMLResponse as Base64, then once for the form."),
        ChecklistRule(
            "apple.responseNormalized", .recommended, .extra,
            page: "Apple SSO Cookbook (REST API V2)",
            "Normalize the white space of a response as the cookbook does."),
        ChecklistRule(
            "apple.profileType", .recommended, .extra, page: "Apple SSO Cookbook (REST API V2)",
            "Expect a profile of the type appleSSO from the exchange.",
            notVisible:
                "The type is the server's answer; what the app makes of it is apple.outcomeFollowed."
        ),
        ChecklistRule(
            "apple.platformNamed", .mandatory, .extra, page: "REST API V2 FAQs",
            "Name iOS, iPadOS or tvOS in X-Device-Info of partner calls."),
        ChecklistRule(
            "tempPass.noSession", .recommended, .extra, page: "TempPass Feature",
            "Authorize a TempPass directly, without session and logout."),
        ChecklistRule(
            "tempPass.identitySent", .mandatory, .extra, page: "REST API V2 Flows",
            "Send AP-TempPass-Identity with a promotional TempPass."),
        ChecklistRule(
            "sso.tokenOnEveryCall", .mandatory, .extra, page: "REST API V2 Flows",
            "Send a service or subject token with every request that takes it."),
        ChecklistRule(
            "sso.tokenCurrent", .recommended, .extra, page: "REST API V2 Flows",
            "Send a service or subject token that is signed and has not expired."),
    ]
}
