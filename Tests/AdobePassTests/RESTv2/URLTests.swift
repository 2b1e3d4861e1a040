import XCTest

@testable import AdobePass

final class URLTests: XCTestCase {
    private func session(_ url: String?, action: String = "authenticate") throws -> RESTv2.Session {
        let url = url.map { #","url":"\#($0)""# } ?? ""
        return try decoded(
            """
            {"actionName":"\(action)","actionType":"interactive","reasonType":"none",
             "code":"8ER640M"\(url)}
            """)
    }

    func testRelativeURLBelongsToTheHostThatWasCalled() throws {
        let client = try ClientFixture().client.v2
        XCTAssertEqual(
            client.authenticateURL(for: try session("/api/v2/authenticate/REF30/8ER640M")),
            "http://localhost:8765/api/v2/authenticate/REF30/8ER640M")
    }

    func testAbsoluteURLStaysAsItIs() throws {
        let client = try ClientFixture().client.v2
        let url = "https://sp.auth.adobe.com/adobe-services/logout?a=b%20c"
        XCTAssertEqual(client.absoluteURL(url), url)
        XCTAssertEqual(client.absoluteURL("//example.com/x"), "http://example.com/x")
    }

    func testURLOfAnotherSchemeIsNoURLToOpen() throws {
        let client = try ClientFixture().client.v2
        for url in ["javascript:alert(1)", "file:///x", "api/v2/x", "", "https://", "/a b", "/\n"] {
            XCTAssertNil(client.absoluteURL(url), url)
        }
    }

    func testSessionWithoutAURLHasTheOneOfItsCode() throws {
        let client = try ClientFixture().client.v2
        XCTAssertEqual(
            client.authenticateURL(for: try session(nil)),
            "http://localhost:8765/api/v2/authenticate/REF30/8ER640M")
        XCTAssertNil(client.authenticateURL(for: try session(nil, action: "resume")))
    }

    func testEnvironmentsHaveTheDocumentedHosts() {
        XCTAssertEqual(Pass.Environment.releaseProduction.v2.text, "https://sp.auth.adobe.com")
        XCTAssertEqual(Pass.Environment.releaseProduction.v1.text, "https://api.auth.adobe.com")
        XCTAssertEqual(
            Pass.Environment.releaseStaging.registration.text, "https://sp.auth-staging.adobe.com")
        XCTAssertEqual(
            Pass.Environment.prequalStaging.v2.text, "https://sp-prequal.auth-staging.adobe.com")
    }

    func testBaseURLMayHaveAPortAndAPrefix() throws {
        let url = try Pass.BaseURL("HTTP://[::1]:8765/pass/")
        XCTAssertEqual(url.text, "http://[::1]:8765/pass")
        XCTAssertEqual(url.resolving("/api/v2/x"), "http://[::1]:8765/api/v2/x")
    }

    func testASafeHostSendsNobodyToAnUnsafeOne() throws {
        let url = try Pass.BaseURL("https://example.com")
        XCTAssertNil(url.resolving("http://example.com/login"))
        XCTAssertEqual(
            url.resolving("https://idp.example.com/login"), "https://idp.example.com/login")
    }

    func testBaseURLOfAnotherKindIsRefused() {
        for text in [
            "", "localhost:8765", "ftp://example.com", "http:example.com", "https://",
            "https://user:password@example.com", "https://example.com?x", "https://example.com#x",
            "https://exa mple.com", "https://example.com\\@x",
        ] {
            XCTAssertThrowsError(try Pass.Environment(baseURL: text), text) {
                XCTAssertEqual(($0 as? Pass.ExchangeError)?.code, .invalidArgument)
            }
        }
    }
}
