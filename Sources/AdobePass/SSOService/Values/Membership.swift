extension SSOService {
    /// The proof by which a device joins those that share a sign-in.
    @nonexhaustive
    public enum Membership: Hashable, Sendable, RedactedValue {
        /// The identifier of the user's account with the programmer, for `X-SSO-ID`.
        ///
        /// It has to be unique and lasting. Anyone who sees a token can read it: use an opaque
        /// identifier or a keyed hash, never an address.
        case account(String)
        /// The code that a device which shares the sign-in shows, as the user typed it.
        ///
        /// It is good once. The device joins without the user's account, so keep the token.
        case linkCode(String)
        /// The token of an earlier run of the app.
        case token(ServiceToken)
    }
}
