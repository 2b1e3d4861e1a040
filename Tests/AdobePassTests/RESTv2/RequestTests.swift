import HTTPTypes
import PayloadCoding
import XCTest

@testable import AdobePass

/// Every request of REST API v2: method, path, header fields and body.
final class RequestTests: XCTestCase {
    private static let answers: [String: [ScriptedTransport.Answer]] = {
        let session = ScriptedTransport.Answer.json(SessionTests.partnerProfile)
        let profiles = ScriptedTransport.Answer.json(#"{"profiles":{}}"#, status: 201)
        let decisions = ScriptedTransport.Answer.json(#"{"decisions":[]}"#)
        return [
            "/api/v2/REF30/configuration": [.json(#"{"requestor":{"mvpds":[]}}"#)],
            "/api/v2/REF30/sessions": [session], "/api/v2/REF30/sessions/sso/Apple": [session],
            "/api/v2/REF30/profiles": [profiles], "/api/v2/REF30/profiles/Cablevision": [profiles],
            "/api/v2/REF30/profiles/code/8ER640M": [profiles],
            "/api/v2/REF30/profiles/sso/Apple": [profiles],
            "/api/v2/REF30/decisions/authorize/Cablevision": [decisions],
            "/api/v2/REF30/decisions/preauthorize/Cablevision": [decisions],
            "/api/v2/REF30/logout/Cablevision": [.json(#"{"logouts":{}}"#)],
        ]
    }()

    private static let common: Set = [
        "accept", "authorization", "user-agent", "x-forwarded-for", "ap-visitor-identifier",
    ]
    private static let device: Set = ["ap-device-identifier", "x-device-info"]
    private static let tokens: Set = [
        "adobe-subject-token", "x-roku-reserved-roku-connect-token", "ad-service-token",
    ]

    /// A client that has a value for every optional header field.
    private func fixture(
        _ answers: [String: [ScriptedTransport.Answer]] = answers, isStreamingDevice: Bool = true
    ) throws -> ClientFixture {
        try ClientFixture(answers) {
            $0.isStreamingDevice = isStreamingDevice
            $0.visitorIdentifier = "visitor"
            $0.forwardedFor = "192.0.2.1"
            $0.userAgent = "app/1"
            $0.signOnTokens.subject = "s"
            $0.signOnTokens.rokuConnect = "r"
            $0.signOnTokens.service = "t"
        }
    }

    private func assert(
        _ request: Pass.Request, _ method: String, _ path: String, fields: Set<String>,
        body: String = "", file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertEqual(request.head.method.rawValue, method, file: file, line: line)
        XCTAssertEqual(request.head.path, path, file: file, line: line)
        XCTAssertEqual(request.head.scheme, "http", file: file, line: line)
        XCTAssertEqual(request.head.authority, "localhost:8765", file: file, line: line)
        XCTAssertEqual(Set(request.fields.keys), fields, file: file, line: line)
        XCTAssertEqual(request.text, body, file: file, line: line)
    }

    func testConfigurationTellsTheDeviceAndNoVisitor() async throws {
        let fixture = try fixture()
        _ = try await fixture.client.v2.configuration()
        let request = try await fixture.call()
        assert(
            request, "GET", "/api/v2/REF30/configuration",
            fields: Self.common.union(Self.device).subtracting(["ap-visitor-identifier"]))
        XCTAssertEqual(request.fields["authorization"], "Bearer token1")
        XCTAssertEqual(request.fields["accept"], "application/json;charset=utf-8")
        XCTAssertEqual(request.fields["ap-device-identifier"], "fingerprint ZGV2aWNlLTE=")
        XCTAssertEqual(request.fields["x-device-info"], HeaderValueTests.device.base64())
        XCTAssertEqual(request.fields["x-forwarded-for"], "192.0.2.1")
    }

    func testSessionIsCreatedWithAForm() async throws {
        let fixture = try fixture()
        _ = try await fixture.client.v2.createSession(
            mvpd: ClientFixture.mvpd, domainName: "adobe.com",
            redirectURL: "https://adobe.com/a b?x=1&y=+")
        let request = try await fixture.call()
        assert(
            request, "POST", "/api/v2/REF30/sessions",
            fields: Self.common.union(Self.device).union(Self.tokens).union(["content-type"]),
            body: "mvpd=Cablevision&domainName=adobe.com"
                + "&redirectUrl=https%3A%2F%2Fadobe.com%2Fa%20b%3Fx%3D1%26y%3D%2B")
        XCTAssertEqual(request.fields["content-type"], "application/x-www-form-urlencoded")
    }

    func testSessionMayBeCreatedWithoutParameters() async throws {
        let fixture = try fixture()
        _ = try await fixture.client.v2.createSession()
        let request = try await fixture.call()
        XCTAssertEqual(request.body, [])
        XCTAssertEqual(request.fields["content-type"], "application/x-www-form-urlencoded")
    }

    func testSecondScreenMakesUpNoDevice() async throws {
        let path = "/api/v2/REF30/sessions/8ER640M"
        let resuming = try fixture(
            [path: [.json(SessionTests.partnerProfile)]], isStreamingDevice: false)
        _ = try await resuming.client.v2.resumeSession(
            code: ClientFixture.code, mvpd: ClientFixture.mvpd)
        assert(
            try await resuming.call(), "POST", path,
            fields: Self.common.union(["content-type"]), body: "mvpd=Cablevision")
        let reading = try fixture([path: [.json(#"{"notAfter":"1"}"#)]], isStreamingDevice: false)
        _ = try await reading.client.v2.session(code: ClientFixture.code)
        assert(try await reading.call(), "GET", path, fields: Self.common)
    }

    func testProfilesCarryThePartnerFrameworkStatus() async throws {
        let fixture = try fixture()
        _ = try await fixture.client.v2.profiles(status: ClientFixture.status)
        let request = try await fixture.call()
        assert(
            request, "GET", "/api/v2/REF30/profiles",
            fields: Self.common.union(Self.device).union(Self.tokens)
                .union(["ap-partner-framework-status"]))
        XCTAssertEqual(
            request.fields["ap-partner-framework-status"], ClientFixture.status.headerValue)
    }

    func testProfileOfAnMVPDCarriesTheIdentityForTemporaryAccess() async throws {
        let fixture = try fixture()
        _ = try await fixture.client.v2.profile(
            mvpd: ClientFixture.mvpd, temporaryAccessIdentity: Pass.TemporaryAccessIdentity("x"))
        let request = try await fixture.call()
        assert(
            request, "GET", "/api/v2/REF30/profiles/Cablevision",
            fields: Self.common.union(Self.device).union(Self.tokens)
                .union(["ap-temppass-identity"]))
        XCTAssertEqual(request.fields["ap-temppass-identity"], "eA==")
    }

    func testTheDeviceThatPlaysNamesItselfInCallsByCode() async throws {
        let path = "/api/v2/REF30/sessions/8ER640M"
        let all = Self.common.union(Self.device)
        let resuming = try fixture([path: [.json(SessionTests.partnerProfile)]])
        _ = try await resuming.client.v2.resumeSession(code: ClientFixture.code)
        assert(try await resuming.call(), "POST", path, fields: all.union(["content-type"]))
        let reading = try fixture([path: [.json(#"{"notAfter":"1"}"#)]])
        _ = try await reading.client.v2.session(code: ClientFixture.code)
        assert(try await reading.call(), "GET", path, fields: all)
        let polling = try fixture()
        _ = try await polling.client.v2.profile(code: ClientFixture.code)
        assert(
            try await polling.call(), "GET", "/api/v2/REF30/profiles/code/8ER640M", fields: all)
    }

    func testProfileOfACodeNeedsNoDevice() async throws {
        let fixture = try fixture(isStreamingDevice: false)
        _ = try await fixture.client.v2.profile(code: ClientFixture.code)
        assert(
            try await fixture.call(), "GET", "/api/v2/REF30/profiles/code/8ER640M",
            fields: Self.common)
    }

    func testPartnerSessionNamesNoMVPD() async throws {
        let fixture = try fixture()
        _ = try await fixture.client.v2.partnerSession(
            status: ClientFixture.status, domainName: "adobe.com", redirectURL: "app://x")
        assert(
            try await fixture.call(), "POST", "/api/v2/REF30/sessions/sso/Apple",
            fields: Self.common.union(Self.device)
                .union(["content-type", "ap-partner-framework-status"]),
            body: "domainName=adobe.com&redirectUrl=app%3A%2F%2Fx")
    }

    func testSAMLResponseIsPercentEncodedExactlyOnce() async throws {
        let fixture = try fixture()
        let payload = PayloadEncoder().payload(encoding: Array("??>>~~ÿÿ".utf8))
        let profiles = try await fixture.client.v2.partnerProfile(
            status: ClientFixture.status, samlResponse: payload)
        XCTAssertTrue(profiles.isEmpty)
        assert(
            try await fixture.call(), "POST", "/api/v2/REF30/profiles/sso/Apple",
            fields: Self.common.union(Self.device)
                .union(["content-type", "ap-partner-framework-status"]),
            body: "SAMLResponse=Pz8%2BPn5%2Bw7%2FDvw%3D%3D")
    }

    func testDecisionsAreAskedForInJSON() async throws {
        for (name, path) in [("authorize", "authorize"), ("preauthorize", "preauthorize")] {
            let fixture = try fixture()
            let resources = ["REF30", #"<rss version="2.0"/>"#]
            if name == "authorize" {
                _ = try await fixture.client.v2.authorize(
                    mvpd: ClientFixture.mvpd, resources: resources, status: ClientFixture.status)
            } else {
                _ = try await fixture.client.v2.preauthorize(
                    mvpd: ClientFixture.mvpd, resources: resources, status: ClientFixture.status)
            }
            let request = try await fixture.call()
            assert(
                request, "POST", "/api/v2/REF30/decisions/\(path)/Cablevision",
                fields: Self.common.union(Self.device).union(Self.tokens)
                    .union(["content-type", "ap-partner-framework-status"]),
                body: #"{"resources":["REF30","<rss version=\"2.0\"/>"]}"#)
            XCTAssertEqual(request.fields["content-type"], "application/json;charset=utf-8")
        }
    }

    func testLogoutHasTheRedirectInItsQueryAndNoStatus() async throws {
        let fixture = try fixture()
        _ = try await fixture.client.v2.logout(mvpd: ClientFixture.mvpd, redirectURL: "app://x")
        assert(
            try await fixture.call(), "GET",
            "/api/v2/REF30/logout/Cablevision?redirectUrl=app%3A%2F%2Fx",
            fields: Self.common.union(Self.device).union(Self.tokens))
    }

    func testNothingOptionalIsSentUnlessConfigured() async throws {
        let fixture = try ClientFixture(Self.answers)
        _ = try await fixture.client.v2.profiles()
        assert(
            try await fixture.call(), "GET", "/api/v2/REF30/profiles",
            fields: Self.device.union(["accept", "authorization"]))
    }

    func testSegmentsOfThePathAreEncoded() async throws {
        let fixture = try fixture(["/api/v2/REF30/profiles/a%2Fb%20c": [.json(#"{"profiles":{}}"#)]]
        )
        _ = try await fixture.client.v2.profile(mvpd: Pass.MVPDIdentifier(rawValue: "a/b c"))
        let request = try await fixture.call()
        XCTAssertEqual(request.path, "/api/v2/REF30/profiles/a%2Fb%20c")
    }

    func testSegmentThatWouldChangeThePathIsRefused() async throws {
        for segment in ["", ".", ".."] {
            let fixture = try fixture()
            let error = try await thrownError { () async throws(Pass.ExchangeError) in
                try await fixture.client.v2.profile(mvpd: Pass.MVPDIdentifier(rawValue: segment))
            }
            XCTAssertEqual(error.code, .invalidArgument)
            XCTAssertEqual(error.subject, "mvpd")
            let sent = await fixture.transport.sent
            XCTAssertEqual(sent.count, 0)
        }
    }

    func testNoResourcesAreRefusedBeforeAnythingIsSent() async throws {
        let fixture = try fixture()
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v2.authorize(mvpd: ClientFixture.mvpd, resources: [])
        }
        XCTAssertEqual(error.code, .invalidArgument)
        let sent = await fixture.transport.sent
        XCTAssertEqual(sent.count, 0)
    }

    func testValueThatWouldBreakAHeaderIsRefused() async throws {
        let fixture = try ClientFixture(Self.answers) { $0.forwardedFor = "192.0.2.1\r\nX: y" }
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v2.profiles()
        }
        XCTAssertEqual(error.code, .invalidArgument)
    }
}
