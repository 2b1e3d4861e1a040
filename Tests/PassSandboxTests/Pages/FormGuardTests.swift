#if Sandbox
import XCTest

@testable import PassSandbox

/// Forms of other sites, and of nobody, change nothing.
final class FormGuardTests: XCTestCase {
    /// A sign-in form that was shown, ready to be sent.
    private func shown() async throws -> (PageVisitor, [String: String]) {
        let visitor = try await PageVisitor()
        let session = try await visitor.session(mvpd: "Cablevision")
        let page = try await visitor.get("/activate?code=\(session.code)")
        let token = try XCTUnwrap(page.hidden("token"))
        return (
            visitor,
            [
                "code": session.code, "mvpd": "Cablevision", "subscriber": "ada",
                "token": token,
            ]
        )
    }

    private func assertRefused(
        _ page: PageVisitor.Page, _ visitor: PageVisitor, file: StaticString = #filePath,
        line: UInt = #line
    ) async {
        XCTAssertEqual(page.status, 403, file: file, line: line)
        let profiles = await visitor.state.profiles()
        XCTAssertTrue(profiles.isEmpty, file: file, line: line)
    }

    func testTheFormThatWasShownIsTaken() async throws {
        let (visitor, form) = try await shown()
        let page = try await visitor.post("/activate", form)
        XCTAssertEqual(page.status, 303)
    }

    func testWithoutTheCookieItIsRefused() async throws {
        let (visitor, form) = try await shown()
        visitor.cookie = nil
        await assertRefused(try await visitor.post("/activate", form), visitor)
    }

    func testWithAnotherCookieItIsRefused() async throws {
        let (visitor, form) = try await shown()
        visitor.cookie = "sandbox-form=\(String(repeating: "0", count: 32))"
        await assertRefused(try await visitor.post("/activate", form), visitor)
    }

    func testWithoutTheTokenOrWithAnotherItIsRefused() async throws {
        let (visitor, form) = try await shown()
        let token = try XCTUnwrap(form["token"])
        let flipped = (token.hasSuffix("0") ? "1" : "0")
        for other in ["", "x", String(token.dropLast()), token.dropLast() + flipped] {
            let page = try await visitor.post("/activate", form.merging(["token": other]) { $1 })
            await assertRefused(page, visitor)
        }
    }

    func testATokenOfAnotherSandboxIsRefused() async throws {
        let (visitor, form) = try await shown()
        let (other, otherForm) = try await shown()
        visitor.cookie = other.cookie
        let token = try XCTUnwrap(otherForm["token"])
        let page = try await visitor.post("/activate", form.merging(["token": token]) { $1 })
        await assertRefused(page, visitor)
    }

    func testEveryTransportOfASandboxTakesItsForms() async throws {
        let (visitor, form) = try await shown()
        let other = PageVisitor(sandbox: visitor.sandbox)
        other.cookie = visitor.cookie
        let page = try await other.post("/activate", form)
        XCTAssertEqual(page.status, 303)
    }

    func testAPageOfAnotherSiteIsRefused() async throws {
        let (visitor, form) = try await shown()
        for headers in [
            ["Origin": "https://example.com"], ["Origin": "null"],
            ["Sec-Fetch-Site": "cross-site"],
        ] {
            let page = try await visitor.post("/activate", form, adding: headers)
            await assertRefused(page, visitor)
        }
    }

    func testWhatIsNoFormIsRefused() async throws {
        let (visitor, form) = try await shown()
        for path in ["/activate", "/inspect"] {
            let page = try await visitor.post(path, form, adding: ["Content-Type": "text/plain"])
            XCTAssertEqual(page.status, 400, path)
            XCTAssertTrue(page.html.contains("role=\"alert\""), path)
        }
    }

    func testTheCookieIsOutOfReachOfScriptsAndOtherSites() async throws {
        let visitor = try await PageVisitor()
        let first = try await visitor.get("/inspect")
        let cookie = try XCTUnwrap(first.field("Set-Cookie"))
        XCTAssertTrue(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax"), cookie)
        // One cookie serves the forms of several tabs.
        let second = try await visitor.get("/inspect")
        XCTAssertNil(second.field("Set-Cookie"))
        XCTAssertEqual(first.hidden("token"), second.hidden("token"))
    }
}
#endif
