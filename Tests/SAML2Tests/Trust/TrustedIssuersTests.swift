import SAML2
import TestSupport
import XCTest
import XMLSecurity

/// Which trusted issuer a name that nobody trusts is next to.
final class TrustedIssuersTests: XCTestCase {
    private func issuers(_ names: String...) throws -> SAML.TrustedIssuers {
        SAML.TrustedIssuers(try trust(names))
    }

    private func trust(_ names: [String]) throws -> SAML.TrustStore {
        var trust = SAML.TrustStore()
        for name in names { trust.trust([try key], forIssuer: name) }
        return trust
    }

    private var key: TrustedKey {
        get throws {
            let pem = try Repository.sample("keys/sample-idp-one.cert.pem")
            return try XCTUnwrap(
                TrustedKey.keys(pemEncoded: String(decoding: pem, as: UTF8.self)).first)
        }
    }

    func testAMisspelledNameIsNextToTheRightOne() throws {
        let issuers = try issuers(
            "https://idp.one.example/saml", "https://idp.two.example/saml",
            "https://login.elsewhere.example/saml2/metadata")
        let names: KeyValuePairs<String, String?> = [
            "https://idp.onn.example/saml": "https://idp.one.example/saml",
            "https://idp.onne.example/saml": "https://idp.one.example/saml",
            "https://idp-two.example/saml": "https://idp.two.example/saml",
            "https://idp.two.example/sam": "https://idp.two.example/saml",
            "https://idp.tow.example/saml": "https://idp.two.example/saml",
            "https://idp.two.example/other": "https://idp.two.example/saml",
            "https://nothing.like.it.example/entity": nil, "urn:x": nil,
        ]
        for (name, nearest) in names { XCTAssertEqual(issuers.nearest(to: name), nearest, name) }
        // And again, from what is remembered.
        for (name, nearest) in names { XCTAssertEqual(issuers.nearest(to: name), nearest, name) }
    }

    func testAKeyTellsWhoseItIs() throws {
        let issuers = try issuers("https://b.example", "https://a.example")
        XCTAssertEqual(
            issuers.owners(of: try key).map(\.name), ["https://a.example", "https://b.example"])
        XCTAssertTrue(SAML.TrustedIssuers(SAML.TrustStore()).owners(of: try key).isEmpty)
    }
}
