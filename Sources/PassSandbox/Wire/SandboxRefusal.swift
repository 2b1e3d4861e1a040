internal import AdobePass
internal import HTTPServing
internal import HTTPTypes
internal import PassAudit
internal import WireText

/// The reason why a request is refused, independent of the interface.
struct Refusal: Error, Sendable {
    /// The status of the answer.
    var status: Int
    /// The code of the enhanced error, or of the registration error.
    var code: String
    /// The message for people.
    var message: String
    /// The text of the MVPD or of a degradation rule.
    var details: String?
    /// A stable code for `X-Sandbox-Reason`.
    var reason: String
    /// The action, if it is not the documented one.
    var action: String?
    /// The enforced rule of Adobe's checklist that the request breaks.
    var rule: Rule.Name?

    init(
        _ status: Int, _ code: Pass.ErrorCode, _ reason: String, _ message: String,
        details: String? = nil
    ) {
        self.init(status, code.rawValue, reason, message, details: details)
    }

    init(
        _ status: Int, _ code: String, _ reason: String, _ message: String, details: String? = nil,
        action: String? = nil
    ) {
        self.status = status
        self.code = code
        self.reason = reason
        self.message = message
        self.details = details
        self.action = action
    }

    /// The refusal of a request before any interface.
    init(_ refusal: HostAndOrigin.Refusal) {
        self.init(
            refusal.status, refusal.status == 400 ? "bad_request" : "forbidden", refusal.reason,
            refusal.message)
    }

    /// The enhanced error.
    func enhanced(trace: String) -> JSONValue {
        let documented = Pass.ErrorCode(rawValue: code).documentation
        return [
            "action": .string(action ?? documented?.action.rawValue ?? "none"),
            "status": .integer(status), "code": .string(code), "message": .string(message),
            "details": .string(details),
            "helpUrl": "https://example.com/sandbox/enhanced-error-codes", "trace": .string(trace),
        ]
    }

    /// The answer in the words of `dialect`.
    func answer(in dialect: Dialect, format: BodyFormat, trace: String) -> Answer {
        var answer: Answer
        switch dialect {
        // The gateway's, before any interface.
        case _ where status == 429: answer = .gateway(429, "Too Many Requests")
        case .ssoService:
            answer = .json(SSOServiceWords.body(self, trace: trace), status: status)
        case .v2: answer = .json(enhanced(trace: trace), status: status)
        case .v1(let isEnhanced):
            let body: JSONValue =
                isEnhanced
                ? enhanced(trace: trace)
                : [
                    "status": .integer(status), "message": .string(message),
                    // Adobe shows the member, empty, where a token is missing, and not where the
                    // request is wrong.
                    "details": .string(details) ?? (status == 400 ? nil : .null),
                ]
            answer =
                format == .json
                ? .json(body, status: status)
                : .xml(XMLText.write(root: "error", body), status: status)
        case .registration: answer = .json(["error": .string(code)], status: status)
        case .page:
            answer = .html(
                """
                <!DOCTYPE html><html><head><title>\(status)</title></head><body><p>\
                \(message)</p></body></html>
                """, status: status)
        case .sandbox:
            answer = .json(
                ["error": .string(reason), "message": .string(message)], status: status)
        }
        answer.fields[.sandboxReason] = "\(rule?.rawValue ?? reason): \(message)"
        return answer
    }
}

/// The words in which an interface refuses.
enum Dialect: Hashable, Sendable {
    /// An enhanced error as JSON.
    case v2
    /// JSON or XML; an enhanced error if the customer has them.
    case v1(enhanced: Bool)
    /// An error as JSON with the words of the SSO Service.
    case ssoService
    /// An OAuth error as JSON.
    case registration
    /// A page for a person.
    case page
    /// The sandbox's own.
    case sandbox

    /// The version of the REST API whose words they are.
    var api: APIVersion? {
        switch self {
        case .v2: .v2
        case .v1: .v1
        case .ssoService, .registration, .page, .sandbox: nil
        }
    }
}

/// The format of a v1 body.
enum BodyFormat: Hashable, Sendable {
    case xml, json
}
