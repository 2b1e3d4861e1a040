import Captures
import ProfileProcessing
import ProfileTestSupport
import SAMLBindings
import TestSupport
import XCTest

/// The outcomes that the tables beside the samples state, which other tools made and checked.
final class ExpectedOutcomeTests: XCTestCase, ReachesUnsafeCode {
    func testEverySampleHasTheOutcomeItsTableStates() throws {
        let processor = try ProfileProcessor.reference()
        let rows = try SampleOutcome.files()
        for row in rows {
            let record = try processor.record(ofSample: row.path)
            XCTAssertEqual(record.outcome.rawValue, row.unchecked, row.path)
            XCTAssertEqual(record.kind?.rawValue ?? "none", row.kind, row.path)
            XCTAssertEqual(record.reasons.first?.code.rawValue, Self.code(of: row), row.path)
            XCTAssertEqual(
                record.reasons.isEmpty, [.unverified, .notJudged].contains(record.outcome), row.path
            )
        }
        print("expected.tsv: \(rows.count) rows")
        XCTAssertEqual(rows.count, 53)
    }

    func testEverySubscriberLineHasTheOutcomeItsTableStates() throws {
        let processor = try ProfileProcessor.reference()
        var reader = CaptureReader(paths: [Repository.samplePath(SampleOutcome.subscribers)])
        let lines = try SampleOutcome.subscriberLines()
        for expected in lines {
            let captured = try XCTUnwrap(reader.next())
            let record = processor.record(of: captured)
            let name = "line \(expected.line ?? 0)"
            XCTAssertEqual(record.source.line, expected.line)
            XCTAssertEqual(record.outcome.rawValue, expected.unchecked, name)
            XCTAssertEqual(record.reasons.first?.code.rawValue, Self.code(of: expected), name)
        }
        XCTAssertNil(reader.next())
        print("expected-subscribers.tsv: \(lines.count) lines")
    }

    func testEverySampleHasTheOutcomeItsTableStatesWhenSignaturesAreVerified() throws {
        let processor = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
        for row in try SampleOutcome.files() {
            let record = try processor.record(ofSample: row.path)
            XCTAssertEqual(record.outcome.rawValue, row.checked, row.path)
            if row.checked == "accepted" {
                XCTAssertEqual(record.signature.verdict, .valid, row.path)
            }
            // Nothing that was not verified stands as if it were.
            if record.signature.verdict != .valid {
                XCTAssertEqual(record.verified.attributes, [], row.path)
                XCTAssertNil(record.verified.nameID, row.path)
            }
        }
        var reader = CaptureReader(paths: [Repository.samplePath(SampleOutcome.subscribers)])
        for expected in try SampleOutcome.subscriberLines() {
            let captured = try XCTUnwrap(reader.next())
            XCTAssertEqual(
                processor.record(of: captured).outcome.rawValue, expected.checked,
                "line \(expected.line ?? 0)")
        }
    }

    func testEachMalformedSampleHasOneReasonWithASentence() throws {
        let processor = try ProfileProcessor.reference()
        for row in try SampleOutcome.files() where row.unchecked == "malformed" {
            let record = try processor.record(ofSample: row.path)
            XCTAssertEqual(record.reasons.count, 1, row.path)
            let reason = try XCTUnwrap(record.reasons.first)
            XCTAssertTrue(reason.message.hasSuffix("."), reason.message)
            XCTAssertGreaterThan(reason.message.count, 20, reason.message)
            XCTAssertNil(record.content.message, row.path)
            XCTAssertNil(record.normalization, row.path)
            XCTAssertEqual(record.content.attributes, [], row.path)
        }
    }

    /// The code that belongs to a word of the tables, `nil` where nothing is wrong unchecked.
    private static func code(of row: SampleOutcome) -> String? {
        ["unverified", "notJudged"].contains(row.unchecked)
            ? nil : codes[row.reason] ?? "no code for \(row.reason)"
    }

    private static let codes = [
        "audience": "conditions.audienceMismatch", "base64": "envelope.invalidBase64",
        "binary": "envelope.invalidBase64", "doctype": "xml.documentTypeDeclaration",
        "duplicate": "xml.duplicateIdentifier", "empty": "envelope.empty",
        "encoding": "xml.unsupportedEncoding", "encrypted": "encryption.noDecryptionKey",
        "expired": "conditions.expired", "json": "capture.invalidJSON",
        "missing": "attributes.missing", "notyet": "conditions.notYetValid",
        "nul": "xml.nulOctet", "prefix": "xml.notNamespaceWellFormed",
        "root": "saml.unexpectedRoot", "roots": "xml.notWellFormed",
        "status": "conditions.statusNotSuccess", "truncated": "xml.notWellFormed",
    ]
}
