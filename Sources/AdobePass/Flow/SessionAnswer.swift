extension SignOnFlow {
    /// What the sign-on needs to know of the answer to a v2 session call.
    ///
    /// It may hold a SAML request, which neither a description nor a mirror shows.
    public struct SessionAnswer: Hashable, Sendable {
        /// What to do.
        public var actionName: RESTv2.ActionName
        /// Why.
        public var reasonType: RESTv2.ReasonType
        /// Where.
        public var url: String?
        /// The code of the session.
        public var code: Pass.AuthenticationCode?
        /// When the code ends.
        public var notAfter: Pass.Timestamp?
        /// The MVPD.
        public var mvpd: Pass.MVPDIdentifier?
        /// What the session lacks.
        public var missingParameters: Set<RESTv2.SessionParameter>
        /// What to hand to the framework.
        public var authenticationRequest: AuthenticationRequest?

        /// Creates an answer.
        ///
        /// - Parameters:
        ///   - actionName: What to do.
        ///   - reasonType: Why.
        ///   - url: Where.
        ///   - code: The code of the session.
        ///   - notAfter: When the code ends.
        ///   - mvpd: The MVPD.
        ///   - missingParameters: What the session lacks.
        ///   - authenticationRequest: What to hand to the framework.
        public init(
            actionName: RESTv2.ActionName, reasonType: RESTv2.ReasonType = .none,
            url: String? = nil,
            code: Pass.AuthenticationCode? = nil, notAfter: Pass.Timestamp? = nil,
            mvpd: Pass.MVPDIdentifier? = nil, missingParameters: Set<RESTv2.SessionParameter> = [],
            authenticationRequest: AuthenticationRequest? = nil
        ) {
            self.actionName = actionName
            self.reasonType = reasonType
            self.url = url
            self.code = code
            self.notAfter = notAfter
            self.mvpd = mvpd
            self.missingParameters = missingParameters
            self.authenticationRequest = authenticationRequest
        }
    }

    /// What v2 hands to the framework.
    public struct AuthenticationRequest: Hashable, Sendable {
        /// The protocol, `saml`.
        public var type: String?
        /// The request, unchanged.
        public var request: String
        /// The attributes to query.
        public var attributeNames: [String]

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - type: The protocol.
        ///   - request: The request, unchanged.
        ///   - attributeNames: The attributes to query.
        public init(type: String?, request: String, attributeNames: [String]) {
            self.type = type
            self.request = request
            self.attributeNames = attributeNames
        }

        /// Whether the framework can do something with it.
        var isUsable: Bool {
            !request.isEmpty && (type.map { $0.lowercased() == "saml" } ?? true)
        }
    }
}

extension SignOnFlow.SessionAnswer: RedactedValue {
    /// Action and reason; never code, address or request.
    public var description: String { "SessionAnswer(\(actionName), \(reasonType))" }
}

extension SignOnFlow.AuthenticationRequest: RedactedValue {
    /// How many attributes are queried; never the request.
    public var description: String { "AuthenticationRequest(\(attributeNames.count) attributes)" }
}
