extension ChecklistRule {
    /// Decisions, media tokens and logout.
    static let decisionRules: [ChecklistRule] = [
        ChecklistRule(
            "preauthorization.notForPlayback", .mandatory, .rows(["M10"]),
            page: "REST API V2 Checklist",
            notVisible: "Playback goes to other servers."),
        ChecklistRule(
            "preauthorization.retryBounded", .mandatory, .rows(["M11"]),
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "preauthorization.cached", .mandatory, .rows(["M12"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "preauthorization.retriesOnlyMarked", .recommended, .extra,
            page: "Enhanced Error Codes"),
        ChecklistRule(
            "preauthorization.resourceLimit", .recommended, .extra, page: "REST API V2 FAQs"),
        ChecklistRule(
            "preauthorization.feedback", .recommended, .rows(["R6"]), page: "REST API V2 Checklist",
            notVisible: "The app's screen is not in its requests."),
        ChecklistRule(
            "authorization.beforePlayback", .mandatory, .rows(["M13"]),
            page: "REST API V2 Checklist",
            notVisible: "Playback goes to other servers."),
        ChecklistRule(
            "authorization.notRefreshedWhilePlaying", .mandatory, .rows(["M13"]),
            page: "REST API V2 Checklist",
            notVisible: "The stream is on other servers; a refresh looks like the next playback."),
        ChecklistRule(
            "authorization.retryBounded", .mandatory, .rows(["M14"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "authorization.resourceLimit", .recommended, .extra, page: "REST API V2 FAQs"),
        ChecklistRule(
            "authorization.feedback", .recommended, .rows(["R8"]), page: "REST API V2 Checklist",
            notVisible: "The app's screen is not in its requests."),
        ChecklistRule(
            "mediaToken.verified", .recommended, .rows(["R7"]), page: "REST API V2 Checklist",
            notVisible: "Media tokens go to your own servers, never back to Adobe."),
        ChecklistRule(
            "mediaToken.usedInTime", .mandatory, .extra, page: "Media Tokens",
            notVisible: "Media tokens go to your own servers, never back to Adobe."),
        ChecklistRule(
            "mediaToken.usedOnce", .mandatory, .extra, page: "Media Tokens",
            notVisible: "Media tokens go to your own servers, never back to Adobe."),
        ChecklistRule(
            "logout.actionFollowed", .mandatory, .rows(["M15"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "logout.onlyOnRequest", .recommended, .rows(["R9"]), page: "REST API V2 Checklist"),
    ]
}
