extension Pass {
    /// The status of the user in a partner's framework, for `AP-Partner-Framework-Status`.
    public struct PartnerFrameworkStatus: Hashable, Sendable, Encodable, RedactedValue {
        /// An error of the framework's.
        public struct FrameworkError: Hashable, Sendable, Encodable {
            /// Its code.
            public let code: String
            /// The error message.
            public let message: String

            /// Creates an error.
            ///
            /// - Parameters:
            ///   - code: Its code.
            ///   - message: What it says.
            public init(code: String, message: String) {
                self.code = code
                self.message = message
            }
        }

        /// The user's consent to the app's access to the subscription.
        public var accessStatus: AccessStatus
        /// The error of the request for access.
        public var permissionError: FrameworkError?
        /// Apple's identifier of the provider that the user is signed in with at system level.
        public var provider: PlatformMappingIdentifier?
        /// The end of the sign-in's validity.
        public var expirationDate: Timestamp?
        /// The error of the request for the provider.
        public var providerError: FrameworkError?

        /// Creates a status.
        ///
        /// - Parameters:
        ///   - accessStatus: Whether the user lets the app see the subscription.
        ///   - permissionError: What went wrong when the user was asked.
        ///   - provider: The provider that the user is signed in with at system level.
        ///   - expirationDate: When that sign-in ends.
        ///   - providerError: What went wrong when the provider was asked for.
        public init(
            accessStatus: AccessStatus, permissionError: FrameworkError? = nil,
            provider: PlatformMappingIdentifier? = nil, expirationDate: Timestamp? = nil,
            providerError: FrameworkError? = nil
        ) {
            self.accessStatus = accessStatus
            self.permissionError = permissionError
            self.provider = provider
            self.expirationDate = expirationDate
            self.providerError = providerError
        }

        /// Returns whether a sign-in can be started with the status: access is granted, the
        /// provider is known, and the end of its sign-in, if it is known, has not come.
        ///
        /// - Parameter time: When.
        /// - Returns: Whether it can.
        public func isValid(at time: Timestamp) -> Bool {
            accessStatus == .granted && provider != nil && expirationDate.map { time < $0 } ?? true
        }

        /// Returns whether decisions can be asked for with the status, for which the end of the
        /// provider's sign-in has to be known.
        ///
        /// - Parameter time: When.
        /// - Returns: Whether they can.
        public func isValidForDecisions(at time: Timestamp) -> Bool {
            isValid(at: time) && expirationDate != nil
        }

        /// The value of the header: Base64 of JSON.
        public var headerValue: String { HeaderJSON.base64(of: self) }

        /// Writes the status as JSON; `frameworkProviderInfo` is empty if nothing is known.
        ///
        /// - Parameter encoder: The encoder.
        /// - Throws: What the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            var permission = values.nestedContainer(keyedBy: CodingKeys.self, forKey: .permission)
            try permission.encode(accessStatus, forKey: .accessStatus)
            try permission.encodeIfPresent(permissionError, forKey: .error)
            var info = values.nestedContainer(keyedBy: CodingKeys.self, forKey: .providerInfo)
            try info.encodeIfPresent(provider, forKey: .id)
            // A string, unlike every other instant that a client sends.
            try info.encodeIfPresent(
                expirationDate.map { String($0.milliseconds) }, forKey: .expirationDate)
            try info.encodeIfPresent(providerError, forKey: .error)
        }

        enum CodingKeys: String, CodingKey {
            case permission = "frameworkPermissionInfo"
            case providerInfo = "frameworkProviderInfo"
            case accessStatus, id, expirationDate, error
        }

        /// The access status; never the provider.
        public var description: String {
            "partner framework status" + (accessStatus == .granted ? " (granted)" : "")
        }
    }
}
