extension ChecklistRule {
    /// Headers, requests, errors and testing.
    static let requestRules: [ChecklistRule] = [
        ChecklistRule(
            "headers.authorization", .mandatory, .rows(["M16"]), page: "REST API V2 Checklist",
            "Send the access token with every request but authenticate."),
        ChecklistRule(
            "headers.deviceIdentifier", .mandatory, .rows(["M17"]), page: "REST API V2 Checklist",
            "Send AP-Device-Identifier of the streaming device with every request that needs it."),
        ChecklistRule(
            "headers.deviceInfo", .mandatory, .rows(["M18"]), page: "REST API V2 Checklist",
            "Send X-Device-Info of the streaming device with every request that needs it."),
        ChecklistRule(
            "headers.realDevice", .mandatory, .rows(["M17", "M18"]), page: "REST API V2 Checklist",
            "Send the values of the device from a server, not those of the server."),
        ChecklistRule(
            "headers.deviceIdentifierStable", .mandatory, .rows(["M19"]),
            page: "REST API V2 Checklist",
            "Keep the device identifier across updates and restarts."),
        ChecklistRule(
            "headers.deviceIdentifierFormat", .mandatory, .extra, page: "REST API V2 Headers",
            "Write AP-Device-Identifier as the word fingerprint, a space, and Base64 of the "
                + "identifier."),
        ChecklistRule(
            "headers.deviceInfoDecodable", .mandatory, .extra, page: "REST API V2 Headers",
            "Write X-Device-Info as Base64 of a JSON object."),
        ChecklistRule(
            "headers.deviceInfoComplete", .recommended, .extra, page: "REST API V2 Headers",
            "Give model, version, osName, osVersion and connectionType, in Adobe's words."),
        ChecklistRule(
            "headers.forwardedFor", .mandatory, .extra, page: "Throttling Mechanism",
            "Forward the address of the device in X-Forwarded-For from a server."),
        ChecklistRule(
            "requests.documentedOnly", .mandatory, .rows(["M20"]), page: "REST API V2 Checklist",
            "Send only the headers and parameters that the endpoint documents."),
        ChecklistRule(
            "requests.noV1Leftovers", .recommended, .rows(["R10"]), page: "REST API V2 Checklist",
            "Send no names and encodings of v1 with v2."),
        ChecklistRule(
            "requests.path", .mandatory, .extra, page: "REST API V2 Reference",
            "Call the documented paths with the documented methods."),
        ChecklistRule(
            "requests.contentType", .mandatory, .extra, page: "REST API V2 Reference",
            "Send forms to sessions and partner calls, and JSON to decisions."),
        ChecklistRule(
            "requests.requiredParameters", .mandatory, .extra, page: "REST API V2 Reference",
            "Send every required parameter."),
        ChecklistRule(
            "errors.actionFollowed", .mandatory, .rows(["M21"]), page: "REST API V2 Checklist",
            "Follow the action of an enhanced error."),
        ChecklistRule(
            "errors.statusHandled", .mandatory, .rows(["M22"]), page: "REST API V2 Checklist",
            "Tell errors from successes that carry errors, and repeat few of them."),
        ChecklistRule(
            "errors.bodiesRead", .recommended, .extra, page: "Enhanced Error Codes",
            "Read the code of an error that names a defect of the request, and repair it."),
        ChecklistRule(
            "errors.throttleRespected", .mandatory, .extra, page: "Throttling Mechanism",
            "Wait at least one second after 429."),
        ChecklistRule(
            "errors.throttleAvoided", .recommended, .extra, page: "Throttling Mechanism",
            "Stay within one request a second and ten at first contact."),
        ChecklistRule(
            "testing.environment", .mandatory, .rows(["M23"]), page: "REST API V2 Checklist",
            "Test in prequal and release staging before release production.",
            notVisible: "A sandbox is none of Adobe's environments."),
        ChecklistRule(
            "testing.environmentMixed", .recommended, .inference, page: nil,
            "Use one environment in a run of the app."),
        ChecklistRule(
            "testing.coverage", .recommended, .rows(["R11"]), page: "REST API V2 Checklist",
            "Test sign-in on both screens, permits and denials, logout, and the other flows "
                + "in use.",
            notVisible:
                "A server cannot know which tests are still to come; its log lists what was tested here."
        ),
        ChecklistRule(
            "testing.tools", .recommended, .rows(["R12"]), page: "REST API V2 Checklist",
            "Use Adobe's developer site to try calls.",
            notVisible: "The use of a web site is not in the app's requests."),
    ]
}
