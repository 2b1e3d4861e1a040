import Foundation
import TestSupport
import XCTest

final class InspectTests: XCTestCase {
    func testAScreenSaysWhoForWhomWhenWhatAndWhatIsWrong() throws {
        let path = Repository.samplePath("captures/25-expired.xml")
        let screen = try Samlkit.run(["inspect", path] + Samlkit.reference).lines
        XCTAssertEqual(screen.first, path)
        let expected = [
            "  outcome       rejected (response)",
            "                conditions.expired: The message expired 23 h 50 min ago: NotOnOrAfter is "
                + "2026-01-14T12:10:00Z, and it was received at 2026-01-15T12:00:00Z. If it was "
                + "recorded, pass the time of receipt with --now, such as --now 2026-01-14T11:59:57Z.",
            "                  likely cause: expired (samlkit explain expired)",
            "  signature     NOT VERIFIED: assertion, rsa-sha256, xml-exc-c14n",
            "  encoding      cookbook BREAKS the signature (signedContentChanged)",
            "  CLAIMED       by the message, NOT verified:",
            "  issuer        https://idp-one.example/saml",
            "  audience      https://saml.sp.auth.adobe.com",
            "  answers       _3f7c7516d873783a224b690ff171511b",
            "  valid         from 2026-01-14T11:59:30Z to 2026-01-14T12:10:00Z (expired)",
            "  status        urn:oasis:names:tc:SAML:2.0:status:Success",
            "  attributes    uid = 7c9e6679f7425a8b",
            "                uniqueId = e4da3b7fbbce2345d7772b0674a318d5",
        ]
        XCTAssertEqual(screen.filter(expected.contains), expected)
    }

    func testAMessageWhoseDamageIsUndoneIsWrittenAsItWasSigned() throws {
        let folder = try scratchFolder()
        let sample = "captures/02-single-line-assertion-signed-rsa-sha256.xml"
        let text = String(decoding: try Repository.sample(sample), as: UTF8.self)
        let damaged = try folder.write(text.replacing("><", with: ">\n<").utf8, to: "damaged.xml")
        let trust = [
            "--trust", Repository.samplePath("metadata/idp-one.xml"), "--now",
            "2026-01-15T12:00:00Z",
        ]
        let original = folder.path("original.xml")
        let screen = try Samlkit.run(["inspect", damaged, "--undone", original] + trust)
        XCTAssertEqual(screen.status, 1)
        XCTAssertTrue(
            screen.text.contains("cookbook REPAIRS the signature (signatureRepaired)"), screen.text)
        let verdict = try Samlkit.run(["verify", original] + trust)
        XCTAssertTrue(verdict.text.contains("accepted, signature valid"), verdict.text)
    }

    func testAMessageWithOneChangedValueIsWrittenAsItWasSigned() throws {
        let folder = try scratchFolder()
        let sample = "captures/02-single-line-assertion-signed-rsa-sha256.xml"
        let text = String(decoding: try Repository.sample(sample), as: UTF8.self)
        let trust = [
            "--trust", Repository.samplePath("metadata/idp-one.xml"), "--now",
            "2026-01-15T12:00:00Z",
        ]
        for (number, (value, changed)) in [
            ("7c9e6679", "7c9e\n6679"), ("7c9e6679f7425a8b", "7C9E6679F7425A8B"),
        ].enumerated() {
            XCTAssertTrue(text.contains(value))
            let damaged = try folder.write(
                text.replacing(value, with: changed).utf8, to: "damaged\(number).xml")
            let original = folder.path("original\(number).xml")
            _ = try Samlkit.run(["inspect", damaged, "--undone", original] + trust)
            XCTAssertEqual(
                try String(contentsOfFile: original, encoding: .utf8), text, "\(number)")
        }
    }

    func testNothingIsWrittenWhereNothingProvesWhatWasSigned() throws {
        let folder = try scratchFolder()
        let tampered = Repository.samplePath("captures/37-tampered-attribute.xml")
        let file = folder.path("original.xml")
        let trust = ["--trust", Repository.samplePath("metadata/all-idps.xml")]
        let result = try Samlkit.run(["inspect", tampered, "--undone", file] + trust)
        XCTAssertTrue(result.errors.contains("nothing is written"), result.errors)
        XCTAssertFalse(FileManager.default.fileExists(atPath: file))
        let screen = result.text
        XCTAssertTrue(screen.contains("leaves the signature invalid"), screen)
        XCTAssertFalse(screen.contains("BREAKS"), screen)
        let record = try JSONTree(
            parsing: Samlkit.run(["inspect", tampered, "--json"] + trust).output)
        XCTAssertEqual(record["normalization"]?["preservesSignature"], .null)
        XCTAssertEqual(try Samlkit.run(["inspect", tampered, "--undone", file]).status, 2)
    }

