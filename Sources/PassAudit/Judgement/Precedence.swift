/// One fault, one finding: an exchange that is evidence of one rule is not evidence of another that follows from it.
enum Precedence {
    /// The reported rule, and those that it suppresses.
    private static let table: [(reported: [String], suppressed: [String])] = [
        (["registration.tokenPerCall"], ["registration.tokenReused"]),
        (
            ["registration.renewedWithoutRegistering"],
            ["registration.credentialsReused", "registration.tokenReused"]
        ),
        (["registration.credentialsReused"], ["registration.tokenReused"]),
        (
            ["polling.stopsOnNewCode"],
            [
                "polling.stopsOnExpiry", "polling.stopsOnProfile", "polling.stopsOnError",
                "profiles.cached", "secondScreen.codeNotReused",
            ] + errors
        ),
        (
            ["polling.stopsOnExpiry"],
            ["polling.stopsOnProfile", "polling.stopsOnError", "profiles.cached"] + errors
        ),
        (["polling.stopsOnProfile"], ["polling.stopsOnError", "profiles.cached"] + errors),
        (["polling.stopsOnError"], ["profiles.cached"] + errors),
        (["polling.interval"], ["errors.throttleAvoided"]),
        (["polling.endpoint"], ["profiles.cached"]),
        (
            ["preauthorization.retriesOnlyMarked"],
            ["preauthorization.cached", "preauthorization.retryBounded"]
        ),
        (
            ["preauthorization.retryBounded", "authorization.retryBounded"],
            ["preauthorization.cached"] + errors
        ),
        (["errors.actionFollowed"], ["errors.statusHandled", "errors.bodiesRead"]),
        (["errors.statusHandled"], ["errors.bodiesRead"]),
        (["preauthorization.notForPlayback"], ["authorization.beforePlayback"]),
        (["mediaToken.usedOnce"], ["mediaToken.usedInTime", "authorization.beforePlayback"]),
        (["mediaToken.usedInTime"], ["authorization.beforePlayback"]),
        (
            ["requests.noV1Leftovers"],
            [
                "requests.documentedOnly", "headers.deviceInfoDecodable",
                "headers.deviceInfoComplete",
            ]
        ),
        (["security.noSecretsInURL"], ["requests.documentedOnly", "registration.requestForm"]),
        (
            ["headers.deviceIdentifier"],
            ["headers.deviceIdentifierFormat", "headers.deviceIdentifierStable"] + errors
        ),
        (["headers.deviceIdentifierFormat"], errors),
        (["headers.deviceInfo", "headers.deviceInfoDecodable"], errors),
        (["headers.authorization"], ["registration.unauthorizedRenewsFirst"] + errors),
        (["headers.deviceIdentifierStable"], ["registration.credentialsPerInstance"]),
        (
            ["apple.statusSent"],
            [
                "apple.statusFormat", "apple.statusOnDecisions", "apple.statusUsable",
                "apple.statusMatchesProvider",
            ] + errors
        ),
        (
            ["apple.statusFormat"],
            ["apple.statusOnDecisions", "apple.statusUsable", "apple.statusMatchesProvider"]
                + errors
        ),
        (
            ["apple.statusOnDecisions"],
            ["apple.statusUsable", "apple.statusMatchesProvider"] + errors
        ),
        (["apple.statusUsable"], ["apple.statusMatchesProvider"] + errors),
        (["apple.statusMatchesProvider"], errors),
        (
            ["apple.responseEncoding"],
            ["apple.responseNormalized", "apple.responseAnswersRequest"] + errors
        ),
        (["apple.responseNormalized"], ["apple.responseAnswersRequest"] + errors),
        (["apple.logoutGuided"], ["apple.profilesFirst"]),
        (["v1.hybrid"], ["v1.used", "registration.statementPerVersion"]),
        (["v1.used"], ["v1.sdkUsed"]),
        (["requests.path"], ["requests.documentedOnly"] + errors),
        (
            ["requests.contentType"],
            ["requests.requiredParameters", "requests.documentedOnly"] + errors
        ),
        (["requests.requiredParameters"], errors),
        (["tempPass.noSession"], ["sessions.notWithProfile"]),
        (["registration.tokenCheckedBeforeUse"], ["registration.unauthorizedRenewsFirst"]),
        (
            ["registration.unauthorizedRenewsFirst", "registration.unauthorizedRetriedOnce"], errors
        ),
        (["errors.throttleRespected"], ["errors.throttleAvoided"]),
    ]

    private static let errors = [
        "errors.actionFollowed", "errors.statusHandled", "errors.bodiesRead",
    ]

    /// Returns the findings without those that follow from others.
    static func applied(to findings: [Finding]) -> [Finding] {
        var kept = findings
        for (reported, suppressed) in table {
            let evidence = kept.filter { finding in
                finding.weight > .noted && reported.contains(finding.rule.id)
            }
            guard !evidence.isEmpty else { continue }
            let seen = Set(
                evidence.flatMap { $0.faults + $0.context }.map(ObjectIdentifier.init))
            kept.removeAll { finding in
                suppressed.contains(finding.rule.id) && !finding.faults.isEmpty
                    && finding.faults.contains { seen.contains(ObjectIdentifier($0)) }
            }
        }
        return kept
    }
}
