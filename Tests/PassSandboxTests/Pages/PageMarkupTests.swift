#if Sandbox
import Crypto
import Foundation
import TestSupport
import WireText
import XCTest

@testable import PassSandbox

/// What holds for every page.
final class PageMarkupTests: XCTestCase {
    /// A name that is markup wherever it is not escaped.
    ///
    /// The second quotation mark and the second
    /// angle bracket are each one character with the accent after them.
    private static let hostile =
        "\"><script>alert(1)</script>&amp;'\"\u{301} onfocus=\"\u{301}x <\u{338}b>{{{title}}}\u{202E}"

    /// A sandbox with names that are markup.
    private static func hostileVisitor() async throws -> PageVisitor {
        try await PageVisitor { configuration in
            configuration.mvpds[0].displayName = hostile
            configuration.mvpds[0].subscribers[0].name = hostile
            configuration.mvpds[0].subscribers[0].userID = hostile
            configuration.mvpds[0].subscribers[0].metadata = [hostile: "x"]
            configuration.mvpds[0].proxy = hostile
            configuration.mvpds[1].id = hostile
            configuration.serviceProviders[0].name = hostile
            configuration.serviceProviders[0].domains = [hostile]
        }
    }

    /// Every kind of page.
    private static func pages(of visitor: PageVisitor) async throws -> [String: PageVisitor.Page] {
        var pages: [String: PageVisitor.Page] = [:]
        pages["home"] = try await visitor.get("/")
        pages["no sessions"] = try await visitor.get("/sessions")
        pages["code"] = try await visitor.get("/activate")
        let session = try await visitor.session()
        pages["provider"] = try await visitor.get("/activate?code=\(session.code)")
        let typed = hostile.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        pages["wrong code"] = try await visitor.get("/activate?code=\(typed)")
        pages["wrong provider"] = try await visitor.get(
            "/activate?code=\(session.code)&mvpd=\(typed)")
        let signIn = try await visitor.get("/activate?code=\(session.code)&mvpd=Cablevision")
        pages["sign in"] = signIn
        let name = try XCTUnwrap(
            visitor.sandbox.state.configuration.mvpds.first?.subscribers.first?.name)
        let answer = try await visitor.send(
            ["code": session.code, "mvpd": "Cablevision", "subscriber": name], from: signIn,
            to: "/activate")
        XCTAssertEqual(answer.status, 303)
        pages["done"] = try await visitor.get("/activate?code=\(session.code)")
        pages["sessions"] = try await visitor.get("/sessions?refresh=5")
        pages["inspect"] = try await visitor.get("/inspect")
        // By scalars, as the fixture's own escaping passes over letters with accents.
        let response = ResponseFixture().xml
            .replacing(ResponseFixture.issuer, with: MarkupEscape.text(hostile) { _ in nil })
        let inspect = try XCTUnwrap(pages["inspect"])
        pages["inspected"] = try await visitor.send(
            ["message": response], from: inspect, to: "/inspect")
        pages["failure"] = try await visitor.post("/activate", ["token": hostile])
        return pages
    }

