extension ChecklistRule {
    /// Polling, second screens and profiles.
    static let profileRules: [ChecklistRule] = [
        ChecklistRule(
            "polling.startsInTime", .mandatory, .rows(["M6"]), page: "REST API V2 Checklist",
            notVisible:
                "Whether browser and app share a screen, and when a code is shown, does not show in requests."
        ),
        ChecklistRule(
            "polling.stopsOnProfile", .mandatory, .rows(["M7"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "polling.stopsOnExpiry", .mandatory, .rows(["M7"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "polling.stopsOnNewCode", .mandatory, .rows(["M7"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "polling.interval", .mandatory, .rows(["M8"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "polling.endpoint", .recommended, .extra, page: "REST API V2 FAQs"),
        ChecklistRule(
            "polling.stopsOnError", .mandatory, .extra, page: "Enhanced Error Codes"),
        ChecklistRule(
            "secondScreen.codeValidated", .recommended, .rows(["R3"]),
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "secondScreen.noInventedDevice", .recommended, .inference, page: nil),
        ChecklistRule(
            "secondScreen.codeNotReused", .recommended, .extra, page: "REST API V2 FAQs"),
        ChecklistRule(
            "profiles.cached", .mandatory, .rows(["M9"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "profiles.multipleHandled", .recommended, .rows(["R4"]), page: "REST API V2 Checklist"),
    ]
}
