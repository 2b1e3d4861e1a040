import Captures
import SAMLBindings
import XCTest

/// What a report shows of the address of a call has no secret in it.
final class ShownPathTests: XCTestCase {
    private func path(_ url: String) -> String {
        HTTPExchange(source: MessageSource(), url: Array(url.utf8)).shownPath
    }

    func testPlainWordsOfAPathAreShown() {
        for path in ["/api/v2/REF30/sessions/sso/Apple", "/SAML2/POST/SSO", "/o/client/token", "/"]
        {
            XCTAssertEqual(self.path("https://sp.example\(path)"), path)
        }
    }

    func testQueriesCodesTokensAndAddressesAreNot() {
        XCTAssertEqual(
            path("https://user:secret@sp.example/reggie/8ER640M/regcode?token=secret#secret"),
            "/reggie/…/regcode")
        for secret in [
            "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln", "5f0c1b9e-37a4-4d52", "a@b.example",
            "a%40b", "XK4Q2ZP", String(repeating: "a", count: 41), "82174eca52341d84",
        ] {
            XCTAssertEqual(path("https://sp.example/x/\(secret)"), "/x/…", secret)
        }
        XCTAssertEqual(
            path("https://a.example/" + String(repeating: "a/", count: 30)), "/a/a/a/a/a/a/a/a/a/…")
    }
}
