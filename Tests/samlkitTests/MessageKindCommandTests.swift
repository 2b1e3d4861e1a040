import Foundation
import TestSupport
import XCTest
import XMLSecurity

/// Messages that are no responses, and responses in wrappers, on the command line.
final class MessageKindCommandTests: XCTestCase {
    private typealias Fixture = ProtocolFixture

    private static let conditions = [
        "--now", ResponseFixture.now, "--audience", ResponseFixture.audience,
    ]

    /// Trusts the key of the fixtures, which is written into the folder.
    private func trust(in folder: ScratchFolder) throws -> [String] {
        let pem = SignedFixture.p256.publicKeyPEM
        return ["--trust", try folder.write(pem.utf8, to: "key.pem")]
    }

    func testABrowserSignOnIsAcceptedAndItsRequestNotJudged() throws {
        let folder = try scratchFolder()
        try folder.write(Fixture.authnRequest.utf8, to: "in/1-request.xml")
        try folder.write(SignedFixture.message().utf8, to: "in/2-response.xml")
        let results = folder.path("results.ndjson")
        let report = folder.path("report.html")
        let run = try Samlkit.run(
            ["batch", folder.path("in"), "--output", results, "--report", report]
                + Self.conditions + trust(in: folder))
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertTrue(
            run.text.contains(
                "2 messages read: 1 accepted, 0 rejected, 0 malformed, 1 not judged"), run.text)
        let records = try JSONTree.lines(folder.read("results.ndjson"))
        XCTAssertEqual(records.map { $0["kind"]?.string }, ["authnRequest", "response"])
        XCTAssertEqual(records.map { $0["outcome"]?.string }, ["notJudged", "accepted"])
        XCTAssertEqual(
            records[0]["claimed"]?["response"]?["id"]?.string, ResponseFixture.request)
        let page = String(decoding: try folder.read("report.html"), as: UTF8.self)
        XCTAssertTrue(page.contains("The one message was accepted."), page)
        XCTAssertTrue(page.contains("1 message was not judged"), page)
    }

    func testVerifyNamesTheWrapperWhoseSignatureDoesNotHold() throws {
        let folder = try scratchFolder()
        let forged = try Fixture.artifactResponse(SignedFixture.message())
            .signing("_resolved", by: SignedFixture.stranger)
        let file = try folder.write(forged.utf8, to: "forged.xml")
        for command in [["verify", "--explain"], ["batch", "--output", "-"], ["attributes"]] {
            let result = try Samlkit.run(
                command + [file] + Self.conditions + trust(in: folder))
            XCTAssertEqual(result.status, 1, "\(command)")
            let text = result.text + result.errors
            XCTAssertTrue(
                text.contains("The signature value fits no trusted key (ArtifactResponse)"), text)
            if command.contains("--explain") {
                XCTAssertTrue(text.contains("signature 1 of 2: on ArtifactResponse"), text)
            }
        }
    }

    func testInspectShowsEachKindOnOneScreen() throws {
        let folder = try scratchFolder()
        let expected: KeyValuePairs = [
            "authnRequest": [
                "  outcome       notJudged (AuthnRequest)",
                "  destination   https://idp.example/sso",
                "  states        AssertionConsumerServiceURL = https://sp.example/acs",
                "                AuthnContextClassRef = urn:password",
            ],
            "logoutRequest": [
                "  outcome       notJudged (LogoutRequest)",
                "  valid         from ever to 2026-01-15T12:05:00Z (not judged)",
                "  NameID        subscriber-1", "  states        SessionIndex = _s1",
            ],
            "logoutResponse": [
                "  outcome       notJudged (LogoutResponse)", "  answers       _logout",
                "  status        urn:oasis:names:tc:SAML:2.0:status:Success",
            ],
            "artifactResolve": [
                "  outcome       notJudged (ArtifactResolve)",
                "  states        Artifact = AAQAAA==",
            ],
            "artifactResponse": [
                "  outcome       notJudged (ArtifactResponse without a message)",
                "  answers       _resolve",
            ],
            "assertion": [
                "  outcome       notJudged (assertion without a response)",
                "  audience      https://sp.example/saml", "  attributes    uid = u-1",
            ],
        ]
        let screens = Dictionary(uniqueKeysWithValues: expected.map { ($0.key, $0.value) })
        // Metadata has a screen and tests of its own.
        XCTAssertEqual(screens.count, Fixture.unjudged.count - 1)
        for (kind, xml) in Fixture.unjudged where kind != "metadata" {
            let path = try folder.write(xml.utf8, to: "\(kind).xml")
            let run = try Samlkit.run(["inspect", path])
            XCTAssertEqual(run.status, 0, run.text)
            XCTAssertLessThan(run.lines.count, 24, run.text)
            let lines = try XCTUnwrap(screens[kind])
            XCTAssertEqual(run.lines.filter(lines.contains), lines, run.text)
        }
    }

    func testInspectShowsTheResponseInAWrapper() throws {
        let folder = try scratchFolder()
        let text = Fixture.soap(Fixture.artifactResponse(try SignedFixture.message()))
        let run = try Samlkit.run(
            ["inspect", folder.write(text.utf8, to: "soap.xml")] + Self.conditions
                + trust(in: folder))
        XCTAssertEqual(run.status, 0, run.text)
        for line in [
            "  outcome       accepted (response)", "  unpacked      soap, artifactResponse",
            "  id            _response",
        ] {
            XCTAssertTrue(run.lines.contains(line), run.text)
        }
    }

    func testVerifyAndAttributesSayWhatTheyWereGivenAndWhatReadsIt() throws {
        let folder = try scratchFolder()
        let trust = ["--trust", Repository.samplePath("metadata/all-idps.xml")]
        for (xml, start, end) in [
            (Fixture.authnRequest, "This is an AuthnRequest; ", "samlkit inspect."),
            (Fixture.logoutRequest, "This is a LogoutRequest; ", "samlkit inspect."),
            (Fixture.assertion, "This is an assertion without a response; ", "inspect."),
            (
                Fixture.entities, "This is metadata; ",
                "Pass metadata with --trust, or read it with samlkit inspect."
            ),
        ] {
            let path = try folder.write(xml.utf8, to: "message.xml")
            let verified = try Samlkit.run(["verify", path] + trust)
            XCTAssertEqual(verified.status, 1)
            XCTAssertTrue(
                verified.lines.contains {
                    $0.hasPrefix("  \(start)verify judges responses.") && $0.hasSuffix(end)
                }, verified.text)
            let attributes = try Samlkit.run(["attributes", path, "--unverified"])
            XCTAssertEqual(attributes.status, 1)
            XCTAssertEqual(attributes.text, "")
            XCTAssertTrue(
                attributes.errors.contains("\(start)attributes judges responses."),
                attributes.errors)
        }
    }
}
