extension ChecklistRule {
    /// Decisions, media tokens and logout.
    static let decisionRules: [ChecklistRule] = [
        ChecklistRule(
            "preauthorization.notForPlayback", .mandatory, .rows(["M10"]),
            page: "REST API V2 Checklist",
            "Do not start playback on a preauthorization.",
            notVisible: "Playback goes to other servers."),
        ChecklistRule(
            "preauthorization.retryBounded", .mandatory, .rows(["M11"]),
            page: "REST API V2 Checklist",
            "Repeat a preauthorization only if its error says retry, and three times at most."),
        ChecklistRule(
            "preauthorization.cached", .mandatory, .rows(["M12"]), page: "REST API V2 Checklist",
            "Keep preauthorizations in memory while the app runs."),
        ChecklistRule(
            "preauthorization.retriesOnlyMarked", .recommended, .extra,
            page: "Enhanced Error Codes",
            "Repeat only the resources whose error says retry."),
        ChecklistRule(
            "preauthorization.resourceLimit", .recommended, .extra, page: "REST API V2 FAQs",
            "Preauthorize at most the agreed number of resources in a call, usually five."),
        ChecklistRule(
            "preauthorization.feedback", .recommended, .rows(["R6"]), page: "REST API V2 Checklist",
            "Show the user the text of a denied preauthorization.",
            notVisible: "The app's screen is not in its requests."),
        ChecklistRule(
            "authorization.beforePlayback", .mandatory, .rows(["M13"]),
            page: "REST API V2 Checklist",
            "Authorize before every playback, even of a preauthorized resource.",
            notVisible: "Playback goes to other servers."),
        ChecklistRule(
            "authorization.notRefreshedWhilePlaying", .mandatory, .rows(["M13"]),
            page: "REST API V2 Checklist",
            "Let a stream go on when its media token expires.",
            notVisible: "The stream is on other servers; a refresh looks like the next playback."),
        ChecklistRule(
            "authorization.retryBounded", .mandatory, .rows(["M14"]), page: "REST API V2 Checklist",
            "Repeat an authorization only if its error says retry, and three times at most."),
        ChecklistRule(
            "authorization.resourceLimit", .recommended, .extra, page: "REST API V2 FAQs",
            "Authorize at most the agreed number of resources in a call, usually one."),
        ChecklistRule(
            "authorization.feedback", .recommended, .rows(["R8"]), page: "REST API V2 Checklist",
            "Show the user the text of a denied authorization.",
            notVisible: "The app's screen is not in its requests."),
        ChecklistRule(
            "mediaToken.verified", .recommended, .rows(["R7"]), page: "REST API V2 Checklist",
            "Verify the media token with the Media Token Verifier, best on your own server.",
            notVisible: "Media tokens go to your own servers, never back to Adobe."),
        ChecklistRule(
            "mediaToken.usedInTime", .mandatory, .extra, page: "Media Tokens",
            "Use a media token before it expires.",
            notVisible: "Media tokens go to your own servers, never back to Adobe."),
        ChecklistRule(
            "mediaToken.usedOnce", .mandatory, .extra, page: "Media Tokens",
            "Use a media token once, and never cache it.",
            notVisible: "Media tokens go to your own servers, never back to Adobe."),
        ChecklistRule(
            "logout.actionFollowed", .mandatory, .rows(["M15"]), page: "REST API V2 Checklist",
            "Offer a logout, and follow its actionName: open the URL if there is one."),
        ChecklistRule(
            "logout.onlyOnRequest", .recommended, .rows(["R9"]), page: "REST API V2 Checklist",
            "Sign out only when the user asks for it."),
    ]
}
