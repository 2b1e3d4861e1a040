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

        enum CodingKeys: String, WireKey {
            case actionName, actionType, reasonType, missingParameters, url, code, mvpd
            case serviceProvider, notBefore, notAfter, authenticationRequest
            case sessionID = "sessionId"
        }

        /// Creates a session from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if the action, its type or the reason is missing.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            actionName = try values.decode(ActionName.self, forKey: .actionName)
            actionType = try values.decode(ActionType.self, forKey: .actionType)
            reasonType = try values.decode(ReasonType.self, forKey: .reasonType)
            missingParameters = try values.list(.missingParameters)
            url = try values.text(.url)
            code = try values.word(.code)
            sessionID = try values.text(.sessionID)
            mvpd = try values.word(.mvpd)
            serviceProvider = try values.word(.serviceProvider)
            notBefore = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .notBefore)
            notAfter = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .notAfter)
            authenticationRequest = try values.decodeIfPresent(
                AuthenticationRequest.self, forKey: .authenticationRequest)
        }

        /// A short description; it never contains the code.
        public var description: String { "authentication session" }
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
            case otherAttributeNames = "attributeNames"
        }

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
                ?? values.list(.otherAttributeNames)
        }

        /// Writes the request as JSON.
        ///
        /// - Parameter encoder: The encoder.
        /// - Throws: What the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(type, forKey: .type)
            try values.encode(request, forKey: .request)
            try values.encode(attributeNames, forKey: .attributeNames)
        }

        /// A short description; it never contains the request.
        public var description: String { "authentication request for a partner" }
    }
}
