extension Pass {
    /// Tokens by which platforms other than Apple's, and services, carry a sign-in from app to app.
    public struct SignOnTokens: Hashable, Sendable, RedactedValue {
        /// `Adobe-Subject-Token`, a platform's identifier as a JWS or JWE (Amazon).
        public var subject: String?
        /// `X-Roku-Reserved-Roku-Connect-Token`, which Roku's system adds.
        public var rokuConnect: String?
        /// `AD-Service-Token`, a JWS signed by the programmer's service.
        public var service: String?

        /// Creates a value without tokens.
        public init() {}
    }
}
