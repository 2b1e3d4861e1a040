extension SandboxConfiguration {
    /// The choices that Adobe's documentation leaves open, or describes in two ways.
    package struct Choices: Codable, Hashable, Sendable {
        /// The answer to an unusable partner framework status when a session is requested.
        package enum StatusFallback: String, Codable, Hashable, Sendable, CaseIterable {
            /// `authenticate` with the MVPD if the status names one, else `resume`.
            case known
            /// Always `resume`, with the MVPD among the missing parameters.
            case resume
            /// Always `authenticate`, without an MVPD if none is known.
            case authenticate
        }

        /// The place of an error about the profile in the answer to a decision.
        package enum ErrorPlace: String, Codable, Hashable, Sendable, CaseIterable {
            /// The answer is the error.
            case top
            /// Every decision has it, and the status is 200.
            case item
        }

        /// A Boolean value that indicates whether `X-Device-Info` that is not Base64 of a JSON
        /// object is refused.
        package var strictDeviceInformation = false
        /// The answer to an unusable partner framework status when a session is requested.
        package var statusFallback = StatusFallback.known
        /// A Boolean value that indicates whether `profiles/{mvpd}` answers 400 if the status names
        /// another MVPD.
        package var refusesOtherProviderInProfiles = false
        /// A Boolean value that indicates whether `profiles/sso` answers 400 if sign-on is
        /// disabled, not the regular profiles.
        package var refusesDisabledSignOn = true
        /// The place of an error about the profile in the answer to a decision.
        package var profileErrors = ErrorPlace.top
        /// The code for an access token that has expired.
        package var expiredTokenCode = "invalid_access_token_client_application"
        /// A Boolean value that indicates whether logout needs `redirectUrl`.
        package var requiresLogoutRedirect = false
        /// A Boolean value that indicates whether v1 answers with enhanced errors.
        package var enhancedErrorsInV1 = false
        /// A Boolean value that indicates whether device information has to name an Apple system
        /// for sign-on through Apple.
        package var requiresAppleDevice = true
        /// A Boolean value that indicates whether the signature of a SAML response is checked.
        package var checksSAMLSignature = true
        /// A Boolean value that indicates whether status, audience and time of a SAML response are
        /// checked.
        package var checksSAMLConditions = true
        /// A Boolean value that indicates whether a SAML response must have one of the attributes
        /// that were asked for.
        package var checksSAMLAttributes = true
        /// A Boolean value that indicates whether a SAML response must answer a query that this
        /// sandbox sent to the device.
        package var checksSAMLQuery = true

        /// Creates the usual choices.
        package init() {}

        /// Reads choices.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            strictDeviceInformation = try members.value(
                .strictDeviceInformation, or: strictDeviceInformation)
            statusFallback = try members.value(.statusFallback, or: statusFallback)
            refusesOtherProviderInProfiles = try members.value(
                .refusesOtherProviderInProfiles, or: refusesOtherProviderInProfiles)
            refusesDisabledSignOn = try members.value(
                .refusesDisabledSignOn, or: refusesDisabledSignOn)
            profileErrors = try members.value(.profileErrors, or: profileErrors)
            expiredTokenCode = try members.value(.expiredTokenCode, or: expiredTokenCode)
            requiresLogoutRedirect = try members.value(
                .requiresLogoutRedirect, or: requiresLogoutRedirect)
            enhancedErrorsInV1 = try members.value(.enhancedErrorsInV1, or: enhancedErrorsInV1)
            requiresAppleDevice = try members.value(.requiresAppleDevice, or: requiresAppleDevice)
            checksSAMLSignature = try members.value(.checksSAMLSignature, or: checksSAMLSignature)
            checksSAMLConditions = try members.value(
                .checksSAMLConditions, or: checksSAMLConditions)
            checksSAMLAttributes = try members.value(
                .checksSAMLAttributes, or: checksSAMLAttributes)
            checksSAMLQuery = try members.value(.checksSAMLQuery, or: checksSAMLQuery)
        }
    }
}
