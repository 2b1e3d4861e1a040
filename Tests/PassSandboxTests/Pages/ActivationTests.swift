#if Sandbox
import XCTest

@testable import PassSandbox

/// Signing in on a second screen.
final class ActivationTests: XCTestCase {
    func testACodeAProviderAndASubscriberSignADeviceIn() async throws {
        let visitor = try await PageVisitor()
        let session = try await visitor.session()
        let typed = " \(session.code.lowercased().prefix(3))-\(session.code.dropFirst(3)) "
        let providers = try await visitor.get(
            "/activate?code=\(typed.replacing(" ", with: "%20"))")
        XCTAssertEqual(providers.status, 200)
        XCTAssertTrue(providers.html.contains("Choose your provider"))
        XCTAssertTrue(providers.html.contains("value=\"Comcast\""))
        for absent in ["InactiveMVPD", "TempPass"] {
            XCTAssertFalse(providers.html.contains("value=\"\(absent)\""), absent)
        }
        let signIn = try await visitor.get("/activate?code=\(session.code)&mvpd=Comcast")
        XCTAssertTrue(signIn.html.contains("Sign in with Comcast"))
        XCTAssertTrue(signIn.html.contains("Choose another provider"))
        let answer = try await visitor.send(
            ["code": session.code, "mvpd": "Comcast", "subscriber": "edsger"], from: signIn,
            to: "/activate")
        XCTAssertEqual(answer.status, 303)
        let done = try await visitor.get(try XCTUnwrap(answer.field("Location")))
        XCTAssertTrue(done.html.contains("role=\"status\""))
        XCTAssertTrue(done.html.contains("You are signed in"))
        let profiles = await visitor.state.profiles()
        XCTAssertEqual(profiles.map(\.mvpd), ["Comcast"])
        XCTAssertEqual(profiles.map(\.type), ["regular"])
    }

    func testThePathAdobeGivesLeadsToTheProviderAndBackToTheApp() async throws {
        let visitor = try await PageVisitor()
        let target = "https://adobe.com/done?a=1&b=2"
        let session = try await visitor.session(mvpd: "Cablevision", redirectURL: target)
        let redirection = try await visitor.get("/api/v2/authenticate/REF30/\(session.code)")
        XCTAssertEqual(redirection.status, 302)
        let signIn = try await visitor.get(try XCTUnwrap(redirection.field("Location")))
        XCTAssertTrue(signIn.html.contains("Sign in with Cablevision"))
        XCTAssertFalse(signIn.html.contains("Choose another provider"))
        // Chromium holds the policy against where a form is redirected to.
        XCTAssertTrue(
            signIn.field("Content-Security-Policy")?
                .contains("form-action 'self' https://adobe.com;") ?? false)
        let answer = try await visitor.send(
            ["code": session.code, "mvpd": "Cablevision", "subscriber": "grace"], from: signIn,
            to: "/activate")
        XCTAssertEqual(answer.status, 303)
        XCTAssertEqual(answer.field("Location"), target)
        let done = try await visitor.get("/activate?code=\(session.code)")
        XCTAssertTrue(done.html.contains("href=\"https://adobe.com/done?a=1&amp;b=2\""))
    }

    func testAWrongCodeIsExplained() async throws {
        let visitor = try await PageVisitor()
        let page = try await visitor.get("/activate?code=WRONG12")
        XCTAssertEqual(page.status, 404)
        XCTAssertTrue(page.html.contains("role=\"alert\""))
        XCTAssertTrue(page.html.contains("This code does not exist."))
        XCTAssertTrue(page.html.contains("value=\"WRONG12\""))
    }

    func testAnExpiredCodeIsExplained() async throws {
        let visitor = try await PageVisitor()
        let session = try await visitor.session(mvpd: "Cablevision")
        let signIn = try await visitor.get("/activate?code=\(session.code)")
        visitor.clock.advance(by: .seconds(1800))
        let page = try await visitor.get("/activate?code=\(session.code)")
        XCTAssertEqual(page.status, 404)
        XCTAssertTrue(page.html.contains("This code has expired."))
        let late = try await visitor.send(
            ["code": session.code, "mvpd": "Cablevision", "subscriber": "ada"], from: signIn,
            to: "/activate")
        XCTAssertTrue(late.html.contains("This code has expired."))
        let profiles = await visitor.state.profiles()
        XCTAssertTrue(profiles.isEmpty)
    }

    func testAProviderThatNobodyCanSignInWithIsRefused() async throws {
        let visitor = try await PageVisitor()
        let session = try await visitor.session()
        for provider in ["InactiveMVPD", "TempPass", "Nobody"] {
            let page = try await visitor.get("/activate?code=\(session.code)&mvpd=\(provider)")
            XCTAssertEqual(page.status, 400, provider)
            XCTAssertTrue(page.html.contains("role=\"alert\""), provider)
        }
    }

    func testAnotherProviderThanTheDeviceAskedForIsRefused() async throws {
        let visitor = try await PageVisitor()
        let session = try await visitor.session(mvpd: "Cablevision")
        let signIn = try await visitor.get("/activate?code=\(session.code)&mvpd=Comcast")
        XCTAssertTrue(signIn.html.contains("Sign in with Cablevision"))
        let page = try await visitor.send(
            ["code": session.code, "mvpd": "Comcast", "subscriber": "edsger"], from: signIn,
            to: "/activate")
        XCTAssertEqual(page.status, 400)
        XCTAssertTrue(page.html.contains("The device asked for another provider."))
    }

