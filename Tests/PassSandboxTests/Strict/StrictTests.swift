#if Sandbox
import Foundation
import HTTPTypes
import PassAudit
import WireText
import XCTest

@testable import PassSandbox

/// The strict sandbox: it trips on every fault by the identifier of the rule.
final class StrictTests: StrictCase {
    func testEveryRuleIsEnforcedOrSaysWhyNot() throws {
        XCTAssertEqual(
            SandboxConfiguration.standard.rules.keys.sorted(),
            Rule.all.filter { $0.notVisible == nil }.map(\.id).sorted())
    }

    func testTheReviewSaysWhyRulesAreNotEnforced() async throws {
        try await eachWay {
            $0.strict = true
        } _: { subject in
            let page = try await subject.call(.get, "/review", headers: [:])
            for rule in Rule.all {
                guard let reason = rule.notVisible else { continue }
                XCTAssertTrue(page.text.contains("<code>\(rule.id)</code>"), rule.id)
                XCTAssertTrue(page.text.contains(("\(reason)" as Markup).text), rule.id)
            }
        }
    }

    func testTheReviewCountsOnlyWhatIsBroken() async throws {
        for (path, sentence) in [
            ("/api/v2/REF30/profiles?x=y", "The app breaks 1 mandatory rule.</p>"),
            ("/api/v2/REF30/configuration", "Nothing: no request has broken an enforced rule."),
        ] {
            try await eachWay {
                $0.strict = true
            } _: { subject in
                _ = try await subject.call(.get, path)
                let page = try await subject.call(.get, "/review", headers: [:])
                XCTAssertTrue(page.text.contains(sentence), page.text)
            }
        }
    }

