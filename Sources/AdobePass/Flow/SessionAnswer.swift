extension SignOnFlow {
    /// The sign-on's view of the answer to a v2 session call.
    ///
    /// It may hold a SAML request, which neither a description nor a mirror shows.
    public struct SessionAnswer: Hashable, Sendable {
        /// The name of the next action.
        public var actionName: RESTv2.ActionName
        /// The reason for the action.
        public var reasonType: RESTv2.ReasonType
        /// The address of the action.
        public var url: String?
        /// The code of the session.
        public var code: Pass.AuthenticationCode?
        /// The end of the code's validity.
        public var notAfter: Pass.Timestamp?
        /// The MVPD.
        public var mvpd: Pass.MVPDIdentifier?
        /// The parameters that the session lacks.
        public var missingParameters: Set<RESTv2.SessionParameter>
        /// The request for the framework.
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

    /// The request that v2 passes to the framework.
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

        /// A Boolean value that indicates whether the framework can do something with it.
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
    /// The number of queried attributes; never the request.
    public var description: String { "AuthenticationRequest(\(attributeNames.count) attributes)" }
}
