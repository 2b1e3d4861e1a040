extension PlatformSSO {
    /// The framework's complete answer: access, and metadata or an error.
    public struct Answer: Hashable, Sendable {
        /// The app's access.
        public let access: Access
        /// The framework's metadata, if it was requested and available.
        public let metadata: AccountMetadata?
        /// The reason why there is no metadata.
        public let error: AccountError?

        /// Creates an answer.
        ///
        /// - Parameters:
        ///   - access: Whether the app has access.
        ///   - metadata: What the framework tells.
        ///   - error: Why it does not.
        public init(
            access: Access, metadata: AccountMetadata? = nil, error: AccountError? = nil
        ) {
            self.access = access
            self.metadata = metadata
            self.error = error
        }

        /// The same answer without what a provider said: neither SAML response nor its like.
        ///
        /// It is what a partner framework status is made of, and may be kept.
        public var status: Answer {
            Answer(
                access: Access(access.status, error: access.error?.bare),
                metadata: metadata.map {
                    AccountMetadata(
                        accountProviderIdentifier: $0.accountProviderIdentifier,
                        authenticationExpirationDate: $0.authenticationExpirationDate)
                },
                error: error?.bare)
        }
    }

    /// The strictness of judging an answer.
    public enum SignInTest: Hashable, Sendable, CaseIterable {
        /// v1: there is an expiration and it has not passed.
        case dated
        /// v2: the expiration, if there is one, is in the future.
        case futureIfAvailable
        /// v2 before decisions: there is an expiration and it is in the future.
        case future
    }

    /// The state of the sign-in at system level.
    public enum SignInState: Hashable, Sendable, CaseIterable {
        /// Somebody is signed in.
        case signedIn
        /// The app has no access.
        case accessNotGranted
        /// The framework answered with an error.
        case error
        /// Nobody is signed in.
        case notSignedIn
        /// The sign-in has expired.
        case expired
    }
}

extension PlatformSSO.Answer {
    /// Returns the state of the sign-in at system level.
    ///
    /// - Parameters:
    ///   - now: The time now.
    ///   - test: How strictly to judge.
    /// - Returns: The state.
    public func signInState(
        at now: Pass.Timestamp, test: PlatformSSO.SignInTest
    ) -> PlatformSSO.SignInState {
        guard access.isGranted else { return .accessNotGranted }
        guard error == nil else {
            return error?.code == .accessNotGranted ? .accessNotGranted : .error
        }
        guard let provider = metadata?.accountProviderIdentifier, !provider.rawValue.isEmpty else {
            return .notSignedIn
        }
        guard let expiration = metadata?.authenticationExpirationDate else {
            return test == .futureIfAvailable ? .signedIn : .notSignedIn
        }
        let holds = test == .dated ? now <= expiration : now < expiration
        return holds ? .signedIn : .expired
    }
}

extension PlatformSSO.AccountError {
    /// The error without what a provider said.
    var bare: Self { Self(code, unsupportedProvider: unsupportedProvider) }
}
