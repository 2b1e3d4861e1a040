extension RESTv2 {
    /// The type of a profile.
    public struct ProfileType: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The user signed in with the MVPD.
        public static let regular: Self = "regular"
        /// The user signed in through Apple's framework.
        public static let appleSSO: Self = "appleSSO"
        /// The user signed in through a platform's identifier.
        public static let platformSSO: Self = "platformSSO"
        /// The user signed in through a service token.
        public static let serviceTokenSSO: Self = "serviceTokenSSO"
        /// A degradation rule signs everybody in.
        public static let degraded: Self = "degraded"
        /// The MVPD stands for temporary access.
        public static let temporary: Self = "temporary"
    }
}

extension RESTv2 {
    /// The state of an attribute's value: plain or encrypted.
    public struct AttributeState: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The value is readable.
        public static let plain: Self = "plain"
        /// The value is encrypted for the programmer.
        public static let encrypted: Self = "enc"

        /// A Boolean value that indicates whether the value has to be decrypted: true for
        /// everything but `plain`, since `enc` and `encrypted` both occur.
        public var isEncrypted: Bool { self != .plain }
    }
}
