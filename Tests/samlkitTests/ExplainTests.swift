import Foundation
import TestSupport
import XCTest

/// `verify --explain`, and the short form of it in `inspect` and `batch`.
final class ExplainTests: XCTestCase {
    private let options = [
        "--trust", Repository.samplePath("metadata/all-idps.xml"), "--now", "2026-01-15T12:00:00Z",
    ]

    /// The first sample as an app that follows the cookbook passes it on.
    private func collapsed(in folder: ScratchFolder) throws -> String {
        let payload = try Samlkit.run(["encode", Repository.firstSample]).output
        let path = try folder.write(payload, to: "payload.txt")
        return try folder.write(Samlkit.run(["decode", path]).output, to: "collapsed.xml")
    }

    func testMessagesOfOneKindAreSearchedInVainAFewTimesOnly() throws {
        let sample = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let text = String(decoding: sample, as: UTF8.self)
        let value = try XCTUnwrap(text.firstMatch(of: /SignatureValue>([^<]{80})/)).1
        // Two halves that change places are found by no search.
        let broken = text.replacing(value, with: value.suffix(40) + value.prefix(40))
        let line = Data(broken.utf8).base64EncodedString() + "\n"
        let folder = try scratchFolder()
        let file = try folder.write(String(repeating: line, count: 10).utf8, to: "many.txt")
        let result = try Samlkit.run([
            "verify", "--explain", "--all", "--json", file, "--trust",
            Repository.samplePath("metadata/idp-one.xml"), "--now", "2026-01-15T12:00:00Z",
        ])
        let counts = try JSONTree.lines(result.output).map {
            $0["explanations"]?[0]?["tests"]?.integer ?? 0
        }
        XCTAssertEqual(counts.count, 10)
        XCTAssertTrue(counts.prefix(8).allSatisfy { $0 > 100 }, "\(counts)")
        XCTAssertTrue(counts.dropFirst(8).allSatisfy { $0 <= 16 }, "\(counts)")
        XCTAssertTrue(
            result.errors.hasPrefix("2 messages without a proved cause: searched briefly"),
            result.errors)
    }

    func testItNamesTheCauseAndWhatToDo() throws {
        let file = try collapsed(in: scratchFolder())
        let result = try Samlkit.run(["verify", file, "--explain"] + options)
        XCTAssertEqual(result.status, 1)
        for text in [
            "likely cause        whitespaceCollapsed", "what to do", "first difference",
            "declared digest     P1heJYO+x82f07hroZwXxvASjtz4ZGLQO6WkjQ74uzo=",
            "made the signature, before the damage",
        ] {
            XCTAssertTrue(result.text.contains(text), "\(text) is not in \(result.text)")
        }
    }

    func testItSaysThatTamperingHasNoOtherCause() throws {
        let tampered = Repository.samplePath("captures/37-tampered-attribute.xml")
        let result = try Samlkit.run(["verify", tampered, "--explain"] + options)
        XCTAssertTrue(result.text.contains("likely cause        none found"), result.text)
    }

