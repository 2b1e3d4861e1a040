import HTTPTypes
import PayloadCoding
import XCTest

@testable import AdobePass

/// Every request of REST API v1: method, path, header fields and body.
final class FormerRequestTests: XCTestCase {
    private static let device: Set = ["accept", "authorization", "x-device-info"]
    private static let record = #"{"code":"TJJCFK"}"#

    private func assert(
        _ request: Pass.Request, _ method: String, _ path: String,
        fields: Set<String> = device, body: String = "", accept: String = "application/json",
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        XCTAssertEqual(request.head.method.rawValue, method, file: file, line: line)
        XCTAssertEqual(request.head.path, path, file: file, line: line)
        XCTAssertEqual(Set(request.fields.keys), fields, file: file, line: line)
        XCTAssertEqual(request.text, body, file: file, line: line)
        XCTAssertEqual(request.fields["accept"], accept, file: file, line: line)
    }

    func testDeviceInformationIsPercentEncodedToo() async throws {
        let fixture = try ClientFixture(["/api/v1/checkauthn": [.status(200)]])
        let isSignedIn = try await fixture.client.v1.checkAuthentication()
        XCTAssertTrue(isSignedIn)
        let request = try await fixture.call()
        assert(request, "GET", "/api/v1/checkauthn?requestor=REF30&deviceId=device-1")
        XCTAssertEqual(
            request.fields["x-device-info"], HeaderValueTests.device.percentEncodedBase64())
    }

    func testNotSignedInIsAnAnswerWhateverItsBody() async throws {
        for body in ["<error><status>403</status></error>", #"{"status":403}"#] {
            let fixture = try ClientFixture([
                "/api/v1/checkauthn": [.text(body, type: "application/json", status: 403)]
            ])
            let isSignedIn = try await fixture.client.v1.checkAuthentication()
            XCTAssertFalse(isSignedIn)
        }
    }

