extension RESTv2 {
    /// An authentication session: what has to be done next for the user to be signed in.
    public struct Session: Hashable, Sendable, Codable, RedactedValue {
        /// The name of the next action.
        public let actionName: ActionName
        /// The type of the next action.
        public let actionType: ActionType
        /// The reason for the next action.
        public let reasonType: ReasonType
        /// The parameters to send, for ``ActionName/resume`` and ``ActionName/retry``.
        public let missingParameters: [SessionParameter]
        /// The address of the next action, absolute or relative to the called host.
        public let url: String?
        /// The code that names the session.
        public let code: Pass.AuthenticationCode?
        /// A name of the session for questions to Adobe's support.
        public let sessionID: String?
        /// The MVPD, once it is known.
        public let mvpd: Pass.MVPDIdentifier?
        /// The service provider.
        public let serviceProvider: Pass.ServiceProvider?
        /// The beginning of the code's validity.
        public let notBefore: Pass.Timestamp?
        /// The end of the code's validity.
        public let notAfter: Pass.Timestamp?
        /// The request for the partner's framework, for ``ActionName/partnerProfile``.
        public let authenticationRequest: AuthenticationRequest?

        /// The time that the code is valid, from its receipt on: the two instants are the server's.
        var validity: Duration? { Duration.from(notBefore, to: notAfter) }

        enum CodingKeys: String, LenientKey {
            case actionName, actionType, reasonType, missingParameters, url, code, mvpd
            case serviceProvider, notBefore, notAfter, authenticationRequest
            case sessionID = "sessionId"
        }

        /// Action and reason; never code, address or request.
        public var description: String {
            "Session(\(actionName.rawValue), \(reasonType.rawValue))"
        }
    }

    /// The request with which a partner's framework queries the MVPD.
    public struct AuthenticationRequest: Hashable, Sendable, Codable, RedactedValue {
        /// The protocol, `saml`.
        public let type: String?
        /// The request, which is passed on unchanged as the verification token.
        public let request: String
        /// The names of the attributes to ask for.
        public let attributeNames: [String]

        enum CodingKeys: String, WireKey {
            case type, request
            case attributeNames = "attributesNames"
        }
    }
}

extension RESTv2.AuthenticationRequest {
    /// Creates a request from JSON; the attribute names may be spelt in either way.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if there is no `request`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        type = try values.text(.type)
        request = try values.decode(String.self, forKey: .request)
        attributeNames =
            try values.decodeIfPresent([String].self, forKey: .attributeNames)
            ?? decoder.container(keyedBy: MapKey.self).list(
                MapKey(stringValue: "attributeNames"))
    }
}
