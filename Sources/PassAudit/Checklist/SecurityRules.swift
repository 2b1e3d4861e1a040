extension ChecklistRule {
    /// REST API v1, security and caching.
    static let securityRules: [ChecklistRule] = [
        ChecklistRule(
            "v1.used", .mandatory, .extra, page: "Product Announcements",
            "Migrate from REST API v1, whose support ended on 2025-12-31."),
        ChecklistRule(
            "v1.sdkUsed", .mandatory, .extra, page: "Product Announcements",
            "Migrate from the AccessEnabler SDKs, whose support ends on 2026-05-31."),
        ChecklistRule(
            "v1.hybrid", .mandatory, .extra, page: "REST API V2 FAQs",
            "Do not mix v2 with v1 or the SDKs in an app."),
        ChecklistRule(
            "security.https", .mandatory, .extra, page: "(Legacy) REST API Reference",
            "Use HTTPS only.",
            notVisible: "The sandbox is on this computer and speaks HTTP only."),
        ChecklistRule(
            "security.noSecretsInURL", .mandatory, .extra, page: "RFC 6750",
            "Put no token, secret or SAML response into a URL."),
        ChecklistRule(
            "security.tokensStayAtAdobe", .mandatory, .extra, page: "RFC 6750",
            "Send tokens, secrets and SAML responses to nobody but Adobe and your own servers.",
            notVisible: "Requests to other servers do not come here."),
        ChecklistRule(
            "security.statementOnlyAtRegistration", .mandatory, .extra,
            page: "Dynamic Client Registration (DCR) API",
            "Send the software statement to register only."),
        ChecklistRule(
            "security.identityHashed", .mandatory, .extra, page: "TempPass Feature",
            "Send the identity of a TempPass as a hash."),
        ChecklistRule(
            "caching.validators", .recommended, .inference, page: nil,
            "Respect Cache-Control, ETag and Retry-After where a server sends them.",
            notVisible:
                "No page of Adobe's asks for it, and the sandbox lets nobody keep its answers."),
    ]
}
