extension ChecklistRule {
    /// Registration, configuration and sessions.
    static let registrationRules: [ChecklistRule] = [
        ChecklistRule(
            "registration.scope", .mandatory, .rows(["M1"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "registration.credentialsReused", .mandatory, .rows(["M2"]),
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "registration.tokenReused", .mandatory, .rows(["M3"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "registration.tokenPerCall", .mandatory, .extra, page: "REST API V2 Checklist"),
        ChecklistRule(
            "registration.renewedWithoutRegistering", .mandatory, .extra,
            page: "Dynamic Client Registration (DCR) FAQs"),
        ChecklistRule(
            "registration.tokenCheckedBeforeUse", .recommended, .rows(["R1"]),
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "registration.unauthorizedRenewsFirst", .recommended, .rows(["R1"]),
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "registration.unauthorizedRetriedOnce", .recommended, .extra,
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "registration.requestForm", .mandatory, .extra,
            page: "Dynamic Client Registration (DCR) API"),
        ChecklistRule(
            "registration.credentialsPerInstance", .recommended, .extra,
            page: "Dynamic Client Registration (DCR) FAQs"),
        ChecklistRule(
            "registration.statementPerVersion", .mandatory, .extra,
            page: "Dynamic Client Registration (DCR) FAQs"),
        ChecklistRule(
            "configuration.onlyForSelection", .mandatory, .rows(["M4"]),
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "configuration.providerRemembered", .mandatory, .rows(["M5"]),
            page: "REST API V2 Checklist",
            notVisible: "Requests do not show what the app remembers from one start to the next."),
        ChecklistRule(
            "configuration.cached", .recommended, .rows(["R2"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "sessions.nextActionFollowed", .recommended, .rows(["R5"]),
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "sessions.notWithProfile", .recommended, .extra, page: "REST API V2 FAQs"),
        ChecklistRule(
            "sessions.completeOnPrimary", .recommended, .extra, page: "REST API V2 Flows"),
        ChecklistRule(
            "sessions.redirectEncodedOnce", .mandatory, .extra, page: "REST API V2 Reference"),
        ChecklistRule(
            "sessions.authenticateInUserAgent", .recommended, .extra, page: "REST API V2 Reference"),
    ]
}
