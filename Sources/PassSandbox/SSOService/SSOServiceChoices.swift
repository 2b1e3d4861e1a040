extension SandboxConfiguration {
    /// The choices that Adobe's page on the SSO Service leaves open, or describes in two ways.
    package struct SSOService: Codable, Equatable, Sendable {
        /// The names of the token and the link code in answers.
        enum FieldNames: String, Codable, CaseIterable {
            /// `serviceToken` and `code`, as the samples have them.
            case samples
            /// `jws` and `link`, as the tables have them.
            case tables
            /// All four.
            case both
        }

        /// The signature of tokens.
        enum Algorithm: String, Codable, CaseIterable {
            /// RSA, as REST API v2's page on the header field says.
            case rs256 = "RS256"
            /// A shared secret, as the sample of a token has it.
            case hs256 = "HS256"
        }

        /// The names of the token and the link code in answers.
        var fieldNames = FieldNames.samples
        /// The signature of tokens.
        var algorithm = Algorithm.rs256
        /// The lifetime of a token, in seconds.
        var token = 3_600
        /// For how many seconds after its end a token can be exchanged for another.
        var refreshAfterEnd = 86_400
        /// The lifetime of a link code, in seconds.
        var linkCode = 900
        /// The number of characters of a link code.
        var linkCodeLength = 6
        /// The characters of link codes.
        var linkCodeAlphabet = "0123456789"
        /// A Boolean value that indicates whether an expired link code is answered 401
        /// `token_expired`, not 400 `token_invalid`.
        var tellsExpiredLinkCodes = false
        /// A Boolean value that indicates whether a request with `X-SSO-ID` and `X-SSO-LINK` is
        /// refused; otherwise the link wins.
        var refusesBothHeaders = false
        /// A Boolean value that indicates whether the device identifier stands for a missing
        /// `X-SSO-ID`.
        var usesDeviceIdentifier = false
        /// A Boolean value that indicates whether a device may send the token of another one.
        var acceptsTokensOfOtherDevices = false
        /// A Boolean value that indicates whether the tokens of unlinked devices stay good.
        var keepsUnlinkedTokens = false
        /// A Boolean value that indicates whether REST API v2 refuses a token that is not valid;
        /// otherwise it serves the request without the token.
        var refusesInvalidTokensInV2 = false
        /// A Boolean value that indicates whether a sign-in is shared among service providers.
        var spansServiceProviders = false
        /// A Boolean value that indicates whether the calls are throttled like those of REST API v2.
        var isThrottled = true
    }
}