    func testHeadersAreThoseOfTheChecklist() async throws {
        let path = "/api/v2/REF30/profiles"
        func faulty(_ name: String, _ value: String?)
            -> @Sendable (inout Subject) async throws ->
            Subject.Reply
        {
            { subject in try await subject.call(.get, path, adding: [name: value]) }
        }
        @Sendable func device(_ json: String) -> String { Subject.base64(json) }
        let whole = #""version":"1","osVersion":"18","connectionType":"WiFi""#
        try await check([
            ("headers.authorization", faulty("Authorization", nil)),
            ("headers.deviceIdentifier", faulty("AP-Device-Identifier", nil)),
            (
                "headers.deviceIdentifierFormat",
                faulty("AP-Device-Identifier", "5f3c4d6e-0000-4000-8000-000000000000")
            ),
            ("headers.deviceIdentifierFormat", faulty("AP-Device-Identifier", "fingerprint a-b")),
            ("headers.deviceInfo", faulty("X-Device-Info", nil)),
            ("headers.deviceInfoDecodable", faulty("X-Device-Info", device("{"))),
            ("headers.deviceInfoDecodable", faulty("X-Device-Info", "abc")),
            ("requests.noV1Leftovers", faulty("X-Device-Info", "e30%3D")),
            (
                "headers.deviceInfoComplete",
                faulty("X-Device-Info", device(#"{"model":"x","osName":"tvOS"}"#))
            ),
            (
                "headers.deviceInfoComplete",
                faulty("X-Device-Info", device(#"{"model":"x","osName":"Roku",\#(whole)}"#))
            ),
            ("requests.documentedOnly", faulty("AP-Own", "x")),
            ("requests.contentType", faulty("Accept", "text/html")),
            ("apple.statusFormat", faulty("AP-Partner-Framework-Status", "e30=")),
            (
                "apple.statusFormat",
                faulty(
                    "AP-Partner-Framework-Status",
                    device(
                        #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"#
                            + #""frameworkProviderInfo":{"id":"a","expirationDate":1}}"#))
            ),
            (
                "security.identityHashed",
                { subject in
                    try await subject.call(
                        .get, "/api/v2/REF30/profiles/Comcast",
                        adding: ["AP-TempPass-Identity": device(#"{"email":"a@b.c"}"#)])
                }
            ),
        ])
    }

    func testParametersAreThoseTheEndpointDocuments() async throws {
        let sessions = "/api/v2/REF30/sessions"
        try await check([
            ("requests.documentedOnly", { try await $0.call(.post, sessions, form: ["x": "1"]) }),
            (
                "requests.documentedOnly",
                {
                    try await $0.call(.get, "/api/v2/REF30/profiles?verbose=1")
                }
            ),
            (
                "requests.documentedOnly",
                {
                    try await $0.call(
                        .post, sessions, form: ["domainName": "example.com"])
                }
            ),
            (
                "requests.documentedOnly",
                {
                    try await $0.call(
                        .get, "/api/v2/REF30/logout/Comcast?redirectUrl=app%3A%2F%2Fa",
                        adding: ["AP-Partner-Framework-Status": $0.status()])
                }
            ),
            (
                "requests.documentedOnly",
                {
                    try await $0.call(
                        .post, sessions, form: ["redirectUrl": "https://example.com/"])
                }
            ),
            (
                "requests.noV1Leftovers",
                {
                    try await $0.call(.post, sessions, form: ["requestor_id": "REF30"])
                }
            ),
            (
                "requests.requiredParameters",
                {
                    try await $0.call(.get, "/api/v2/REF30/logout/Comcast")
                }
            ),
            ("requests.requiredParameters", { try await $0.decide("authorize", "[]") }),
            (
                "requests.contentType",
                {
                    try await $0.call(.post, sessions, json: #"{"mvpd":"Comcast"}"#)
                }
            ),
            ("requests.path", { try await $0.call(.get, "/api/v2/sessions/REF30/ABC") }),
            (
                "requests.path",
                {
                    try await $0.call(.delete, "/api/v2/REF30/logout/Comcast")
                }
            ),
            (
                "sessions.redirectEncodedOnce",
                {
                    try await $0.call(
                        .post, sessions, form: ["redirectUrl": "https%3A%2F%2Fadobe.com%2F"])
                }
            ),
            (
                "security.noSecretsInURL",
                {
                    try await $0.call(.get, "/api/v2/REF30/profiles?access_token=x")
                }
            ),
            (
                "security.noSecretsInURL",
                {
                    try await $0.call(.post, "/o/client/token?client_secret=x&client_id=y")
                }
            ),
            (
                "sessions.authenticateInUserAgent",
                {
                    try await $0.call(
                        .get, "/api/v2/authenticate/REF30/\(try await $0.code())")
                }
            ),
            ("authorization.resourceLimit", { try await $0.decide("authorize", #"["a","b"]"#) }),
            ("v1.used", { try await $0.call(.get, "/api/v1/config/REF30") }),
            (
                "v1.hybrid",
                {
                    _ = try await $0.call(.get, "/api/v2/REF30/profiles")
                    return try await $0.call(.get, "/api/v1/config/REF30")
                }
            ),
        ])
    }

    func testCredentialsTokensAndDevicesAreKept() async throws {
        let profiles = "/api/v2/REF30/profiles"
        @Sendable func token(_ subject: Subject, _ client: Subject.Reply) async throws
            -> Subject.Reply
        {
            try await subject.call(
                .post, "/o/client/token",
                form: [
                    "client_id": client["client_id"]?.text ?? "",
                    "client_secret": client["client_secret"]?.text ?? "",
                    "grant_type": "client_credentials",
                ])
        }
        @Sendable func register(_ subject: Subject) async throws -> Subject.Reply {
            try await subject.call(
                .post, "/o/client/register", json: #"{"software_statement":"sandbox"}"#)
        }
        try await check([
            (
                "registration.scope",
                {
                    try await $0.register(statement: "sandbox-v1")
                    return try await $0.call(.get, profiles)
                }
            ),
            (
                "registration.credentialsReused",
                {
                    _ = try await $0.call(.get, profiles)
                    try await $0.register()
                    return try await $0.call(.get, profiles)
                }
            ),
            (
                "registration.renewedWithoutRegistering",
                {
                    _ = try await $0.call(.get, profiles)
                    $0.advance(21_601)
                    try await $0.register()
                    return try await $0.call(.get, profiles)
                }
            ),
            (
                "registration.tokenReused",
                {
                    let client = try await register($0)
                    _ = try await token($0, client)
                    $0.advance(300)
                    return try await token($0, client)
                }
            ),
            (
                "registration.tokenPerCall",
                {
                    let client = try await register($0)
                    $0.token = try await token($0, client)["access_token"]?.text ?? ""
                    _ = try await $0.call(.get, profiles)
                    return try await token($0, client)
                }
            ),
            (
                "registration.tokenCheckedBeforeUse",
                {
                    $0.advance(21_606)
                    return try await $0.call(.get, profiles)
                }
            ),
            (
                "registration.unauthorizedRenewsFirst",
                {
                    try await $0.inject("expiredToken", "/api")
                    _ = try await $0.call(.get, profiles)
                    $0.advance(1)
                    return try await $0.call(.get, profiles)
                }
            ),
            (
                "registration.requestForm",
                {
                    try await $0.call(
                        .post, "/o/client/register", form: ["software_statement": "x"])
                }
            ),
            (
                "headers.deviceIdentifierStable",
                {
                    _ = try await $0.call(.get, profiles)
                    $0.device = "device-2"
                    return try await $0.call(.get, profiles)
                }
            ),
            (
                "headers.forwardedFor",
                {
                    _ = try await $0.call(.get, profiles, adding: ["X-Forwarded-For": "192.0.2.1"])
                    return try await $0.call(.get, profiles)
                }
            ),
            (
                "configuration.cached",
                {
                    _ = try await $0.call(.get, "/api/v2/REF30/configuration")
                    $0.advance(30)
                    return try await $0.call(.get, "/api/v2/REF30/configuration")
                }
            ),
            (
                "sso.tokenOnEveryCall",
                {
                    _ = try await $0.call(.get, profiles, adding: ["AD-Service-Token": "x"])
                    return try await $0.call(.get, profiles)
                }
            ),
        ])
    }

    func testPollingHasItsLimits() async throws {
        try await check([
            (
                "polling.interval",
                { subject in
                    let code = try await subject.code()
                    for _ in 0..<2 {
                        subject.advance(1.5)
                        _ = try await subject.poll(code)
                    }
                    subject.advance(1.5)
                    return try await subject.poll(code)
                }
            ),
            (
                "polling.stopsOnProfile",
                { subject in
                    try await subject.conform()
                    let sessions = await subject.sandbox.state.sessions()
                    let code = try XCTUnwrap(sessions.last?.code)
                    return try await subject.poll(code)
                }
            ),
            (
                "polling.stopsOnExpiry",
                { subject in
                    let code = try await subject.code()
                    subject.advance(1_860)
                    return try await subject.poll(code)
                }
            ),
            (
                "polling.stopsOnNewCode",
                { subject in
                    let code = try await subject.code()
                    subject.advance(2)
                    _ = try await subject.code()
                    subject.advance(2)
                    return try await subject.poll(code)
                }
            ),
            (
                "polling.stopsOnError",
                { subject in
                    let code = try await subject.code()
                    try await subject.sandbox.state.removeSession(code: code)
                    for _ in 0..<2 {
                        subject.advance(4)
                        _ = try await subject.poll(code)
                    }
                    subject.advance(4)
                    return try await subject.poll(code)
                }
            ),
            (
                "polling.endpoint",
                { subject in
                    _ = try await subject.code()
                    for _ in 0..<2 {
                        subject.advance(5)
                        _ = try await subject.call(.get, "/api/v2/REF30/profiles")
                    }
                    subject.advance(5)
                    return try await subject.call(.get, "/api/v2/REF30/profiles")
                }
            ),
            (
                "sessions.notWithProfile",
                { subject in
                    try await subject.conform()
                    return try await subject.call(
                        .post, "/api/v2/REF30/sessions", form: ["mvpd": "Comcast"])
                }
            ),
            (
                "profiles.cached",
                { subject in
                    try await subject.conform()
                    for _ in 0..<3 {
                        subject.advance(20)
                        _ = try await subject.call(.get, "/api/v2/REF30/profiles/Comcast")
                    }
                    subject.advance(20)
                    return try await subject.call(.get, "/api/v2/REF30/profiles/Comcast")
                }
            ),
            (
                "sessions.completeOnPrimary",
                { subject in
                    let code = try await subject.code(nil)
                    return try await subject.call(
                        .post, "/api/v2/REF30/sessions/\(code)", form: ["mvpd": "Comcast"])
                }
            ),
            (
                "tempPass.noSession",
                { subject in
                    try await subject.call(
                        .post, "/api/v2/REF30/sessions", form: ["mvpd": "TempPass"])
                }
            ),
        ])
    }

    func testDecisionsAreRepeatedAsTheirActionsSay() async throws {
        try await check([
            (
                "preauthorization.retryBounded",
                { subject in
                    try await subject.conform()
                    _ = try await subject.decide("preauthorize", #"["denied"]"#)
                    subject.advance(0.5)
                    return try await subject.decide("preauthorize", #"["denied"]"#)
                }
            ),
            (
                "authorization.retryBounded",
                { subject in
                    try await subject.signIn("Cablevision", as: "ada")
                    for _ in 0..<4 {
                        _ = try await subject.decide("authorize", #"["slow"]"#, mvpd: "Cablevision")
                        subject.advance(2)
                    }
                    return try await subject.decide("authorize", #"["slow"]"#, mvpd: "Cablevision")
                }
            ),
            (
                "preauthorization.retriesOnlyMarked",
                { subject in
                    try await subject.signIn("Cablevision", as: "ada")
                    let resources = #"["one","slow"]"#
                    _ = try await subject.decide("preauthorize", resources, mvpd: "Cablevision")
                    subject.advance(2)
                    return try await subject.decide("preauthorize", resources, mvpd: "Cablevision")
                }
            ),
            (
                "preauthorization.cached",
                { subject in
                    try await subject.conform()
                    _ = try await subject.decide("preauthorize", #"["one"]"#)
                    subject.advance(60)
                    return try await subject.decide("preauthorize", #"["one"]"#)
                }
            ),
            (
                "logout.onlyOnRequest",
                { subject in
                    try await subject.conform()
                    _ = try await subject.decide("authorize", #"["denied"]"#)
                    subject.advance(0.4)
                    return try await subject.call(
                        .get, "/api/v2/REF30/logout/Comcast?redirectUrl=app%3A%2F%2Fa")
                }
            ),
        ])
    }

    func testApplesSignOnIsFollowed() async throws {
        try await check([
            (
                "apple.statusSent",
                {
                    try await $0.look()
                    return try await $0.partnerSession(status: nil)
                }
            ),
            (
                "apple.exchangeOnlyWithResponse",
                {
                    try await $0.partnerProfile("x", status: $0.status())
                }
            ),
            (
                "apple.platformNamed",
                {
                    let device = Subject.deviceInformation
                    let text = String(
                        decoding: Data(base64Encoded: device) ?? Data(), as: UTF8.self)
                    return try await $0.partnerSession(
                        status: $0.status(),
                        device: Subject.base64(text.replacing("tvOS", with: "Android")))
                }
            ),
            (
                "apple.responseEncoding",
                {
                    try await $0.look()
                    let response = Subject.base64(try await $0.samlResponse())
                    return try await $0.partnerProfile(
                        response.addingPercentEncoding(withAllowedCharacters: .alphanumerics),
                        status: $0.status())
                }
            ),
            (
                "apple.responseNormalized",
                {
                    try await $0.look()
                    return try await $0.partnerProfile(
                        Subject.base64("\(try await $0.samlResponse())\r\n"), status: $0.status())
                }
            ),
            (
                "apple.statusMatchesProvider",
                {
                    try await $0.look()
                    let response = Subject.base64(try await $0.samlResponse())
                    return try await $0.partnerProfile(
                        response, status: $0.status(provider: "DegradedMVPD_apple"))
                }
            ),
            (
                "apple.statusUsable",
                {
                    try await $0.look()
                    _ = try await $0.partnerSession(status: $0.status())
                    return try await $0.partnerProfile("x", status: $0.status("denied"))
                }
            ),
            (
                "apple.statusOnDecisions",
                {
                    try await $0.look()
                    try await $0.signInAtSystemLevel()
                    return try await $0.decide("authorize", #"["one"]"#, mvpd: "Cablevision")
                }
            ),
            (
                "apple.logoutGuided",
                {
                    try await $0.look()
                    try await $0.signInAtSystemLevel()
                    $0.advance(2)
                    _ = try await $0.call(
                        .get, "/api/v2/REF30/logout/Cablevision?redirectUrl=app%3A%2F%2Fa")
                    $0.advance(5)
                    return try await $0.partnerSession(status: $0.status())
                }
            ),
            (
                "apple.requestUnmodified",
                {
                    try await $0.look()
                    let session = try await $0.partnerSession(status: $0.status())
                    let request = session["authenticationRequest", "request"]?.text ?? ""
                    let decoded = Data(base64Encoded: request) ?? Data()
                    let token = JSONValue.string(String(decoding: decoded, as: UTF8.self))
                    return try await $0.framework(
                        #""isInterruptionAllowed":true,"attributeNames":["uid"],"verificationToken":"#
                            + String(decoding: token.bytes, as: UTF8.self))
                }
            ),
        ])
    }

    func testThrottlingIsRespected() async throws {
        try await eachWay {
            $0.strict = true
            $0.throttle.isOn = true
        } _: { subject in
            let path = "/api/v2/REF30/profiles"
            var answer = try await subject.call(.get, path)
            for _ in 0..<25 where answer.status != 429 {
                answer = try await subject.call(.get, path)
            }
            XCTAssertEqual(answer.reason, "errors.throttleAvoided", subject.way)
            subject.advance(0.2)
            let again = try await subject.call(.get, path)
            XCTAssertEqual(again.reason, "errors.throttleRespected", subject.way)
            subject.advance(1.2)
            let patient = try await subject.call(.get, path)
            XCTAssertEqual(patient.status, 200, subject.way)
        }
    }

    func testAConformingRunTripsOnNothing() async throws {
        try await eachWay {
            $0.strict = true
        } _: { subject in
            _ = try await subject.call(.get, "/api/v2/REF30/profiles")
            _ = try await subject.call(.get, "/api/v2/REF30/configuration")
            try await subject.conform()
            let resources = #"["one","two","denied"]"#
            _ = try await subject.decide("preauthorize", resources)
            subject.advance(60)
            _ = try await subject.decide("authorize", #"["one"]"#)
            subject.advance(480)
            _ = try await subject.decide("authorize", #"["one"]"#)
            let logout = try await subject.call(
                .get, "/api/v2/REF30/logout/Comcast?redirectUrl=app%3A%2F%2Fa")
            XCTAssertEqual(logout["logouts", "Comcast", "actionName"], "logout", logout.text)
            let page = try await subject.call(.get, "/review", headers: [:])
            XCTAssertTrue(page.text.contains("Nothing: no request"), page.text)
        }
    }

    func testEachRuleIsASetting() async throws {
        for (strict, setting) in [
            (true, SandboxConfiguration.Enforcement.never), (false, .always), (true, .whenStrict),
            (false, .whenStrict),
        ] {
            try await eachWay {
                $0.strict = strict
                $0.rules["requests.documentedOnly"] = setting
            } _: { subject in
                let answer = try await subject.call(
                    .post, "/api/v2/REF30/sessions", form: ["x": "1"])
                let isRefused = setting == .always || (strict && setting == .whenStrict)
                XCTAssertEqual(answer.status, isRefused ? 400 : 200, "\(strict) \(setting)")
            }
        }
        for (id, text) in [("polling.intervall", "unknown"), ("testing.tools", "cannot enforce")] {
            XCTAssertThrowsError(
                try SandboxConfiguration(document: Array("{\"rules\":{\"\(id)\":\"always\"}}".utf8))
            ) { XCTAssertTrue("\($0)".contains(text), "\($0)") }
        }
        let printed = try SandboxConfiguration(document: SandboxConfiguration.standard.document)
        XCTAssertEqual(printed, .standard)
    }

    func testTheAppIsJudgedByWhatItDoesAfterAnInjectedFault() async throws {
        try await eachWay {
            $0.strict = true
        } _: { subject in
            let path = "/api/v2/REF30/profiles"
            _ = try await subject.call(
                .put, "/sandbox/faults", headers: [:],
                json: #"{"rules":[{"path":"/api","kind":"expiredToken","times":1}]}"#)
            let injected = try await subject.call(.get, path)
            XCTAssertEqual(injected.reason, "expiredAccessToken", subject.way)
            subject.advance(1)
            let again = try await subject.call(.get, path)
            XCTAssertEqual(again.reason, "registration.unauthorizedRenewsFirst", subject.way)
        }
        try await eachWay {
            $0.strict = true
        } _: { subject in
            let path = "/api/v2/REF30/profiles"
            _ = try await subject.call(
                .put, "/sandbox/faults", headers: [:],
                json: #"{"rules":[{"path":"/api","kind":"tooManyRequests","times":1}]}"#)
            let throttled = try await subject.call(.get, path)
            XCTAssertEqual(throttled.reason, "fault")
            subject.advance(0.2)
            let early = try await subject.call(.get, path)
            XCTAssertEqual(early.reason, "errors.throttleRespected", subject.way)
        }
    }

    func testAServerForwardsTheAddressOfEveryDevice() async throws {
        try await eachWay {
            $0.strict = true
        } _: { subject in
            let path = "/api/v2/REF30/profiles"
            for device in ["device-1", "device-2"] {
                var one = subject
                one.device = device
                try await one.register()
                let answer = try await one.call(
                    .get, path, adding: ["X-Forwarded-For": "192.0.2.1"])
                XCTAssertEqual(answer.status, 200, answer.fields[.sandboxReason] ?? "")
            }
            var third = subject
            third.device = "device-3"
            try await third.register()
            let answer = try await third.call(.get, path)
            XCTAssertEqual(answer.reason, "headers.forwardedFor", subject.way)
        }
    }
}
#endif
