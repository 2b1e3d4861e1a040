extension ChecklistRule {
    /// Polling, second screens and profiles.
    static let profileRules: [ChecklistRule] = [
        ChecklistRule(
            "polling.startsInTime", .mandatory, .rows(["M6"]), page: "REST API V2 Checklist",
            "Start to poll when the browser reaches redirectUrl, or on a second screen when "
                + "the code is shown.",
            notVisible:
                "Whether browser and app share a screen, and when a code is shown, does not show in requests."
        ),
        ChecklistRule(
            "polling.stopsOnProfile", .mandatory, .rows(["M7"]), page: "REST API V2 Checklist",
            "Stop to poll when the profile is there."),
        ChecklistRule(
            "polling.stopsOnExpiry", .mandatory, .rows(["M7"]), page: "REST API V2 Checklist",
            "Stop to poll when the session has expired."),
        ChecklistRule(
            "polling.stopsOnNewCode", .mandatory, .rows(["M7"]), page: "REST API V2 Checklist",
            "Stop to poll a code when a new one was requested."),
        ChecklistRule(
            "polling.interval", .mandatory, .rows(["M8"]), page: "REST API V2 Checklist",
            "Wait three to five seconds between polls."),
        ChecklistRule(
            "polling.endpoint", .recommended, .extra, page: "REST API V2 FAQs",
            "Poll by code; the other calls for profiles are for other moments."),
        ChecklistRule(
            "polling.stopsOnError", .mandatory, .extra, page: "Enhanced Error Codes",
            "Stop to poll a session that is gone, and request a new code."),
        ChecklistRule(
            "secondScreen.codeValidated", .recommended, .rows(["R3"]),
            page: "REST API V2 Checklist",
            "Check a typed code with a call of sessions/{code} before you open authenticate."),
        ChecklistRule(
            "secondScreen.noInventedDevice", .recommended, .inference, page: nil,
            "Send no device identifier of the second screen with a code."),
        ChecklistRule(
            "secondScreen.codeNotReused", .recommended, .extra, page: "REST API V2 FAQs",
            "Use a code for one session only."),
        ChecklistRule(
            "profiles.cached", .mandatory, .rows(["M9"]), page: "REST API V2 Checklist",
            "Cache the profile, and read it again only when it may have changed."),
        ChecklistRule(
            "profiles.multipleHandled", .recommended, .rows(["R4"]), page: "REST API V2 Checklist",
            "Choose among several profiles, or let the user choose."),
    ]
}
