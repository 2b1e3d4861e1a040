extension SAML {
    /// The kind of exchange that a response belongs to, which determines its requirements.
    package enum Profile: String, Hashable, Sendable, CaseIterable {
        /// The answer to an attribute query (SAML Profiles, section 6).
        ///
        /// It needs neither an `AuthnStatement` nor a bearer confirmation, because it is not a sign-in.
        case attributeQuery = "attribute-query"
        /// The answer that signs a user in through a browser (SAML Profiles, section 4.1.4).
        ///
        /// It must name its issuer, have conditions, restrict its audience to the receiver, carry an `AuthnStatement`, and have a
        /// bearer confirmation that says where and until when it may be presented.
        case webSSO = "web-sso"
    }
}
