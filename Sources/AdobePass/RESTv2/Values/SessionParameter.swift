extension RESTv2 {
    /// A parameter of a session.
    public struct SessionParameter: Pass.Word, CodingKeyRepresentable {
        /// The name as it is sent, with `domain`, the other spelling of `domainName`, replaced.
        public let rawValue: String
        /// Creates a parameter from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue == "domain" ? "domainName" : rawValue
        }

        /// The MVPD.
        public static let mvpd: Self = "mvpd"
        /// The domain of the app or site.
        public static let domainName: Self = "domainName"
        /// The page that ends the user agent's sign-in.
        public static let redirectURL: Self = "redirectUrl"
        /// The service provider.
        public static let serviceProvider: Self = "serviceProvider"
    }
}
