extension ChecklistRule {
    /// Headers, requests, errors and testing.
    static let requestRules: [ChecklistRule] = [
        ChecklistRule(
            "headers.authorization", .mandatory, .rows(["M16"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "headers.deviceIdentifier", .mandatory, .rows(["M17"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "headers.deviceInfo", .mandatory, .rows(["M18"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "headers.realDevice", .mandatory, .rows(["M17", "M18"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "headers.deviceIdentifierStable", .mandatory, .rows(["M19"]),
            page: "REST API V2 Checklist"),
        ChecklistRule(
            "headers.deviceIdentifierFormat", .mandatory, .extra, page: "REST API V2 Headers"),
        ChecklistRule(
            "headers.deviceInfoDecodable", .mandatory, .extra, page: "REST API V2 Headers"),
        ChecklistRule(
            "headers.deviceInfoComplete", .recommended, .extra, page: "REST API V2 Headers"),
        ChecklistRule(
            "headers.forwardedFor", .mandatory, .extra, page: "Throttling Mechanism"),
        ChecklistRule(
            "requests.documentedOnly", .mandatory, .rows(["M20"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "requests.noV1Leftovers", .recommended, .rows(["R10"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "requests.path", .mandatory, .extra, page: "REST API V2 Reference"),
        ChecklistRule(
            "requests.contentType", .mandatory, .extra, page: "REST API V2 Reference"),
        ChecklistRule(
            "requests.requiredParameters", .mandatory, .extra, page: "REST API V2 Reference"),
        ChecklistRule(
            "errors.actionFollowed", .mandatory, .rows(["M21"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "errors.statusHandled", .mandatory, .rows(["M22"]), page: "REST API V2 Checklist"),
        ChecklistRule(
            "errors.bodiesRead", .recommended, .extra, page: "Enhanced Error Codes"),
        ChecklistRule(
            "errors.throttleRespected", .mandatory, .extra, page: "Throttling Mechanism"),
        ChecklistRule(
            "errors.throttleAvoided", .recommended, .extra, page: "Throttling Mechanism"),
        ChecklistRule(
            "testing.environment", .mandatory, .rows(["M23"]), page: "REST API V2 Checklist",
            notVisible: "A sandbox is none of Adobe's environments."),
        ChecklistRule(
            "testing.environmentMixed", .recommended, .inference, page: nil),
        ChecklistRule(
            "testing.coverage", .recommended, .rows(["R11"]), page: "REST API V2 Checklist",
            notVisible:
                "A server cannot know which tests are still to come; its log lists what was tested here."
        ),
        ChecklistRule(
            "testing.tools", .recommended, .rows(["R12"]), page: "REST API V2 Checklist",
            notVisible: "The use of a web site is not in the app's requests."),
    ]
}