    func testTheProvidersWordsAboutAFailureAreOnTheScreenAndClaimedInRecords() throws {
        let path = Repository.samplePath("captures/23-status-responder-authn-failed.xml")
        let words = "The subscriber could not be authenticated."
        let screen = try Samlkit.run(["inspect", path] + Samlkit.reference).lines
        XCTAssertTrue(screen.contains("                “\(words)”"), "\(screen)")
        let json = try Samlkit.run(["inspect", "--json", path] + Samlkit.reference)
        XCTAssertTrue(json.lines.contains { $0.contains("\"statusMessage\":\"\(words)\"") })
    }

    func testAMalformedMessageShowsWhereItBroke() throws {
        let path = Repository.samplePath("captures/malformed/undeclared-prefix.xml")
        let screen = try Samlkit.run(["inspect", path])
        XCTAssertEqual(screen.lines[1], "  outcome       malformed (no SAML message)")
        XCTAssertNotNil(
            screen.lines[2].wholeMatch(of: /\s+xml\.notNamespaceWellFormed \[\d+:\d+\]: .*\./),
            screen.lines[2])
    }

    func testWhatWasUnpackedIsTold() throws {
        let path = Repository.samplePath("captures/34-base64-doubly-percent-encoded.txt")
        let screen = try Samlkit.run(["inspect", path]).lines
        XCTAssertTrue(screen.contains("  unpacked      percentEncoding, percentEncoding, base64"))
        let note = screen.firstIndex { $0.hasPrefix("  notes         note.encodedTwice: ") }
        XCTAssertTrue(
            screen[try XCTUnwrap(note) + 1].hasPrefix("                  Leave one of the two"))
        let options = ["--trust", Repository.samplePath("metadata/all-idps.xml")]
        let verdict = try Samlkit.run(["verify", path] + options + Samlkit.reference)
        XCTAssertEqual(verdict.status, 0)
        XCTAssertTrue(verdict.lines[1].hasPrefix("  note.encodedTwice: "), verdict.text)
        let json = try JSONTree(
            parsing: Samlkit.run(
                ["verify", path, "--json"] + options + Samlkit.reference
            ).output)
        XCTAssertEqual(json["outcome"], "accepted")
        XCTAssertEqual(json["notes"]?[0]?["code"], "note.encodedTwice")
    }

    func testACertificateOfAMessageThatIssuedAnotherBesideItIsCalledChain() throws {
        let text = String(
            decoding: try Repository.sample(
                "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"), as: UTF8.self)
        let pattern = try Regex("<ds:X509Certificate>[^<]*</ds:X509Certificate>")
        let certificates = [ChainFixture.root, ChainFixture.intermediate]
            .map { "<ds:X509Certificate>\($0)</ds:X509Certificate>" }
        let folder = try scratchFolder()
        let message = try folder.write(
            text.replacing(pattern, with: certificates.joined()).utf8, to: "a.xml")
        let screen = try Samlkit.run(["inspect", message, "--html", folder.path("page.html")])
        XCTAssertTrue(screen.lines.contains("  KeyInfo       chain, no key: CN=Root"), screen.text)
        XCTAssertTrue(screen.lines.contains("                CN=Intermediate"), screen.text)
        let page = String(decoding: try folder.read("page.html"), as: UTF8.self)
        XCTAssertEqual(page.split(separator: "chain, no key").count, 2)
        let alone = try Samlkit.run(["inspect", Repository.firstSample])
        XCTAssertFalse(alone.text.contains("KeyInfo"), alone.text)
    }

    func testTheTextAndTheJSONOfEverySampleAgreeOnTheOutcome() throws {
        let rows = try SampleOutcome.files()
        let paths = rows.map { Repository.samplePath($0.path) }
        let text = try Samlkit.run(["inspect"] + paths + Samlkit.reference)
        let outcomes = text.lines.filter { $0.hasPrefix("  outcome ") }
            .map { $0.split(separator: " ")[1] }
        XCTAssertEqual(outcomes.map(String.init), rows.map(\.unchecked))
        let json = try Samlkit.run(["inspect", "--json"] + paths + Samlkit.reference)
        let records = try JSONTree.lines(json.output)
        XCTAssertEqual(records.map { $0["outcome"]?.string }, rows.map(\.unchecked))
        XCTAssertEqual(records.map { $0["source"]?["file"]?.string }, paths)
        XCTAssertEqual(records.map { $0["index"]?.integer }, Array(rows.indices))
        XCTAssertEqual([text.status, json.status], [1, 1])
    }

