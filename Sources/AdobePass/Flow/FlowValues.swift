extension SignOnFlow {
    /// The sign-on's view of a v2 profile.
    public struct Profile: Hashable, Sendable, RedactedValue {
        /// The MVPD.
        public var mvpd: Pass.MVPDIdentifier
        /// The kind of sign-in.
        public var type: RESTv2.ProfileType
        /// The end of the profile's validity.
        public var notAfter: Pass.Timestamp
        /// The attributes of the user, by name.
        public var attributes: [String: RESTv2.Attribute]

        /// Creates a profile.
        ///
        /// - Parameters:
        ///   - mvpd: The MVPD.
        ///   - type: The kind of sign-in.
        ///   - notAfter: When the profile ends.
        ///   - attributes: What is known about the user.
        public init(
            mvpd: Pass.MVPDIdentifier, type: RESTv2.ProfileType, notAfter: Pass.Timestamp,
            attributes: [String: RESTv2.Attribute] = [:]
        ) {
            self.mvpd = mvpd
            self.type = type
            self.notAfter = notAfter
            self.attributes = attributes
        }
    }

    /// The progress of a regular authentication with a code.
    public struct Activation: Hashable, Sendable, RedactedValue {
        /// The code.
        public var code: Pass.AuthenticationCode
        /// The MVPD, unless it is chosen on the second screen.
        public var mvpd: Pass.MVPDIdentifier?
        /// v2: what a user agent opens, absolute or relative to the server.
        public var url: String?
        /// The end of the code's validity by this device's clock, counted from its receipt.
        public var notAfter: Pass.Timestamp?
    }
}