    func testMarkupInNamesIsShownAndNotFollowed() async throws {
        let pages = try await Self.pages(of: Self.hostileVisitor())
        let accent = "\u{301}".unicodeScalars.first
        for (name, page) in pages {
            let scalars = Array(page.html.unicodeScalars)
            XCTAssertFalse(page.html.contains("<script"), name)
            XCTAssertFalse(scalars.contains("\u{202E}"), name)
            for (scalar, next) in zip(scalars, scalars.dropFirst()) where next == accent {
                XCTAssertNotEqual(scalar, "\"", name)
            }
            for (scalar, next) in zip(scalars, scalars.dropFirst()) where next == "\u{338}" {
                XCTAssertNotEqual(scalar, "<", name)
            }
        }
        for name in ["home", "provider", "wrong code", "sign in", "done", "sessions", "inspected"] {
            XCTAssertTrue(
                pages[name]?.html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") ?? false, name)
        }
        // The form sends back the name as it is.
        let value: Markup = "value=\"\(exact: Self.hostile)\""
        XCTAssertTrue(pages["sign in"]?.html.contains(value.text) ?? false)
    }

    func testNoPageLoadsOrLinksAnythingFromOutside() async throws {
        for (name, page) in try await Self.pages(of: PageVisitor()) {
            let pattern = try NSRegularExpression(
                pattern: #"(?:href|src|action|url|srcset|poster|data)\s*[=(]\s*["']?([^"')>\s]*)"#)
            let html = page.html
            let matches = pattern.matches(in: html, range: NSRange(html.startIndex..., in: html))
            XCTAssertFalse(matches.isEmpty, name)
            for match in matches {
                let value = try String(html[XCTUnwrap(Range(match.range(at: 1), in: html))])
                XCTAssertTrue(
                    (value.hasPrefix("/") && !value.hasPrefix("//")) || value == "#content"
                        || value == "data:,", "\(name): \(value)")
            }
            XCTAssertFalse(html.contains("@import") || html.contains("<script"), name)
        }
    }

    func testEveryPageIsGuarded() async throws {
        for (name, page) in try await Self.pages(of: PageVisitor()) {
            let policy = try XCTUnwrap(page.field("Content-Security-Policy"), name)
            let start = try XCTUnwrap(page.html.firstRange(of: "<style>")).upperBound
            let end = try XCTUnwrap(page.html.firstRange(of: "</style>")).lowerBound
            let digest = Data(SHA256.hash(data: Data(page.html[start..<end].utf8)))
            XCTAssertTrue(
                policy.contains("style-src 'sha256-\(digest.base64EncodedString())'"), name)
            for directive in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
                XCTAssertTrue(policy.contains(directive), name)
            }
            XCTAssertEqual(page.field("X-Content-Type-Options"), "nosniff", name)
            XCTAssertEqual(page.field("X-Frame-Options"), "DENY", name)
            XCTAssertEqual(page.field("Cache-Control"), "no-store", name)
            XCTAssertEqual(page.field("Referrer-Policy"), "same-origin", name)
            XCTAssertEqual(page.field("Content-Type"), "text/html;charset=UTF-8", name)
        }
    }

    func testEveryPageCanBeFoundOnesWayAbout() async throws {
        for (name, page) in try await Self.pages(of: PageVisitor()) {
            let html = page.html
            func count(_ text: String) -> Int { html.ranges(of: text).count }
            XCTAssertTrue(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"), name)
            for once in [
                "<title>", "<h1>", "<main id=\"content\"", "<nav aria-label=", "<header>",
                "<footer>", "href=\"#content\"",
            ] {
                XCTAssertEqual(count(once), 1, "\(name): \(once)")
            }
            // What somebody typed there is shown as it is.
            let isHostile = ["wrong code", "inspected"].contains(name)
            XCTAssertFalse(!isHostile && html.contains("{{"), name)
            XCTAssertFalse(html.contains("<title> "), name)
            // Every field has a label, of its own or around it.
            for field in ["<input class=\"code\"", "<textarea"] where html.contains(field) {
                let start = try XCTUnwrap(html.firstRange(of: field)).upperBound
                let id = try XCTUnwrap(html[start...].firstRange(of: "id=\"")).upperBound
                let value = html[id...].prefix { $0 != "\"" }
                XCTAssertTrue(html.contains("<label for=\"\(value)\">"), name)
            }
            XCTAssertEqual(
                count("type=\"radio\""), count("<label class=\"choice\"><input type=\"radio\""),
                name)
            XCTAssertEqual(count("<fieldset>"), count("<legend>"), name)
            let isRefused = page.status >= 400 || name == "inspected"
            XCTAssertEqual(isRefused, html.contains("role=\"alert\""), name)
        }
    }
}
#endif