    func testMessagesAreSeparatedByAnEmptyLine() throws {
        let screen = try Samlkit.run(["inspect", Repository.firstSample, Repository.firstSample])
        XCTAssertEqual(screen.lines.count { $0.isEmpty }, 1)
        XCTAssertFalse(screen.lines.last?.isEmpty ?? true)
    }

    func testStandardInputIsADash() throws {
        let bytes = try Repository.sample("captures/35-form-body.form")
        let result = try Samlkit.run(["inspect", "-", "--json"], input: bytes)
        let record = try XCTUnwrap(JSONTree.lines(result.output).first)
        XCTAssertEqual(record["source"]?["file"], "-")
        XCTAssertEqual(record["envelope"], .array(["form", "base64"]))
    }

    func testControlCharactersOfAMessageNeverReachTheTerminal() throws {
        // XML forbids most of the others.
        let hostile =
            "\u{9B}31m\u{7F}\u{85}\u{202E}\u{2066}\u{61C}\u{2028}\u{200B}\u{2060}\u{AD}\u{E0041}"
        let text = String(
            decoding: try Repository.sample("captures/36-unsigned.xml"), as: UTF8.self)
        let message = text.replacing("HH-0048151623", with: "HH\(hostile)&#13;&#10;&#9;")
            .replacing("Name=\"uid\"", with: "Name=\"uid\(hostile)\"")
            .replacing("https://idp-one.example/saml", with: "https://idp\(hostile)")
        XCTAssertNotEqual(message, text)
        let folder = try scratchFolder()
        let file = try folder.write(message.utf8, to: "a\u{1B}[2J\u{7}\u{202E}b.xml")
        for arguments in [["inspect", file], ["attributes", "--unverified", file]] {
            let result = try Samlkit.run(arguments)
            XCTAssertEqual(result.status, 0)
            XCTAssertTrue(result.text.contains("HH\\u{9B}31m\\u{7F}"), result.text)
            XCTAssertTrue(result.text.contains("\\u{D}\\u{A}\\u{9}"), result.text)
            // Line ends, and the tab that stands between the name and the value of an attribute.
            let own: [Unicode.Scalar] = arguments[0] == "attributes" ? ["\n", "\t"] : ["\n"]
            for scalar in (result.text + result.errors).unicodeScalars where !own.contains(scalar) {
                XCTAssertFalse(
                    Self.isSteering(scalar), "U+\(String(scalar.value, radix: 16)) came through")
            }
        }
        for arguments in [
            ["inspect", "--json", file], ["attributes", "--json", "--unverified", file],
        ] {
            let result = try Samlkit.run(arguments)
            for scalar in result.text.unicodeScalars where scalar != "\n" {
                XCTAssertFalse(
                    Self.isSteering(scalar), "U+\(String(scalar.value, radix: 16)) came through")
            }
            // Escapes of JSON leave the values unchanged.
            XCTAssertTrue(
                result.text.contains(
                    "HH\\u009b31m\\u007f\\u0085\\u202e\\u2066\\u061c\\u2028\\u200b\\u2060\\u00ad"
                        + "\\udb40\\udc41"), result.text)
            XCTAssertTrue(
                Self.strings(in: try JSONTree(parsing: result.output)).contains(
                    "HH\(hostile)\r\n\t"))
        }
    }

    /// Every string of a JSON value, at any depth.
    private static func strings(in json: JSONTree) -> [String] {
        (json.string.map { [$0] } ?? []) + (json.elements ?? []).flatMap(strings)
            + (json.members ?? [:]).flatMap { strings(in: $0.value) }
    }

    func testControlCharactersOfAFileNameNeverReachTheTerminal() throws {
        let missing = try scratchFolder().path("a\u{1B}[2J\u{202E}b")
        for command in [["inspect"], ["encode"], ["decode"], ["query"], ["canonicalize"]] {
            let result = try Samlkit.run(command + [missing])
            XCTAssertTrue((result.text + result.errors).contains("a\\u{1B}[2J\\u{202E}b"))
            XCTAssertFalse((result.text + result.errors).contains("\u{1B}"))
        }
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator]
            .contains(scalar.properties.generalCategory)
    }
}
