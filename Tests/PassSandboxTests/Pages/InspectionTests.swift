#if Sandbox
import AdobePass
import PayloadCoding
import TestSupport
import XCTest

@testable import PassSandbox

/// Pasting a message shows what is in it and why it is or is not accepted.
final class InspectionTests: XCTestCase {
    private func inspected(_ message: String, by visitor: PageVisitor) async throws -> String {
        let form = try await visitor.get("/inspect")
        let page = try await visitor.send(["message": message], from: form, to: "/inspect")
        XCTAssertEqual(page.status, 200)
        return page.html
    }

    /// A query of the sandbox, and the response in a style to it.
    private func exchange(
        _ style: String, _ visitor: PageVisitor
    ) async throws -> (query: String, response: String) {
        let partners = visitor.sandbox.core.partners
        let mvpd = try XCTUnwrap(visitor.state.configuration.mvpd("Cablevision"))
        let now = visitor.state.now
        let query = try await partners.query(
            to: mvpd, serviceProvider: "REF30", platform: .tvOS, id: "_query", now: now)
        let response = try await partners.response(
            to: query, from: mvpd, attributeNames: ["uid"], subscriber: "ada", style: style,
            now: now)
        return (query, response)
    }

    func testAResponseIsAcceptedInAnyPacking() async throws {
        let visitor = try await PageVisitor()
        let response = try await exchange("single-line", visitor).response
        let payload = PayloadEncoder().payload(encoding: Array(response.utf8)).text
        let base64 = String(decoding: Base64.encoding(Array(response.utf8)), as: UTF8.self)
        for message in [response, base64, payload, "SAMLResponse=\(payload)"] {
            let html = try await inspected(message, by: visitor)
            XCTAssertTrue(html.contains("<strong>accepted</strong>: a SAML response"))
            XCTAssertTrue(html.contains("<code>uid</code></th><td>subscriber-1</td>"))
            XCTAssertTrue(html.contains("<dd>valid: assertion, "))
        }
    }

    func testTheCauseOfABrokenSignatureIsTold() async throws {
        let visitor = try await PageVisitor()
        let response = try await exchange("pretty-printed", visitor).response
        let payload = PayloadEncoder().payload(encoding: Array(response.utf8)).text
        let broken = try await inspected(payload, by: visitor)
        XCTAssertTrue(broken.contains("<strong>rejected</strong>"))
        XCTAssertTrue(broken.contains("<code>signature.digestMismatch</code>"))
        XCTAssertTrue(broken.contains("<code>whitespaceCollapsed</code>"))
        let whole = try await inspected(response, by: visitor)
        XCTAssertTrue(whole.contains("<strong>accepted</strong>"))
        XCTAssertTrue(whole.contains("cookbook BREAKS the signature"))
    }

    func testAQueryIsVerifiedWithTheSandboxsOwnKey() async throws {
        let visitor = try await PageVisitor()
        let query = try await exchange("single-line", visitor).query
        let good = try await inspected(query, by: visitor)
        XCTAssertTrue(good.contains("<strong>accepted</strong>: an attribute query"))
        XCTAssertTrue(good.contains("<dd>valid: query, "))
        let changed = query.replacing("Name=\"uid\"", with: "Name=\"zip\"")
        XCTAssertNotEqual(query, changed)
        let bad = try await inspected(changed, by: visitor)
        XCTAssertTrue(bad.contains("<strong>rejected</strong>"))
    }

    func testWhatIsNoMessageIsSaidToBeMalformed() async throws {
        let visitor = try await PageVisitor()
        for text in ["<a", "hello", "", "<!DOCTYPE a><a/>"] {
            let html = try await inspected(text, by: visitor)
            XCTAssertTrue(html.contains("<strong>malformed</strong>"), text)
        }
    }

    func testWhatIsPastedIsNotShownAgain() async throws {
        let visitor = try await PageVisitor()
        let html = try await inspected(
            "<a b=\"\(Secret.marker)\">\(Secret.marker)</a>", by: visitor)
        XCTAssertFalse(html.contains(Secret.marker))
    }

    func testTooMuchTextIsRefusedWithWhatToDo() async throws {
        let visitor = try await PageVisitor { $0.limits.bodyBytes = 1000 }
        let form = try await visitor.get("/inspect")
        let page = try await visitor.send(
            ["message": String(repeating: "A", count: 1000)], from: form, to: "/inspect")
        XCTAssertEqual(page.status, 413)
        XCTAssertTrue(page.html.contains("samlkit inspect"))
    }
}
#endif
