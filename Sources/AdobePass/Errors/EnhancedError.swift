extension Pass {
    /// The error object of Adobe Pass, as the whole answer or for one item of a list.
    ///
    /// ``message`` and ``details`` are meant for people, and their wording may change. They may
    /// have come from an MVPD, so the description leaves them out.
    public struct EnhancedError: Error, Hashable, Sendable, Codable {
        /// The action for the client.
        public let action: ErrorAction
        /// A status like HTTP's, which may differ from the answer's own.
        public let status: Int?
        /// The error code.
        public let code: ErrorCode
        /// The error message.
        public let message: String?
        /// A text of the MVPD's or of a degradation rule.
        public let details: String?
        /// A page about the error.
        public let helpURL: String?
        /// The trace identifier for Adobe's support.
        public let trace: String?

        enum CodingKeys: String, WireKey {
            case action, status, code, message, details, trace
            case helpURL = "helpUrl"
        }

        /// Creates an error from JSON, which must have a `code`; without an action it has the
        /// documented one of the code.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no `code`.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            code = try values.decode(ErrorCode.self, forKey: .code)
            action = try values.word(.action) ?? code.documentation?.action ?? ErrorAction.none
            status = try? values.integerIfPresent(.status).flatMap(Int.init(exactly:))
            message = try values.prose(.message)
            details = try values.prose(.details)
            helpURL = try values.text(.helpURL)
            trace = try values.text(.trace)
        }
    }
}

extension KeyedDecodingContainer {
    /// A text for people, which may be wrapped in an object with a member `message`.
    fileprivate func prose(_ key: Key) throws -> String? {
        switch try decodeIfPresent(Pass.JSONValue.self, forKey: key) {
        case .string(let text): text
        case .object(let members): members["message"]?.text
        default: nil
        }
    }
}

extension Pass.EnhancedError: RedactedValue {
    /// The code, if it is a documented one, and the action; never the texts.
    public var description: String {
        let name = code.documentation == nil ? "a code that is not documented" : code.rawValue
        let remedy =
            switch action {
            case .none: "correct the request or accept the refusal"
            case .configuration: "the configuration must be changed"
            case .applicationRegistration: "renew the access token, then register again"
            case .authentication: "the user must sign in"
            case .authorization: "obtain an authorization first"
            case .retry: "try again"
            case .getNewToken: "join the SSO service again"
            case .checkHeaders, .checkRequestBody: "correct the request"
            default: "the requested action is unknown"
            }
        return "Adobe Pass: \(name) (\(remedy))"
    }
}
