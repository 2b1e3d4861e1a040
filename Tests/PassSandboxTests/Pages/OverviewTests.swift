#if Sandbox
import XCTest

@testable import PassSandbox

/// The pages that show what the sandbox is and knows.
final class OverviewTests: XCTestCase {
    func testHomeShowsWhatThereIsAndHowToTryIt() async throws {
        let page = try await PageVisitor().get("/")
        XCTAssertEqual(page.status, 200)
        for text in [
            "http://127.0.0.1:8765", "samlkit sso --api v2", "REF30", "Cablevision_apple",
            "PICKER", "/sandbox/mvpds/Cablevision/metadata.xml", "pretty-printed",
            "degraded: AuthNAll", "inactive", "href=\"/sandbox/log\"",
        ] {
            XCTAssertTrue(page.html.contains(text), text)
        }
    }

    func testWhatHomeLinksToIsThere() async throws {
        let visitor = try await PageVisitor()
        let html = try await visitor.get("/").html
        let links = html.split(separator: "href=\"").dropFirst()
            .map { String($0.prefix { $0 != "\"" }) }.filter { $0.hasPrefix("/") }
        XCTAssertGreaterThan(links.count, 8)
        for link in Set(links) {
            let page = try await visitor.get(link)
            XCTAssertEqual(page.status, 200, link)
        }
    }

    func testTheCommandOnHomeRegistersAnApp() async throws {
        let visitor = try await PageVisitor()
        let html = try await visitor.get("/").html
        let start = try XCTUnwrap(html.firstRange(of: "X-Device-Info: ")).upperBound
        let information = String(html[start...].prefix { $0 != "&" && $0 != "'" })
        XCTAssertTrue(html.contains(#"'{"software_statement":"sandbox"}'"#))
        let answer = try await visitor.postJSON(
            "/o/client/register", #"{"software_statement":"sandbox"}"#,
            ["X-Device-Info": information])
        XCTAssertEqual(answer.status, 201)
    }

    func testSessionsShowsWhatWaitsAndWhoIsSignedIn() async throws {
        let visitor = try await PageVisitor()
        let empty = try await visitor.get("/sessions")
        XCTAssertTrue(empty.html.contains("No session is open."))
        XCTAssertTrue(empty.html.contains("Nobody is signed in."))
        let waiting = try await visitor.session()
        let finished = try await visitor.session(mvpd: "Cablevision")
        try await visitor.state.complete(
            code: finished.code, mvpd: "Cablevision", subscriber: "ada")
        let page = try await visitor.get("/sessions")
        for text in [
            waiting.code, finished.code, "waiting", "signed in", "subscriber-1", "householdID",
            "2026-01-15T12:30:00Z",
        ] {
            XCTAssertTrue(page.html.contains(text), text)
        }
        // Names of attributes are enough to see what an app gets.
        XCTAssertFalse(page.html.contains("household-subscriber-1"))
        visitor.clock.advance(by: .seconds(1800))
        let later = try await visitor.get("/sessions")
        XCTAssertFalse(later.html.contains(waiting.code))
    }

    func testSessionsLoadsItselfAnewOnlyWhenAsked() async throws {
        let visitor = try await PageVisitor()
        let still = try await visitor.get("/sessions")
        XCTAssertFalse(still.html.contains("http-equiv"))
        let moving = try await visitor.get("/sessions?refresh=5")
        XCTAssertTrue(
            moving.html.contains(
                #"<meta http-equiv="refresh" content="5;url=/sessions?refresh=5">"#))
        XCTAssertTrue(moving.html.contains("stop that"))
    }
}
#endif
