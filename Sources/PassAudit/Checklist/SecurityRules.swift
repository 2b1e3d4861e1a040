extension ChecklistRule {
    /// REST API v1, security and caching.
    static let securityRules: [ChecklistRule] = [
        ChecklistRule(
            "v1.used", .mandatory, .extra, page: "Product Announcements"),
        ChecklistRule(
            "v1.sdkUsed", .mandatory, .extra, page: "Product Announcements"),
        ChecklistRule(
            "v1.hybrid", .mandatory, .extra, page: "REST API V2 FAQs"),
        ChecklistRule(
            "security.https", .mandatory, .extra, page: "(Legacy) REST API Reference",
            notVisible: "The sandbox is on this computer and speaks HTTP only."),
        ChecklistRule(
            "security.noSecretsInURL", .mandatory, .extra, page: "RFC 6750"),
        ChecklistRule(
            "security.tokensStayAtAdobe", .mandatory, .extra, page: "RFC 6750",
            notVisible: "Requests to other servers do not come here."),
        ChecklistRule(
            "security.statementOnlyAtRegistration", .mandatory, .extra,
            page: "Dynamic Client Registration (DCR) API"),
        ChecklistRule(
            "security.identityHashed", .mandatory, .extra, page: "TempPass Feature"),
        ChecklistRule(
            "caching.validators", .recommended, .inference, page: nil,
            notVisible:
                "No page of Adobe's asks for it, and the sandbox lets nobody keep its answers."),
    ]
}