    func testWithoutASignedDigestItDoesNotSayThatTheContentWasModified() throws {
        let signed = /<ds:SignedInfo>[\s\S]*<\/ds:SignatureValue>/
        let texts = try ["01-pretty-lf", "02-single-line"].map {
            String(
                decoding: try Repository.sample(
                    "captures/\($0)-assertion-signed-rsa-sha256.xml"), as: UTF8.self)
        }
        let parts = try texts.map { try XCTUnwrap($0.firstMatch(of: signed)).output }
        let ids = try parts.map { try XCTUnwrap($0.firstMatch(of: /URI="#([^"]*)"/)).1 }
        // What was signed of another message, made to refer to this one.
        let spliced = texts[0].replacing(parts[0], with: parts[1].replacing(ids[1], with: ids[0]))
        let file = try scratchFolder().write(spliced.utf8, to: "spliced.xml")
        let tampered = Repository.samplePath("captures/37-tampered-attribute.xml")
        for (path, words) in [
            (file, "SignedInfo is another message's, it or the signature value was modified,"),
            (
                tampered,
                "The signed content itself was modified, the Signature is another message's,"
            ),
        ] {
            let result = try Samlkit.run(["verify", path, "--explain"] + options)
            let text = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            XCTAssertTrue(text.contains("undoing none of it makes the"), text)
            XCTAssertTrue(text.contains(words), text)
            XCTAssertEqual(path == file, text.contains("Nothing shows whether the content"), text)
        }
    }

    func testTheVerdictSaysWhatStandsInADigestValue() throws {
        let sample = try Repository.sample("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        let commented = String(decoding: sample, as: UTF8.self)
            .replacing("<ds:DigestValue>", with: "<ds:DigestValue><!-- -->")
        let file = try scratchFolder().write(commented.utf8, to: "commented.xml")
        let result = try Samlkit.run(["verify", file, "--explain"] + options)
        let text = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // Once as the reason, and once as the verdict.
        XCTAssertEqual(text.components(separatedBy: "DigestValue holds a comment").count, 3, text)
    }

    func testItShowsWhatAValidSignatureIsOver() throws {
        let result = try Samlkit.run(["verify", Repository.firstSample, "--explain"] + options)
        XCTAssertEqual(result.status, 0)
        XCTAssertTrue(result.text.contains("verdict             valid"), result.text)
        XCTAssertTrue(result.text.contains("(trusted): made the signature"), result.text)
        XCTAssertTrue(result.text.contains("| ····<saml:Subject>⏎"), result.text)
    }

    func testWithoutItNoBytesAreShown() throws {
        let file = try collapsed(in: scratchFolder())
        let result = try Samlkit.run(["verify", file] + options)
        XCTAssertTrue(result.text.contains("likely cause: whitespaceCollapsed"), result.text)
        XCTAssertFalse(result.text.contains("<saml:Subject>"), result.text)
    }

    func testTheCauseComesBeforeTheSymptom() throws {
        let file = try collapsed(in: scratchFolder())
        for command in ["verify", "inspect"] {
            let lines = try Samlkit.run([command, file] + options).lines
            let cause = try XCTUnwrap(lines.firstIndex { $0.contains("White space was collapsed") })
            let symptom = try XCTUnwrap(
                lines.firstIndex { $0.contains("signature.signatureMismatch") })
            XCTAssertEqual(cause, 1 + (command == "inspect" ? 1 : 0), lines.joined())
            XCTAssertLessThan(cause, symptom)
        }
    }

    func testTheKeyOfAnotherIssuerIsNamed() throws {
        let path = Repository.samplePath("captures/38-signed-with-another-issuers-key.xml")
        let result = try Samlkit.run(["verify", path, "--explain"] + options)
        XCTAssertTrue(result.text.contains("The key is trusted for https://idp-"), result.text)
        XCTAssertFalse(
            result.text.contains("The key is trusted for https://idp-one.example/saml"),
            result.text)
    }

    func testTheBytesInTheObjectHaveTheDigestsInTheObject() throws {
        let file = try collapsed(in: scratchFolder())
        let result = try Samlkit.run(["verify", file, "--explain", "--json"] + options)
        let json = try JSONTree(parsing: result.output)
        let explanation = try XCTUnwrap(json["explanations"]?.elements?.first)
        XCTAssertEqual(explanation["likelyCause"], "whitespaceCollapsed")
        XCTAssertEqual(explanation["verdict"], "signatureMismatch")
        let reference = try XCTUnwrap(explanation["reference"])
        XCTAssertEqual(
            try SHA256Sum.base64(of: Array(XCTUnwrap(reference["bytes"]?.string).utf8)),
            reference["computedDigest"]?.string)
        XCTAssertEqual(
            try SHA256Sum.base64(
                of: Array(XCTUnwrap(reference["originalBytes"]?.string).utf8)),
            reference["declaredDigest"]?.string)
        XCTAssertNotEqual(reference["computedDigest"], reference["declaredDigest"])
    }

    func testInspectAndBatchNameTheCause() throws {
        let folder = try scratchFolder()
        let file = try collapsed(in: folder)
        let inspected = try Samlkit.run(["inspect", file] + options)
        XCTAssertTrue(inspected.text.contains("likely cause: whitespaceCollapsed"), inspected.text)
        let batch = try Samlkit.run(["batch", file, "--output", "-", "--quiet"] + options)
        let record = try JSONTree(parsing: batch.output)
        XCTAssertEqual(
            record["reasons"]?.elements?.first?["likelyCause"], "whitespaceCollapsed")
    }
}