    func testAnUnknownSubscriberIsAskedAgain() async throws {
        let visitor = try await PageVisitor()
        let session = try await visitor.session(mvpd: "Cablevision")
        let signIn = try await visitor.get("/activate?code=\(session.code)")
        let again = try await visitor.send(
            ["code": session.code, "mvpd": "Cablevision", "subscriber": "nobody"], from: signIn,
            to: "/activate")
        XCTAssertEqual(again.status, 400)
        XCTAssertTrue(again.html.contains("Choose who signs in."))
        let answer = try await visitor.send(
            ["code": session.code, "mvpd": "Cablevision", "subscriber": "ada"], from: again,
            to: "/activate")
        XCTAssertEqual(answer.status, 303)
    }

    func testARegistrationCodeOfTheFirstVersionIsTakenToo() async throws {
        let visitor = try await PageVisitor()
        let session = try await visitor.session(mvpd: "Cablevision", api: .v1)
        let signIn = try await visitor.get("/activate?code=\(session.code)")
        let answer = try await visitor.send(
            ["code": session.code, "mvpd": "Cablevision", "subscriber": "ada"], from: signIn,
            to: "/activate")
        XCTAssertEqual(answer.status, 303)
        let profiles = await visitor.state.profiles()
        XCTAssertEqual(profiles.map(\.holder.api), [.v1])
    }

    func testABrowserIsNeverSentToWhatRunsInThePage() async throws {
        for target in ["javascript:alert(1)", "data://text/html,x", "file:///etc/passwd", "/x"] {
            let visitor = try await PageVisitor()
            let session = try await visitor.session(mvpd: "Cablevision", redirectURL: target)
            let signIn = try await visitor.get("/activate?code=\(session.code)")
            XCTAssertTrue(signIn.html.contains("not an address a browser may be sent to"), target)
            let answer = try await visitor.send(
                ["code": session.code, "mvpd": "Cablevision", "subscriber": "ada"],
                from: signIn, to: "/activate")
            XCTAssertEqual(answer.field("Location"), "/activate?code=\(session.code)", target)
            let done = try await visitor.get("/activate?code=\(session.code)")
            XCTAssertFalse(done.html.contains(target), target)
        }
    }

    func testWhereABrowserMayGoIsNamedInThePolicy() {
        let sources: [String: String?] = [
            "https://adobe.com/done": "https://adobe.com",
            "http://localhost:8080/?a=b": "http://localhost:8080",
            "https://user@adobe.com:443": "https://adobe.com:443",
            "http://[::1]:80/": "http://[::1]:80",
            "example-app://back": "example-app:",
            "https://adobe.com;script-src/": nil, "https://a,b/": nil, "https:///path": nil,
            "https://a'b/": nil, "javascript://x%0aalert(1)": nil, "JavaScript://x": nil,
            "https://adobe.com\r\nX: y": nil, "": nil, "adobe.com": nil,
        ]
        for (url, source) in sources {
            XCTAssertEqual(RedirectTarget(url)?.source, source, url)
        }
        XCTAssertNil(RedirectTarget(nil))
    }

    func testCodesHaveNoLettersAndDigitsThatLookAlike() async throws {
        let visitor = try await PageVisitor()
        for _ in 0..<200 {
            let code = await visitor.state.makeCode()
            XCTAssertEqual(code.count, 7)
            XCTAssertTrue(code.allSatisfy { "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".contains($0) }, code)
        }
    }

    func testNobodyCanTryAllCodes() async throws {
        let visitor = try await PageVisitor { $0.throttle.isOn = true }
        for number in 0..<11 {
            let page = try await visitor.get("/activate?code=ABCDEF\(number)")
            XCTAssertEqual(page.status, 404)
        }
        let refused = try await visitor.get("/activate?code=ABCDEFG")
        XCTAssertEqual(refused.status, 429)
        XCTAssertTrue(refused.html.contains("Wait a second"), refused.html)
        let form = try await visitor.post("/activate", ["code": "ABCDEFG"])
        XCTAssertEqual(form.status, 429)
        let empty = try await visitor.get("/activate")
        XCTAssertEqual(empty.status, 200, "The page itself is not counted.")
        visitor.clock.advance(by: .seconds(1))
        let next = try await visitor.get("/activate?code=ABCDEFG")
        XCTAssertEqual(next.status, 404)
    }

    func testProvidersShowTheirLogos() async throws {
        let visitor = try await PageVisitor {
            $0.mvpds[2].logoURL = "https://logos.example.com/c.png"
        }
        let session = try await visitor.session()
        let page = try await visitor.get("/activate?code=\(session.code)")
        XCTAssertTrue(page.html.contains("<img src=\"/sandbox/mvpds/Cablevision/logo.svg\""))
        XCTAssertTrue(page.html.contains("<img src=\"https://logos.example.com/c.png\""))
        let policy = try XCTUnwrap(page.field("Content-Security-Policy"))
        XCTAssertTrue(
            policy.contains("img-src 'self' data: https://logos.example.com;"), policy)
        let logo = try await visitor.get("/sandbox/mvpds/Cablevision/logo.svg")
        XCTAssertEqual(logo.field("Content-Type"), "image/svg+xml")
        XCTAssertTrue(logo.html.contains("<title>Cablevision</title>"), logo.html)
        let signIn = try await visitor.get("/activate?code=\(session.code)&mvpd=Cablevision")
        XCTAssertTrue(signIn.html.contains("<img src=\"/sandbox/mvpds/Cablevision/logo.svg\""))
    }
}
#endif
