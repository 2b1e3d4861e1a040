/// The reason to keep a rule, and the change that keeps it.
package struct RuleAdvice: Hashable, Sendable {
    /// The risk of breaking the rule, in the words of Adobe's pages where they state one.
    package let risk: String
    /// The change to make in the app.
    package let change: String

    init(_ risk: String, _ change: String) {
        self.risk = risk
        self.change = change
    }

    static let all: [String: RuleAdvice] =
        ofRegistration.merging(ofSignIn) { first, _ in first }
        .merging(ofDecisions) { first, _ in first }.merging(ofRequests) { first, _ in first }
        .merging(ofSecurity) { first, _ in first }.merging(ofSignOn) { first, _ in first }

    /// The risk that Adobe states for most rules about the number of calls.
    private static let load = "load, latency, 429 answers"

    private static let ofRegistration: [String: RuleAdvice] = [
        "registration.scope": RuleAdvice(
            "401 answers to every call, load, latency",
            "Download a software statement of an application with the scope api:client:v2, and "
                + "register with that one."),
        "registration.credentialsReused": RuleAdvice(
            "users lose their sign-in: profiles belong to the client credentials",
            "Save client_id and client_secret where they survive restarts and updates. Register only "
                + "if there are none, or after invalid_client."),
        "registration.tokenReused": RuleAdvice(
            load,
            "Save the access token with its end (time of the answer plus expires_in). Request the "
                + "next one shortly before that end, or after a 401."),
        "registration.tokenPerCall": RuleAdvice(
            load,
            "Keep one access token for all calls until it ends; look for the token request in the "
                + "code that sends each call."),
        "registration.renewedWithoutRegistering": RuleAdvice(
            "the user has to sign in again",
            "After a 401, call token with the stored credentials. Register again only if that answers "
                + "invalid_client, or the new token is refused with application-registration."),
        "registration.tokenCheckedBeforeUse": RuleAdvice(
            "401 answers, load, latency",
            "Compare the stored end of the token with the clock before each call, and renew first."),
        "registration.unauthorizedRenewsFirst": RuleAdvice(
            "401 answers, load, latency",
            "On 401, get a new access token and repeat the call with that one."),
        "registration.unauthorizedRetriedOnce": RuleAdvice(
            "an endless loop of refused calls",
            "Repeat a refused call once. If the new token is refused, too, register again or give up."
        ),
        "registration.requestForm": RuleAdvice(
            "400 answers; an unknown platform",
            "POST register as JSON with software_statement; POST token as a form with client_id, "
                + "client_secret and grant_type=client_credentials. Send X-Device-Info with both."),
        "registration.credentialsPerInstance": RuleAdvice(
            "one revoked client stops all users; profiles of users mix",
            "Register once for each user's instance of the app, on a server as well."),
        "registration.statementPerVersion": RuleAdvice(
            "401 answers", "Use a software statement of its own for REST API v2."),
        "configuration.onlyForSelection": RuleAdvice(
            "load, latency",
            "Look for a profile first. Fetch the configuration only when the user has to choose a "
                + "provider."),
        "configuration.providerRemembered": RuleAdvice(
            "load, latency",
            "Save id, displayName and logoUrl of the chosen provider, and ask for profiles/{mvpd} on "
                + "the next start."),
        "configuration.cached": RuleAdvice(
            "load, latency", "Keep the configuration for 3 to 5 minutes."),
    ]

    private static let ofSignIn: [String: RuleAdvice] = [
        "sessions.nextActionFollowed": RuleAdvice(
            "a poor experience: users are asked to sign in for nothing, or cannot",
            "Branch on actionName and actionType of the answer, authorize and resume among them."),
        "sessions.notWithProfile": RuleAdvice(
            "users are asked to sign in although they are signed in",
            "Use the profile until its notAfter, and go on to the decision."),
        "sessions.completeOnPrimary": RuleAdvice(
            "a needless call", "Send mvpd, domainName and redirectUrl with the first call."),
        "sessions.redirectEncodedOnce": RuleAdvice(
            "the browser does not come back to the app",
            "Encode redirectUrl once; a form or URL builder does it already."),
        "sessions.authenticateInUserAgent": RuleAdvice(
            "the sign-in page does not open; tokens reach pages of others",
            "Open the url in a browser component, and send no headers of the app with it."),
        "polling.startsInTime": RuleAdvice(
            load,
            "On the same screen, start to poll when the browser reaches redirectUrl; on a second "
                + "screen, as soon as the code is shown."),
        "polling.stopsOnProfile": RuleAdvice(
            load, "Stop the timer when an answer has a profile."),
        "polling.stopsOnExpiry": RuleAdvice(
            load, "Stop at notAfter of the session, and offer a new code."),
        "polling.stopsOnNewCode": RuleAdvice(
            load, "Stop polling the former code when a new one is requested."),
        "polling.interval": RuleAdvice(
            load, "Wait 3 to 5 seconds between two polls, and use one timer."),
        "polling.endpoint": RuleAdvice(
            load, "Poll profiles/code/{code}; the other calls are for other moments."),
        "polling.stopsOnError": RuleAdvice(
            load, "Stop on an error that says that the session is gone, and request a new code."),
        "secondScreen.codeValidated": RuleAdvice(
            "errors and confusion during sign-in",
            "Call sessions/{code} with a typed code before you open authenticate."),
        "secondScreen.noInventedDevice": RuleAdvice(
            "the code may be taken for another device's",
            "Send no AP-Device-Identifier of the second screen with a code."),
        "secondScreen.codeNotReused": RuleAdvice(
            "400 answers", "Use a code until it is complete, has expired or was replaced."),
        "profiles.cached": RuleAdvice(
            load,
            "Keep the profile until its notAfter. Read it again at the start, after a sign-in or "
                + "sign-out, and after an error with the action authentication."),
        "profiles.multipleHandled": RuleAdvice(
            "a malfunction with users of several providers",
            "Let the user choose, or take the profile with the longest validity."),
    ]

    private static let ofDecisions: [String: RuleAdvice] = [
        "preauthorization.notForPlayback": RuleAdvice(
            "breach of contract, monitoring bypassed",
            "Call decisions/authorize before playback; a preauthorization only filters the catalogue."
        ),
        "preauthorization.retryBounded": RuleAdvice(
            "load, 429 answers",
            "Repeat only if action is retry, 2 or 3 times, with a pause. Take every other denial as "
                + "final."),
        "preauthorization.cached": RuleAdvice(
            load, "Keep permits in memory while the app runs."),
        "preauthorization.retriesOnlyMarked": RuleAdvice(
            "load", "Repeat only the items whose error says retry."),
        "preauthorization.resourceLimit": RuleAdvice(
            "the call is refused", "Ask for at most the agreed number of resources, usually 5."),
        "preauthorization.feedback": RuleAdvice(
            "a poor experience", "Show the message or details of the denial."),
        "authorization.beforePlayback": RuleAdvice(
            "breach of contract, monitoring bypassed",
            "Call decisions/authorize before every playback, whether or not it was preauthorized."),
        "authorization.notRefreshedWhilePlaying": RuleAdvice(
            "breach of contract, monitoring bypassed",
            "Let the stream go on when the media token ends; authorize again for the next playback."
        ),
        "authorization.retryBounded": RuleAdvice(
            "load, 429 answers",
            "Repeat only if action is retry, 2 or 3 times, with a pause. Take every other denial as "
                + "final."),
        "authorization.resourceLimit": RuleAdvice(
            "the call is refused", "Authorize one resource in a call."),
        "authorization.feedback": RuleAdvice(
            "a poor experience", "Show the message or details of the denial."),
        "mediaToken.verified": RuleAdvice(
            "stream ripping",
            "Send serializedToken to your own server, verify it there, and give the stream only then."
        ),
        "mediaToken.usedInTime": RuleAdvice(
            "playback fails", "Use a media token at once, and authorize again if it has ended."),
        "mediaToken.usedOnce": RuleAdvice(
            "stream ripping", "Use each media token for one playback; do not store it."),
        "logout.actionFollowed": RuleAdvice(
            "a malfunction: the provider still has the user signed in",
            "Open url of the answer in a browser if the actionType is interactive."),
        "logout.onlyOnRequest": RuleAdvice(
            "users think that signing in does not work",
            "Call logout only when the user asks for it, never after a denial or an error."),
        "apple.logoutGuided": RuleAdvice(
            "a malfunction: the user cannot sign out",
            "After partner_logout, tell the user to sign out in the settings of the system, and do "
                + "not sign in again by yourself."),
    ]

    private static let ofRequests: [String: RuleAdvice] = [
        "headers.authorization": RuleAdvice(
            "401 answers, load, latency", "Send Authorization: Bearer and the access token."),
        "headers.deviceIdentifier": RuleAdvice(
            "400 answers, load, latency",
            "Send AP-Device-Identifier of the streaming device with every request."),
        "headers.deviceInfo": RuleAdvice(
            "an unknown platform, shorter sign-ins, no home-based authentication",
            "Send X-Device-Info of the streaming device with every request."),
        "headers.realDevice": RuleAdvice(
            "400 answers, an unknown platform",
            "Pass on the identifier and the information of the user's device, not the server's."),
        "headers.deviceIdentifierStable": RuleAdvice(
            "users lose their sign-in",
            "Save the identifier where updates and restarts leave it, and never make a new one."),
        "headers.deviceIdentifierFormat": RuleAdvice(
            "400 answers",
            "Send the word fingerprint, a space, and standard Base64 of the identifier."),
        "headers.deviceInfoDecodable": RuleAdvice(
            "400 answers, an unknown platform", "Send standard Base64 of a JSON object."),
        "headers.deviceInfoComplete": RuleAdvice(
            "an unknown platform, shorter sign-ins",
            "Give model, version, osName, osVersion and connectionType, in the words of Adobe's page."
        ),
        "headers.forwardedFor": RuleAdvice(
            "one throttle for all users, so 429 answers; a wrong location",
            "Send X-Forwarded-For with the public address of the user's device."),
        "requests.documentedOnly": RuleAdvice(
            "400 answers, load, latency", "Remove the parameters and headers that are named."),
        "requests.noV1Leftovers": RuleAdvice(
            "400 answers", "Use the names of v2; do not percent-encode X-Device-Info."),
        "requests.path": RuleAdvice(
            "404 or 405 answers", "Take method and path from the reference of the endpoint."),
        "requests.contentType": RuleAdvice(
            "400 answers",
            "Send a form to sessions and partner calls, JSON to decisions, and accept JSON."),
        "requests.requiredParameters": RuleAdvice(
            "400 answers", "Send the parameters that are named."),
        "errors.actionFollowed": RuleAdvice(
            "load, 429 answers; a malfunction, unclear messages",
            "Branch on action of the error: only retry is worth a repetition."),
        "errors.statusHandled": RuleAdvice(
            "load, 429 answers; a malfunction",
            "Do not repeat 400, 403, 404 and 405; repeat 500 three times at most, with pauses."),
        "errors.bodiesRead": RuleAdvice(
            "the same error for every user", "Read code of the error, and repair what it names."),
        "errors.throttleRespected": RuleAdvice(
            "the app stays locked out", "Wait at least one second after 429, then longer."),
        "errors.throttleAvoided": RuleAdvice(
            "429 answers", "Send one request a second at most; put the others into a queue."),
        "testing.environment": RuleAdvice(
            "defects at launch, slow help",
            "Build and test in prequal production and release staging before release production."),
        "testing.environmentMixed": RuleAdvice(
            "401 and 400 answers", "Choose the hosts of one environment in one place."),
        "testing.coverage": RuleAdvice(
            "surprises in production", "Record the situations that were not seen, too."),
        "testing.tools": RuleAdvice(
            "slow tests", "Try calls on Adobe's developer site."),
    ]

    private static let ofSecurity: [String: RuleAdvice] = [
        "v1.used": RuleAdvice(
            "support ended on 2025-12-31; at the end of life, planned for the end of 2026, calls "
                + "stop working, sign-ins included", "Replace the call by the one of v2."),
        "v1.sdkUsed": RuleAdvice(
            "support ended on 2026-05-31; at the end of life, planned for the end of 2026, the SDKs "
                + "stop working", "Call REST API v2 instead of the SDK."),
        "v1.hybrid": RuleAdvice(
            "sign-ins are not shared: users are asked again, or not recognized",
            "Move all calls of an app to v2 at once, and both apps of a second-screen pair."),
        "security.https": RuleAdvice(
            "tokens can be read on the way", "Use https for every address of Adobe's."),
        "security.noSecretsInURL": RuleAdvice(
            "URLs end up in logs, histories and Referer headers",
            "Send tokens in headers and secrets in bodies."),
        "security.tokensStayAtAdobe": RuleAdvice(
            "others can act as your app or your user",
            "Remove the value from requests to others, logs and crash reports among them."),
        "security.statementOnlyAtRegistration": RuleAdvice(
            "others can register as your app", "Send the software statement to register only."),
        "security.identityHashed": RuleAdvice(
            "personal data leaves the app", "Send a SHA-256 or SHA-512 digest of the address."),
        "caching.validators": RuleAdvice(
            "needless calls", "Respect max-age and Retry-After."),
    ]

    private static let ofSignOn: [String: RuleAdvice] = [
        "apple.statusSent": RuleAdvice(
            "no sign-on: the call falls back or is refused",
            "Send AP-Partner-Framework-Status with every partner call."),
        "apple.statusFormat": RuleAdvice(
            "no sign-on: the status is not understood",
            "Send Base64 of Adobe's JSON: accessStatus one of four words, expirationDate a string of "
                + "milliseconds."),
        "apple.statusUsable": RuleAdvice(
            "no sign-on: the call falls back or is refused",
            "Ask the framework for the status, and call partner endpoints only if access is granted, a "
                + "provider is there and the sign-in has not expired."),
        "apple.statusOnProfiles": RuleAdvice(
            "a valid sign-on is not found, and the user is asked to sign in",
            "Send the status with profiles and profiles/{mvpd}, an honest denied one as well."),
        "apple.statusOnDecisions": RuleAdvice(
            "the decision is refused",
            "Ask the framework again before a decision, and send the status with it."),
        "apple.statusMatchesProvider": RuleAdvice(
            "the call is refused with a mismatch",
            "Read the provider from the framework right before the call; the user may have changed it."
        ),
        "apple.profilesFirst": RuleAdvice(
            "a needless sign-on", "Call profiles before sessions/sso."),
        "apple.exchangeOnlyWithResponse": RuleAdvice(
            "400 answers", "Exchange each response once, after partner_profile."),
        "apple.outcomeFollowed": RuleAdvice(
            "users cannot sign in",
            "Exchange the response after partner_profile; go on with the basic flow after "
                + "authenticate or resume."),
        "apple.requestUnmodified": RuleAdvice(
            "the provider refuses the request",
            "Set verificationToken to authenticationRequest.request as it came, and attributeNames to "
                + "attributesNames."),
        "apple.responseAnswersRequest": RuleAdvice(
            "400 answers", "Exchange the response to the latest request."),
        "apple.responseEncoding": RuleAdvice(
            "400 invalid_parameter_saml_response",
            "Base64 the response, then percent-encode it once in a form body."),
        "apple.responseNormalized": RuleAdvice(
            "400 invalid_parameter_saml_response",
            "Apply the cookbook's normalization: tabs and runs of blanks to one blank, line breaks "
                + "removed, ends trimmed."),
        "apple.profileType": RuleAdvice(
            "the sign-on did not take",
            "Look at the status and at the SAML response of the exchange."),
        "apple.platformNamed": RuleAdvice(
            "configuration_fallback instead of the sign-on",
            "Set osName to iOS or tvOS in X-Device-Info."),
        "tempPass.noSession": RuleAdvice(
            "needless calls", "Call decisions/authorize with the TempPass MVPD directly."),
        "tempPass.identitySent": RuleAdvice(
            "400 answers", "Send AP-TempPass-Identity with each decision on a promotional TempPass."
        ),
        "sso.tokenOnEveryCall": RuleAdvice(
            "the sign-on is not found, and the user is asked to sign in",
            "Send the token with every call that takes it."),
        "sso.tokenCurrent": RuleAdvice(
            "the token is ignored, and the user is asked to sign in",
            "Refresh the token before its end, and sign it."),
    ]
}

extension ChecklistRule {
    /// The reason to keep the rule, and the change that keeps it.
    package var advice: RuleAdvice {
        RuleAdvice.all[id] ?? RuleAdvice("not stated", sentence)
    }
}
