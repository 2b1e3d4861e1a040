import XCTest

@testable import PassAudit

/// How requests are told apart by method, host and path.
final class TrafficKindTests: XCTestCase {
    private func call(_ method: String, _ path: String) -> V2Call.Endpoint? {
        let segments = AddressParts("https://sp.auth.adobe.com\(path)").segments
        if case .call(let call) = V2Call.match(method: method, segments: segments) {
            return call.endpoint
        }
        return nil
    }

    func testPathsOfV2AreTheirEndpoints() {
        let expected: [(String, String, V2Call.Endpoint)] = [
            ("GET", "/api/v2/REF30/configuration", .configuration),
            ("GET", "/api/v2/REF30/configuration/", .configuration),
            ("POST", "/api/v2/REF30/sessions", .sessions),
            ("POST", "/api/v2/REF30/sessions/ABC", .resume),
            ("GET", "/api/v2/REF30/sessions/ABC", .readSession),
            ("GET", "/api/v2/authenticate/REF30/ABC", .authenticate),
            ("GET", "/api/v2/REF30/profiles", .profiles),
            ("GET", "/api/v2/REF30/profiles/Comcast", .profile),
            ("GET", "/api/v2/REF30/profiles/code/ABC", .poll),
            ("POST", "/api/v2/REF30/sessions/sso/Apple", .partnerSession),
            ("POST", "/api/v2/REF30/profiles/sso/Apple", .partnerProfile),
            ("POST", "/api/v2/REF30/decisions/authorize/Comcast", .authorize),
            ("POST", "/api/v2/REF30/decisions/preauthorize/Comcast", .preauthorize),
            ("GET", "/api/v2/REF30/logout/Comcast?redirectUrl=x", .logout),
        ]
        for (method, path, endpoint) in expected {
            XCTAssertEqual(call(method, path), endpoint, path)
        }
    }

    func testSwappedAndMistypedPathsAreStray() {
        for (method, path) in [
            ("POST", "/api/v2/REF30/decision/authorize/Comcast"),
            ("GET", "/api/v2/REF30/logout"), ("GET", "/api/v2/sessions/REF30/ABC/x"),
        ] {
            let segments = AddressParts("https://h\(path)").segments
            guard case .stray = V2Call.match(method: method, segments: segments) else {
                return XCTFail(path)
            }
        }
        guard
            case .otherMethod = V2Call.match(
                method: "DELETE", segments: ["api", "v2", "REF30", "logout", "Comcast"])
        else { return XCTFail("DELETE") }
    }

    func testCallsOfV1HaveReplacements() {
        let call = V1Call.match(method: "GET", segments: ["api", "v1", "tokens", "media.json"])
        XCTAssertEqual(call?.path, "/api/v1/tokens/media")
        XCTAssertEqual(call?.replacement, "POST /api/v2/{sp}/decisions/authorize/{mvpd}")
        let posted = V1Call.match(method: "POST", segments: ["api", "v1", "tokens", "authn"])
        XCTAssertEqual(posted?.replacement, "POST /api/v2/{sp}/profiles/sso/{partner}")
        let code = V1Call.match(method: "GET", segments: ["api", "v1", "checkauthn", "ABC"])
        XCTAssertEqual(code?.code, HashedText("ABC"))
        XCTAssertNil(V1Call.match(method: "GET", segments: ["api", "v2", "REF30", "profiles"]))
    }

    func testSDKsAreKnownByTheirPathsOutsideTheBrowsersPart() {
        let host = "sp.auth.adobe.com"
        func mark(_ path: String) -> String? {
            V1Call.sdkMark(host: host, segments: AddressParts("https://h\(path)").segments)
        }
        XCTAssertEqual(mark("/adobe-services/config/REF30"), "/adobe-services/config")
        XCTAssertEqual(mark("/adobe-services/1.0/authorize"), "/adobe-services/1.0/authorize")
        XCTAssertEqual(mark("/authenticate/saml"), "/authenticate/saml")
        XCTAssertNil(mark("/adobe-services/authenticate/saml"))
        XCTAssertNil(mark("/adobe-services/logout"))
    }

    func testHostsHaveTheirEnvironments() {
        XCTAssertEqual(AdobeHost("sp.auth.adobe.com")?.environment, .releaseProduction)
        XCTAssertEqual(AdobeHost("api.auth-staging.adobe.com")?.environment, .releaseStaging)
        XCTAssertEqual(AdobeHost("sp-prequal.auth.adobe.com")?.environment, .prequalProduction)
        XCTAssertEqual(AdobeHost("sp-prequal.auth-staging.adobe.com")?.environment, .prequalStaging)
        XCTAssertEqual(AdobeHost("mgmt-prequal.auth.adobe.com")?.isManagement, true)
        XCTAssertNil(AdobeHost("www.adobe.com"))
        XCTAssertNil(AdobeHost("sp.auth.adobe.com.example.org"))
        XCTAssertTrue(AdobeHost.isLoopback("127.0.0.1"))
        XCTAssertFalse(AdobeHost.isLoopback("10.0.0.1"))
    }

    func testURLsAreTakenApartAsTheyAreWritten() {
        let parts = AddressParts("https://u:p@Sp.Auth.Adobe.com:8443/a%20b/c?x=1#f")
        XCTAssertEqual(parts.host, "sp.auth.adobe.com")
        XCTAssertEqual(parts.port, 8443)
        XCTAssertEqual(parts.segments, ["a b", "c"])
        XCTAssertEqual(parts.query, "x=1")
        XCTAssertEqual(parts.fragment, "f")
        XCTAssertEqual(parts.place, "https://sp.auth.adobe.com:8443/a%20b/c")
        XCTAssertEqual(AddressParts("app://done#x").scheme, "app")
        XCTAssertEqual(AddressParts("http://[::1]:80/x").host, "[::1]")
        XCTAssertEqual(AddressParts("").path, "/")
    }

    func testPatternsOccurAnywhere() {
        XCTAssertTrue(WildcardPattern("*.m3u8").occurs(in: "https://cdn/a/b.m3u8?x"))
        XCTAssertTrue(WildcardPattern("cdn*/master").occurs(in: "https://cdn.example/x/master"))
        XCTAssertFalse(WildcardPattern(".mpd").occurs(in: "https://cdn/a.m3u8"))
    }
}
