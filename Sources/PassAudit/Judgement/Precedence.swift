/// One fault, one finding: an exchange that is evidence of one rule is not evidence of another that follows from it.
enum Precedence {
    /// The reported rule, and those that it suppresses.
    private static let table: [(reported: [Rule.Name], suppressed: [Rule.Name])] = [
        ([.registrationTokenPerCall], [.registrationTokenReused]),
        (
            [.registrationRenewedWithoutRegistering],
            [.registrationCredentialsReused, .registrationTokenReused]
        ),
        ([.registrationCredentialsReused], [.registrationTokenReused]),
        (
            [.pollingStopsOnNewCode],
            [
                .pollingStopsOnExpiry, .pollingStopsOnProfile, .pollingStopsOnError,
                .profilesCached, .secondScreenCodeNotReused,
            ] + errors
        ),
        (
            [.pollingStopsOnExpiry],
            [.pollingStopsOnProfile, .pollingStopsOnError, .profilesCached] + errors
        ),
        ([.pollingStopsOnProfile], [.pollingStopsOnError, .profilesCached] + errors),
        ([.pollingStopsOnError], [.profilesCached] + errors),
        ([.pollingInterval], [.errorsThrottleAvoided]),
        ([.pollingEndpoint], [.profilesCached]),
        (
            [.preauthorizationRetriesOnlyMarked],
            [.preauthorizationCached, .preauthorizationRetryBounded]
        ),
        (
            [.preauthorizationRetryBounded, .authorizationRetryBounded],
            [.preauthorizationCached] + errors
        ),
        ([.errorsActionFollowed], [.errorsStatusHandled, .errorsBodiesRead]),
        ([.errorsStatusHandled], [.errorsBodiesRead]),
        ([.preauthorizationNotForPlayback], [.authorizationBeforePlayback]),
        ([.mediaTokenUsedOnce], [.mediaTokenUsedInTime, .authorizationBeforePlayback]),
        ([.mediaTokenUsedInTime], [.authorizationBeforePlayback]),
        (
            [.requestsNoV1Leftovers],
            [
                .requestsDocumentedOnly, .headersDeviceInfoDecodable,
                .headersDeviceInfoComplete,
            ]
        ),
        ([.securityNoSecretsInURL], [.requestsDocumentedOnly, .registrationRequestForm]),
        (
            [.headersDeviceIdentifier],
            [.headersDeviceIdentifierFormat, .headersDeviceIdentifierStable] + errors
        ),
        ([.headersDeviceIdentifierFormat], errors),
        ([.headersDeviceInfo, .headersDeviceInfoDecodable], errors),
        ([.headersAuthorization], [.registrationUnauthorizedRenewsFirst] + errors),
        ([.headersDeviceIdentifierStable], [.registrationCredentialsPerInstance]),
        (
            [.appleStatusSent],
            [
                .appleStatusFormat, .appleStatusOnDecisions, .appleStatusUsable,
                .appleStatusMatchesProvider,
            ] + errors
        ),
        (
            [.appleStatusFormat],
            [.appleStatusOnDecisions, .appleStatusUsable, .appleStatusMatchesProvider]
                + errors
        ),
        (
            [.appleStatusOnDecisions],
            [.appleStatusUsable, .appleStatusMatchesProvider] + errors
        ),
        ([.appleStatusUsable], [.appleStatusMatchesProvider] + errors),
        ([.appleStatusMatchesProvider], errors),
        (
            [.appleResponseEncoding],
            [.appleResponseNormalized, .appleResponseAnswersRequest] + errors
        ),
        ([.appleResponseNormalized], [.appleResponseAnswersRequest] + errors),
        ([.appleLogoutGuided], [.appleProfilesFirst]),
        ([.v1Hybrid], [.v1Used, .registrationStatementPerVersion]),
        ([.v1Used], [.v1SDKUsed]),
        ([.requestsPath], [.requestsDocumentedOnly] + errors),
        (
            [.requestsContentType],
            [.requestsRequiredParameters, .requestsDocumentedOnly] + errors
        ),
        ([.requestsRequiredParameters], errors),
        ([.tempPassNoSession], [.sessionsNotWithProfile]),
        ([.registrationTokenCheckedBeforeUse], [.registrationUnauthorizedRenewsFirst]),
        (
            [.registrationUnauthorizedRenewsFirst, .registrationUnauthorizedRetriedOnce], errors
        ),
        ([.errorsThrottleRespected], [.errorsThrottleAvoided]),
    ]

    private static let errors: [Rule.Name] = [
        .errorsActionFollowed, .errorsStatusHandled, .errorsBodiesRead,
    ]

    /// Returns the findings without those that follow from others.
    static func applied(to findings: [Finding]) -> [Finding] {
        var kept = findings
        for (reported, suppressed) in table {
            let evidence = kept.filter { finding in
                finding.severity > .noted && reported.contains(finding.rule.name)
            }
            guard !evidence.isEmpty else { continue }
            let seen = Set(
                evidence.flatMap { $0.faults + $0.context }.map(ObjectIdentifier.init))
            kept.removeAll { finding in
                suppressed.contains(finding.rule.name) && !finding.faults.isEmpty
                    && finding.faults.contains { seen.contains(ObjectIdentifier($0)) }
            }
        }
        return kept
    }
}