    func testErrorThatAsksForRepetitionDoesNotMeanNotSignedIn() async throws {
        let fixture = try ClientFixture([
            "/api/v1/checkauthn": [
                .enhanced("network_received_error", action: "retry", status: 403)
            ]
        ])
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v1.checkAuthentication()
        }
        XCTAssertEqual(error.enhanced?.code, .networkReceivedError)
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 3)
    }

    func testSecondScreenMakesUpNoDevice() async throws {
        let fixture = try ClientFixture(["/api/v1/checkauthn/8ER640M": [.status(403)]])
        let isSignedIn = try await fixture.client.v1.checkAuthentication(code: ClientFixture.code)
        XCTAssertFalse(isSignedIn)
        assert(
            try await fixture.call(), "GET", "/api/v1/checkauthn/8ER640M?requestor=REF30",
            fields: ["accept", "authorization"])
    }

    func testRegistrationCodeHasItsParametersInTheQuery() async throws {
        let fixture = try ClientFixture([
            "/reggie/v1/REF30/regcode": [.json(Self.record, status: 201)]
        ])
        let record = try await fixture.client.v1.registrationCode(
            mvpd: ClientFixture.mvpd, timeToLive: .seconds(600))
        XCTAssertEqual(record.code.rawValue, "TJJCFK")
        assert(
            try await fixture.call(), "POST",
            "/reggie/v1/REF30/regcode?deviceId=device-1&mvpd=Cablevision&ttl=600")
    }

    func testRegistrationCodeLivesForTenHoursAtMost() async throws {
        for seconds in [0, 36001] {
            let fixture = try ClientFixture()
            let error = try await thrownError { () async throws(Pass.ExchangeError) in
                try await fixture.client.v1.registrationCode(timeToLive: .seconds(seconds))
            }
            XCTAssertEqual(error.code, .invalidArgument)
        }
    }

    func testRegistrationRecordIsReadAndDeletedByItsCode() async throws {
        let path = "/reggie/v1/REF30/regcode/8ER640M"
        let fixture = try ClientFixture([path: [.json(Self.record), .status(204)]])
        _ = try await fixture.client.v1.registrationRecord(code: ClientFixture.code)
        try await fixture.client.v1.deleteRegistrationCode(ClientFixture.code)
        let calls = await fixture.transport.calls
        assert(calls[0], "GET", path, fields: ["accept", "authorization"])
        assert(calls[1], "DELETE", path, fields: ["accept", "authorization"])
    }

    func testSignInURLBeginsWithTheCodeAndEndsWithTheRedirect() throws {
        let url = try ClientFixture().client.v1.authenticateURL(
            code: ClientFixture.code, mvpd: ClientFixture.mvpd, domainName: "adobe.com",
            redirectURL: "https://adobe.com/?a=b&c=d", genericData: "(x)")
        XCTAssertEqual(
            url,
            "http://localhost:8765/api/v1/authenticate?reg_code=8ER640M&requestor_id=REF30"
                + "&mso_id=Cablevision&domain_name=adobe.com&noflash=true&no_iframe=true"
                + "&generic_data=%28x%29&redirect_url=https%3A%2F%2Fadobe.com%2F%3Fa%3Db%26c%3Dd")
    }

    func testProfileRequestIsPassedOnUnchanged() async throws {
        let text = "<?xml version=\"1.0\"?>\n  <q/>\n"
        let fixture = try ClientFixture([
            "/api/v1/REF30/profile-requests/Cablevision": [
                .text(text, type: "application/octet-stream")
            ]
        ])
        let request = try await fixture.client.v1.profileRequest(
            mvpd: ClientFixture.mvpd, platform: .tvOS)
        XCTAssertEqual(Array(request.utf8), Array(text.utf8))
        assert(
            try await fixture.call(), "GET",
            "/api/v1/REF30/profile-requests/Cablevision?deviceType=tvOS", accept: "*/*")
    }

    func testProfileRequestThatIsNoTextIsRefused() async throws {
        let fixture = try ClientFixture([
            "/api/v1/REF30/profile-requests/Cablevision": [
                .body8([0xFF, 0xFE], type: "application/octet-stream")
            ]
        ])
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v1.profileRequest(mvpd: ClientFixture.mvpd, platform: .iOS)
        }
        XCTAssertEqual(error.code, .undecodableBody)
    }

    func testSAMLResponseIsPercentEncodedExactlyOnce() async throws {
        let fixture = try ClientFixture(["/api/v1/tokens/authn": [.status(204)]])
        try await fixture.client.v1.createAuthenticationToken(
            mvpd: ClientFixture.mvpd, platform: .iOS,
            samlResponse: PayloadEncoder().payload(encoding: Array("??>>~~ÿÿ".utf8)))
        assert(
            try await fixture.call(), "POST", "/api/v1/tokens/authn",
            fields: Self.device.union(["content-type"]),
            body: "requestor=REF30&deviceId=device-1&mvpd=Cablevision&deviceType=iOS"
                + "&SAMLResponse=Pz8%2BPn5%2Bw7%2FDvw%3D%3D")
    }

    func testTokensAndPermissionsAreReadForTheDevice() async throws {
        let fixture = try ClientFixture([
            "/api/v1/tokens/authn": [.json(#"{"mvpd":"Cablevision","expires":"1"}"#)],
            "/api/v1/authorize": [.json(#"{"resource":"a b","expires":"1"}"#)],
            "/api/v1/tokens/authz": [.json(#"{"resource":"a b","expires":"1"}"#)],
            "/api/v1/tokens/media": [.json(#"{"serializedToken":"PHNp"}"#)],
            "/api/v1/tokens/usermetadata": [.json(#"{"data":{}}"#)],
            "/api/v1/logout": [.status(204)],
        ])
        let client = fixture.client.v1
        _ = try await client.authenticationToken()
        _ = try await client.authorize(resource: "a b", genericData: "{}")
        _ = try await client.authorization(resource: "a b")
        _ = try await client.mediaToken(resource: "a b")
        _ = try await client.userMetadata()
        try await client.logout()
        let calls = await fixture.transport.calls
        let device = "?requestor=REF30&deviceId=device-1"
        assert(calls[0], "GET", "/api/v1/tokens/authn\(device)")
        assert(
            calls[1], "GET", "/api/v1/authorize\(device)&resource=a%20b&generic_data=%7B%7D")
        assert(calls[2], "GET", "/api/v1/tokens/authz\(device)&resource=a%20b")
        assert(calls[3], "GET", "/api/v1/tokens/media\(device)&resource=a%20b")
        assert(calls[4], "GET", "/api/v1/tokens/usermetadata\(device)")
        assert(calls[5], "DELETE", "/api/v1/logout\(device)")
    }

    func testResourcesArePartedByCommas() async throws {
        let answer = ScriptedTransport.Answer.json(#"{"resources":[]}"#)
        let fixture = try ClientFixture([
            "/api/v1/preauthorize": [answer], "/api/v1/preauthorize/8ER640M": [answer],
        ])
        _ = try await fixture.client.v1.preauthorize(resources: ["a", "b"])
        _ = try await fixture.client.v1.preauthorize(
            resources: ["a", "b"], code: ClientFixture.code)
        let calls = await fixture.transport.calls
        assert(
            calls[0], "GET",
            "/api/v1/preauthorize?requestor=REF30&deviceId=device-1&resource=a%2Cb")
        assert(
            calls[1], "GET", "/api/v1/preauthorize/8ER640M?requestor=REF30&resource=a%2Cb",
            fields: ["accept", "authorization"])
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v1.preauthorize(resources: ["a,b"])
        }
        XCTAssertEqual(error.code, .invalidArgument)
    }

    func testFreePreviewHasItsParametersInAForm() async throws {
        let fixture = try ClientFixture(["/api/v1/authenticate/freepreview": [.status(204)]]) {
            $0.visitorIdentifier = "v+w"
            $0.forwardedFor = "192.0.2.1"
        }
        try await fixture.client.v1.freePreview(mvpd: ClientFixture.mvpd, domainName: "adobe.com")
        assert(
            try await fixture.call(), "POST", "/api/v1/authenticate/freepreview",
            fields: Self.device.union(["content-type", "x-forwarded-for"]),
            body: "requestor_id=REF30&deviceId=device-1&mso_id=Cablevision"
                + "&domain_name=adobe.com&ap_vi=v%2Bw")
    }

    func testConfigurationIsThatOfTheRequestor() async throws {
        let fixture = try ClientFixture([
            "/api/v1/config/REF30": [.json(#"{"requestor":{"mvpds":[{"id":"a"}]}}"#)]
        ])
        let configuration = try await fixture.client.v1.configuration()
        XCTAssertEqual(configuration.mvpds.map(\.id.rawValue), ["a"])
        assert(try await fixture.call(), "GET", "/api/v1/config/REF30")
    }

    func testStatusTellsWhyThereIsNoToken() async throws {
        for status in [404, 410] {
            let fixture = try ClientFixture([
                "/api/v1/tokens/authn": [
                    .json(#"{"status":\#(status),"message":"m"}"#, status: status)
                ]
            ])
            let error = try await thrownError { () async throws(Pass.ExchangeError) in
                try await fixture.client.v1.authenticationToken()
            }
            XCTAssertEqual(error.code, .unexpectedStatus)
            XCTAssertEqual(error.status, status)
            XCTAssertEqual(error.refusal?.message, "m")
        }
    }
}
