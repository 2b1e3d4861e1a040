#if Sandbox
import AdobePass
import HTTPTypes
import PassAudit
import WireText
import XCTest

@testable import PassSandbox
import XMLCore

/// Rules about what an app does in a run, as the strict sandbox sees it.
final class StrictMemoryTests: StrictCase {
    func testErrorsAreActedOn() async throws {
        let sessions = "/api/v2/REF30/sessions"
        try await check([
            (
                "errors.actionFollowed",
                { subject in
                    for _ in 0..<2 {
                        _ = try await subject.decide("authorize", #"["one"]"#)
                        subject.advance(15)
                    }
                    return try await subject.decide("authorize", #"["two"]"#)
                }
            ),
            (
                "errors.actionFollowed",
                { subject in
                    _ = try await subject.call(.post, sessions, form: ["mvpd": "Unknown"])
                    subject.advance(0.3)
                    return try await subject.call(.post, sessions, form: ["mvpd": "Unknown"])
                }
            ),
            (
                "errors.bodiesRead",
                { subject in
                    for _ in 0..<3 {
                        _ = try await subject.call(.post, sessions, form: ["mvpd": "Unknown"])
                        subject.advance(30)
                    }
                    return try await subject.call(.post, sessions, form: ["mvpd": "Unknown"])
                }
            ),
            (
                "errors.statusHandled",
                { subject in
                    try await subject.inject("html", "/api", times: 4)
                    for _ in 0..<4 {
                        _ = try await subject.call(.get, "/api/v2/REF30/profiles")
                        subject.advance(2)
                    }
                    return try await subject.call(.get, "/api/v2/REF30/profiles")
                }
            ),
            (
                "registration.unauthorizedRetriedOnce",
                { subject in
                    try await subject.inject("expiredToken", "/api", times: 2)
                    for _ in 0..<2 {
                        _ = try await subject.call(.get, "/api/v2/REF30/profiles")
                        subject.advance(2)
                        try await subject.renew()
                    }
                    return try await subject.call(.get, "/api/v2/REF30/profiles")
                }
            ),
        ])
    }

    func testARequestIsTheSameInWhateverOrderItsFieldsStand() async throws {
        try await eachWay {
            $0.strict = true
        } _: { subject in
            let body = Array(Subject.query(["mvpd": "Unknown"]).utf8)
            let fields =
                (subject.headers.sorted { $0.key < $1.key })
                + [("Content-Type", "application/x-www-form-urlencoded")]
            var reason: String?
            for turn in 0..<4 {
                var ordered = HTTPFields()
                for (name, value) in turn % 2 == 0 ? fields : fields.reversed() {
                    ordered[try XCTUnwrap(HTTPField.Name(name))] = value
                }
                let answer = try await subject.send(
                    Pass.Request(
                        head: HTTPRequest(
                            method: .post, scheme: "http", authority: "127.0.0.1:8765",
                            path: "/api/v2/REF30/sessions", headerFields: ordered), body: body))
                reason = answer.head.headerFields[.sandboxReason]
                subject.advance(30)
            }
            XCTAssertTrue(reason?.hasPrefix("errors.bodiesRead") ?? false, reason ?? "none")
        }
    }

    func testCodesAndBrowsersAreUsedAsMeant() async throws {
        try await check([
            (
                "sessions.nextActionFollowed",
                { subject in
                    let code = try await subject.code(nil)
                    return try await subject.call(
                        .get, "/api/v2/authenticate/REF30/\(code)", headers: [:])
                }
            ),
            (
                "sessions.nextActionFollowed",
                { subject in
                    for _ in 0..<2 {
                        subject.advance(2)
                        _ = try await subject.call(
                            .post, "/api/v2/REF30/sessions", form: ["mvpd": "DegradedMVPD"])
                    }
                    return try await subject.call(
                        .post, "/api/v2/REF30/sessions", form: ["mvpd": "DegradedMVPD"])
                }
            ),
            (
                "secondScreen.codeNotReused",
                { subject in
                    try await subject.conform()
                    let sessions = await subject.sandbox.state.sessions()
                    let code = try XCTUnwrap(sessions.last?.code)
                    subject.advance(90)
                    return try await subject.call(
                        .get, "/api/v2/authenticate/REF30/\(code)", headers: [:])
                }
            ),
            (
                "logout.actionFollowed",
                { subject in
                    try await subject.conform()
                    let url = try await subject.logout()["logouts", "Comcast", "url"]?.text
                    return try await subject.call(.get, try XCTUnwrap(url))
                }
            ),
            (
                "configuration.onlyForSelection",
                { subject in
                    try await subject.conform()
                    _ = try await subject.call(.get, "/api/v2/REF30/configuration")
                    subject.advance(2)
                    return try await subject.decide("authorize", #"["one"]"#)
                }
            ),
            (
                "profiles.multipleHandled",
                { subject in
                    try await subject.conform()
                    try await subject.signIn("Cablevision", as: "ada")
                    subject.advance(2)
                    _ = try await subject.call(.get, "/api/v2/REF30/profiles")
                    subject.advance(20)
                    return try await subject.decide(
                        "authorize", #"["one"]"#, mvpd: "ProxiedMVPD")
                }
            ),
        ])
    }

    func testSDKsStatementsAndTokensAreSeen() async throws {
        let profiles = "/api/v2/REF30/profiles"
        func token(_ header: String, _ content: String) -> String {
            [header, content].map {
                Subject.base64($0).replacing("=", with: "").replacing("+", with: "-")
            }.joined(separator: ".")
        }
        let expired = token(#"{"alg":"RS256"}"#, #"{"exp":1600000000}"#) + ".c2ln"
        let unsigned = token(#"{"alg":"none"}"#, #"{"exp":9900000000}"#) + "."
        try await check([
            (
                "v1.sdkUsed",
                { try await $0.call(.get, profiles, adding: ["AP-SDK-Identifier": "x"]) }
            ),
            ("v1.sdkUsed", { try await $0.call(.get, "/adobe-services/config/REF30") }),
            (
                "security.statementOnlyAtRegistration",
                { subject in
                    try await subject.call(
                        .post, "/o/client/token", form: ["software_statement": "sandbox"])
                }
            ),
            (
                "sso.tokenCurrent",
                { try await $0.call(.get, profiles, adding: ["AD-Service-Token": expired]) }
            ),
            (
                "sso.tokenCurrent",
                { try await $0.call(.get, profiles, adding: ["Adobe-Subject-Token": unsigned]) }
            ),
        ])
    }

    func testPartnerSignOnHasItsOrder() async throws {
        try await check([
            ("apple.profilesFirst", { try await $0.partnerSession(status: $0.status()) }),
            (
                "apple.statusOnProfiles",
                { subject in
                    try await subject.look()
                    _ = try await subject.partnerSession(status: subject.status())
                    return try await subject.call(.get, "/api/v2/REF30/profiles")
                }
            ),
            (
                "apple.outcomeFollowed",
                { subject in
                    try await subject.look()
                    for _ in 0..<2 {
                        _ = try await subject.partnerSession(status: subject.status())
                        subject.advance(2)
                    }
                    return try await subject.partnerSession(status: subject.status())
                }
            ),
            (
                "apple.outcomeFollowed",
                { subject in
                    try await subject.look()
                    let denied = subject.status("denied", provider: nil)
                    _ = try await subject.partnerSession(status: denied)
                    subject.advance(2)
                    return try await subject.partnerSession(status: denied)
                }
            ),
            (
                "apple.requestUnmodified",
                { subject in
                    try await subject.look()
                    let session = try await subject.partnerSession(status: subject.status())
                    let request = session["authenticationRequest", "request"]?.text ?? ""
                    return try await subject.framework(
                        #""isInterruptionAllowed":true,"attributeNames":["uid"],"#
                            + #""channelIdentifier":null,"verificationToken":"\#(request)""#)
                }
            ),
        ])
    }

    func testServersCallForTheirDevices() async throws {
        try await check([
            (
                "headers.realDevice",
                { subject in
                    for address in ["192.0.2.1", "192.0.2.2"] {
                        _ = try await subject.forwarded(address)
                        subject.advance(2)
                    }
                    return try await subject.forwarded("192.0.2.1")
                }
            ),
            (
                "registration.credentialsPerInstance",
                { subject in
                    var subject = subject
                    for number in 1...2 {
                        subject.device = "device-\(number)"
                        _ = try await subject.forwarded("192.0.2.\(number)")
                    }
                    subject.device = "device-3"
                    return try await subject.forwarded("192.0.2.3")
                }
            ),
        ])
    }

    /// A second screen has an address of its own, which requests in one process do not.
    func testASecondScreenLooksAtACodeBeforeItOpensIt() async throws {
        var configuration = SandboxConfiguration.standard
        configuration.strict = true
        configuration.throttle.isOn = false
        let sandbox = try await Self.make(configuration, clock: TestClock())
        let key = ByteExactName("ABCDEFG")
        let code = CodeMemory(
            client: "client", device: nil, holder: key, created: 0, notAfter: .max,
            isOfPartner: false, address: "192.0.2.1", isIncomplete: false)
        let endpoint = try XCTUnwrap(
            VersionTwoEndpoints.all.first { $0.path.hasPrefix("/api/v2/authenticate/") })
        let call = Call(
            core: sandbox.core,
            request: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"),
            parts: ["code": "ABCDEFG"], suffix: nil, body: [], isTokenExpired: false)
        for (address, isLookedAt, isRefused) in [
            ("192.0.2.7", false, true), ("192.0.2.7", true, false), ("192.0.2.1", false, false),
        ] {
            var code = code
            code.isLookedAt = isLookedAt
            await sandbox.core.memory.set(code, at: key)
            do {
                try await sandbox.core.memory.admit(
                    RuleEvent(call: call, endpoint: endpoint, address: address))
                XCTAssertFalse(isRefused, address)
            } catch {
                XCTAssertEqual(error.rule, .secondScreenCodeValidated)
                XCTAssertTrue(isRefused, address)
            }
        }
    }
}

extension AppMemory {
    fileprivate func set(_ code: CodeMemory, at key: ByteExactName) { codes[key] = code }
}

extension Subject {
    /// Gets another access token for the same client.
    mutating func renew() async throws {
        let client = await sandbox.state.accessToken(token)?.clientID ?? ""
        let record = await sandbox.state.client(client)
        let answer = try await call(
            .post, "/o/client/token",
            form: [
                "client_id": client, "client_secret": record?.secret ?? "",
                "grant_type": "client_credentials",
            ])
        token = answer["access_token"]?.text ?? token
    }
}
#endif
