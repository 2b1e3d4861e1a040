import Foundation
import TestSupport
import XCTest

/// Commands show a request and what answered it as one thing.
final class SignOnCommandTests: XCTestCase {
    private static let shared = Result {
        let folder = try ScratchFolder()
        try folder.write(SignOnFixture.har, to: "ten.har")
        let run = try Samlkit.run([
            "batch", folder.path("ten.har"), "--output", folder.path("r.ndjson"), "--report",
            folder.path("r.html"),
        ])
        try folder.write(run.output, to: "summary")
        return folder
    }

    override class func tearDown() {
        try? shared.get().removeAll()
        super.tearDown()
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Self.shared.get().read(name), as: UTF8.self)
    }

    private func path(_ name: String) throws -> String { try Self.shared.get().path(name) }

    func testTheSummaryCountsSignOnsAndListsThoseToLookAt() throws {
        let summary = try text("summary")
        for line in [
            "10 sign-ons: 8 answered and not verified, 1 rejected, 1 without an answer",
            "1 request with more than one response",
            "rejected (conditions.statusNotSuccess) after 5.000 s",
            "AuthnRequest: without an answer",
        ] {
            XCTAssertTrue(summary.contains(line), "\(line) is not in \(summary)")
        }
        let run = try Samlkit.run([
            "batch", try path("ten.har"), "--output", try path("j.ndjson"), "--json",
        ])
        let signOns = try JSONTree(parsing: run.output)["signOns"]
        XCTAssertEqual(signOns?["count"], .integer(10))
        XCTAssertEqual(signOns?["unanswered"], .integer(1))
        XCTAssertEqual(signOns?["list"]?[8]?["outcome"], .string("unanswered"))
    }

    func testAReportShowsEachWithItsCallsAlsoFromSavedResults() throws {
        let section = try section(of: text("r.html"))
        for part in [
            "10 sign-ons: 8 answered", "GET idp.example/session/…/step 200", "href=\"#message-1\"",
            "There are 2 responses to this request", "No response to it was found",
        ] {
            XCTAssertTrue(section.contains(part), "\(part) is not in \(section)")
        }
        for secret in SignOnFixture.secrets {
            XCTAssertFalse(try text("r.html").contains(secret), secret)
        }
        let saved = try Samlkit.run([
            "report", try path("r.ndjson"), "--captures", try path("ten.har"), "--output", "-",
        ])
        XCTAssertEqual(try self.section(of: saved.text), section)
    }

    private func section(of page: String) throws -> String {
        let begin = try XCTUnwrap(page.range(of: "<section id=\"sign-ons\""))
        let rest = page[begin.lowerBound...]
        return String(rest[..<(try XCTUnwrap(rest.range(of: "</section>"))).upperBound])
    }

    func testResponsesAloneHaveNoSectionAndNoLine() throws {
        let folder = try scratchFolder()
        let run = try Samlkit.run([
            "batch", Repository.firstSample, "--output", folder.path("r.ndjson"), "--report",
            folder.path("r.html"),
        ])
        XCTAssertFalse(run.text.contains("sign-on"), run.text)
        let page = String(decoding: try folder.read("r.html"), as: UTF8.self)
        XCTAssertFalse(page.contains("id=\"sign-ons\""))
    }

    func testASubscriberIsFoundWithTheRequestThatTheResponseAnswers() throws {
        let folder = try scratchFolder()
        let subject = ["--subject", SignOnFixture.subject(7)]
        let run = try Samlkit.run(
            ["batch", try path("ten.har"), "--output", folder.path("r.ndjson")] + subject)
        XCTAssertTrue(run.text.contains("1 message read"), run.text)
        XCTAssertTrue(run.text.contains("1 sign-on: 1 answered and not verified"), run.text)
        let shown = try Samlkit.run(["inspect", try path("ten.har")] + subject)
        for part in [
            "1 sign-on: 1 answered", "+0.000 s", "GET idp.example/session/…/step 200",
            "The request is from https://sp.example/saml; the response is for https://other.example/saml.",
        ] {
            XCTAssertTrue(shown.text.contains(part), "\(part) is not in \(shown.text)")
        }
    }

    func testTheReportOfOneSubscriberHasTheSignOnsOfThatSubscriber() throws {
        let folder = try scratchFolder()
        func page(_ options: [String]) throws -> String {
            let run = try Samlkit.run(
                ["report", try path("r.ndjson"), "--output", folder.path("one.html")] + options)
            XCTAssertEqual(run.status, 0, run.errors)
            return String(decoding: try folder.read("one.html"), as: UTF8.self)
        }
        let all = try page([]).components(separatedBy: "class=\"reason sign-on\"").count - 1
        XCTAssertGreaterThan(all, 5)
        for choice in [
            ["--subject", SignOnFixture.subject(7)],
            ["--search", SignOnFixture.subject(7).uppercased()],
        ] {
            let page = try page(choice)
            XCTAssertEqual(page.components(separatedBy: "class=\"reason sign-on\"").count - 1, 1)
            XCTAssertFalse(page.contains(SignOnFixture.subject(6)))
        }
        let none = try Samlkit.run([
            "report", try path("r.ndjson"), "--output", folder.path("no.html"), "--search",
            "nobody",
        ])
        XCTAssertTrue(none.errors.contains("No record is one that"), none.errors)
    }

    func testRedactedReportsNameNoPathsOfCalls() throws {
        let folder = try scratchFolder()
        let run = try Samlkit.run([
            "batch", try path("ten.har"), "--output", folder.path("r.ndjson"), "--report",
            folder.path("r.html"), "--redact",
        ])
        XCTAssertLessThan(run.status ?? 9, 2, run.errors)
        let page = String(decoding: try folder.read("r.html"), as: UTF8.self)
        XCTAssertTrue(page.contains("GET idp.example/… 200"))
        XCTAssertFalse(page.contains("idp.example/session"))
        XCTAssertTrue(try text("r.html").contains("GET idp.example/session/…/step 200"))
    }

    func testAnAuditShowsTheSignOnAndTheFindingsInIt() throws {
        let folder = try scratchFolder()
        let page = folder.path("audit.html")
        let capture = Repository.samplePath("har/sign-on-v2.har")
        let result = try Samlkit.run(["audit", capture, "--html", page])
        for part in [
            "1 sign-on: 1 answered and not verified, 0 rejected, 0 without an answer",
            "POST 127.0.0.1/sandbox/platform-sso 200", "the response, passed on",
        ] {
            XCTAssertTrue(result.text.contains(part), "\(part) is not in \(result.text)")
        }
        let html = String(decoding: try folder.read("audit.html"), as: UTF8.self)
        XCTAssertTrue(html.contains("id=\"sign-on-1\""))
        let former = try Samlkit.run([
            "audit", Repository.samplePath("har/sign-on-v1.har"), "--json",
        ])
        let json = try JSONTree(parsing: former.output)
        XCTAssertEqual(json["signOns"]?["list"]?[0]?["callCount"], .integer(3))
        XCTAssertTrue(former.text.contains("\"signOns\":[1]"), former.text)
    }
}
