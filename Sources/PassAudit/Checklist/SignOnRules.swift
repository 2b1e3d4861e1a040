extension ChecklistRule {
    /// Sign-on through Apple, temporary access and single sign-on.
    static let signOnRules: [ChecklistRule] = [
        ChecklistRule(
            "apple.logoutGuided", .mandatory, .rows(["M15"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "apple.statusSent", .mandatory, .extra, page: "REST API V2 FAQs"),
        ChecklistRule(
            "apple.statusFormat", .mandatory, .extra, page: "REST API V2 Headers"),
        ChecklistRule(
            "apple.statusUsable", .dependsOnEndpoint, .extra,
            page: "Apple SSO Cookbook (REST API V2)"),
        ChecklistRule(
            "apple.statusOnProfiles", .mandatory, .extra, page: "Apple SSO Cookbook (REST API V2)"),
        ChecklistRule(
            "apple.statusOnDecisions", .mandatory, .extra, page: "Apple SSO Cookbook (REST API V2)"),
        ChecklistRule(
            "apple.statusMatchesProvider", .mandatory, .extra, page: "Enhanced Error Codes"),
        ChecklistRule(
            "apple.profilesFirst", .recommended, .extra, page: "Apple SSO Cookbook (REST API V2)"),
        ChecklistRule(
            "apple.exchangeOnlyWithResponse", .mandatory, .extra,
            page: "Apple SSO Cookbook (REST API V2)"),
        ChecklistRule(
            "apple.outcomeFollowed", .mandatory, .extra, page: "Apple SSO Cookbook (REST API V2)"),
        ChecklistRule(
            "apple.requestUnmodified", .mandatory, .extra, page: "Apple SSO Cookbook (REST API V2)"),
        ChecklistRule(
            "apple.responseAnswersRequest", .recommended, .inference, page: nil),
        ChecklistRule(
            "apple.responseEncoding", .mandatory, .extra, page: "REST API V2 Reference"),
        ChecklistRule(
            "apple.responseNormalized", .recommended, .extra,
            page: "Apple SSO Cookbook (REST API V2)"),
        ChecklistRule(
            "apple.profileType", .recommended, .extra, page: "Apple SSO Cookbook (REST API V2)",
            notVisible:
                "The type is the server's answer; what the app makes of it is apple.outcomeFollowed."
        ),
        ChecklistRule(
            "apple.platformNamed", .mandatory, .extra, page: "REST API V2 FAQs"),
        ChecklistRule(
            "tempPass.noSession", .recommended, .extra, page: "TempPass Feature"),
        ChecklistRule(
            "tempPass.identitySent", .mandatory, .extra, page: "REST API V2 Flows"),
        ChecklistRule(
            "sso.tokenOnEveryCall", .mandatory, .extra, page: "REST API V2 Flows"),
        ChecklistRule(
            "sso.tokenCurrent", .recommended, .extra, page: "REST API V2 Flows"),
    ]
}
