extension Pass {
    /// Tokens by which platforms other than Apple's, and services, carry a sign-in from app to app.
    public struct SignOnTokens: Hashable, Sendable, RedactedValue {
        /// `Adobe-Subject-Token`, a platform's identifier as a JWS or JWE (Amazon).
        public var subject: String?
        /// `X-Roku-Reserved-Roku-Connect-Token`, which Roku's system adds.
        public var rokuConnect: String?
        /// `AD-Service-Token`, a JWS signed by the programmer's service.
        public var service: String?

        /// Creates tokens.
        ///
        /// - Parameters:
        ///   - subject: A platform's identifier.
        ///   - rokuConnect: Roku's token.
        ///   - service: The programmer's service token.
        public init(subject: String? = nil, rokuConnect: String? = nil, service: String? = nil) {
            self.subject = subject
            self.rokuConnect = rokuConnect
            self.service = service
        }

        /// A short description; it never contains the tokens.
        public var description: String { "sign-on tokens" }
    }
}
