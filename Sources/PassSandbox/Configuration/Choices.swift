extension SandboxConfiguration {
    /// The choices that Adobe's documentation leaves open, or describes in two ways.
    package struct Choices: Codable, Equatable, Sendable {
        /// The answer to an unusable partner framework status when a session is requested.
        enum StatusFallback: String, Codable, CaseIterable {
            /// `authenticate` with the MVPD if the status names one, else `resume`.
            case known
            /// Always `resume`, with the MVPD among the missing parameters.
            case resume
            /// Always `authenticate`, without an MVPD if none is known.
            case authenticate
        }

        /// The place of an error about the profile in the answer to a decision.
        enum ErrorPlace: String, Codable, CaseIterable {
            /// The answer is the error.
            case top
            /// Every decision has it, and the status is 200.
            case item
        }

        /// A Boolean value that indicates whether `X-Device-Info` that is not Base64 of a JSON
        /// object is refused.
        var strictDeviceInformation = false
        /// The answer to an unusable partner framework status when a session is requested.
        var statusFallback = StatusFallback.known
        /// A Boolean value that indicates whether `profiles/{mvpd}` answers 400 if the status names
        /// another MVPD.
        var refusesOtherProviderInProfiles = false
        /// A Boolean value that indicates whether `profiles/sso` answers 400 if sign-on is
        /// disabled, not the regular profiles.
        var refusesDisabledSignOn = true
        /// The place of an error about the profile in the answer to a decision.
        var profileErrors = ErrorPlace.top
        /// The code for an access token that has expired.
        var expiredTokenCode = "invalid_access_token_client_application"
        /// A Boolean value that indicates whether logout needs `redirectUrl`.
        var requiresLogoutRedirect = false
        /// A Boolean value that indicates whether v1 answers with enhanced errors.
        var enhancedErrorsInV1 = false
        /// A Boolean value that indicates whether device information has to name an Apple system
        /// for sign-on through Apple.
        var requiresAppleDevice = true
        /// A Boolean value that indicates whether the signature of a SAML response is checked.
        var checksSAMLSignature = true
        /// A Boolean value that indicates whether a signature that the cookbook's normalization
        /// broke does.
        ///
        /// The cookbook asks for the normalization, and no page of Adobe's says how its verifier
        /// treats a response that was signed with its line breaks.
        package var acceptsCollapsed = false
        /// A Boolean value that indicates whether status, audience and time of a SAML response are
        /// checked.
        var checksSAMLConditions = true
        /// A Boolean value that indicates whether a SAML response must have one of the attributes
        /// that were asked for.
        var checksSAMLAttributes = true
        /// A Boolean value that indicates whether a SAML response must answer a query that this
        /// sandbox sent to the device.
        package var checksSAMLQuery = true
    }
}
