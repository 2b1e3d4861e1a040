import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import XCTest

/// Hashes in the place of what messages say about their subjects.
final class RedactionTests: XCTestCase {
    private func redaction(_ key: String = "sixteen bytes!!!") throws -> Redaction {
        try Redaction(key: Array(key.utf8))
    }

    func testHashesAreThoseThatPythonMakes() throws {
        // hmac.new(key, b"swift-saml redacted value\0" + value, "sha256").hexdigest()[:32]
        let redaction = try redaction()
        for (value, hash) in [
            ("subscriber-1", "7930eb7fc649dd24333b2f62f34bde3d"),
            ("\u{E9}", "984da101b66e8db7f482982961385974"),
            ("e\u{301}", "66a9f077b4eb00c9bc80c82c6f61da42"),
        ] {
            XCTAssertEqual(redaction.replacement(for: value), "hmac:" + hash)
        }
        XCTAssertEqual(redaction.keyFingerprint, "35ee167d3423ceb5d287f3c2328fff52")
        XCTAssertEqual(redaction.replacement(for: ""), "")
    }

    func testAnotherKeyGivesAnotherHash() throws {
        let other = try redaction("sixteen bytes!!?")
        XCTAssertNotEqual(
            other.replacement(for: "u-1"), try redaction().replacement(for: "u-1"))
        XCTAssertNotEqual(other.keyFingerprint, try redaction().keyFingerprint)
    }

    func testAKeyHasAtLeastSixteenBytes() {
        for count in [0, 1, 15] {
            XCTAssertThrowsError(try Redaction(key: Array(repeating: 1, count: count))) { error in
                let error = error as? Redaction.KeyError
                XCTAssertEqual(error?.byteCount, count)
                XCTAssertTrue(error?.description.contains("at least 16") ?? false)
            }
        }
        XCTAssertNoThrow(try Redaction(key: Array(repeating: 1, count: 16)))
    }

    func testNothingPrintsTheKey() throws {
        let key = Array("the key is not for printing".utf8)
        var options = ProfileProcessor.Options(context: .unchecked)
        options.redaction = try Redaction(key: key)
        let secret = Secret(bytes: key)
        for text in try printings(of: XCTUnwrap(options.redaction)) + printings(of: options) {
            XCTAssertFalse(secret.shows(in: text), text)
        }
    }

    func testEveryKindOfValueAndTheIdentifierAreHashed() throws {
        let schema = "http://www.w3.org/2001/XMLSchema-instance"
        let null =
            "<saml:Attribute Name=\"null\" xmlns:xsi=\"\(schema)\">"
            + "<saml:AttributeValue xsi:nil=\"true\"/></saml:Attribute>"
        let message = HandmadeMessage.response(
            attributes: HandmadeMessage.attribute("uid", "subscriber-1")
                + HandmadeMessage.attribute("again", "subscriber-1")
                + HandmadeMessage.attribute("markup", "<a b=\"plain\">plain</a>")
                + HandmadeMessage.attribute("empty", "") + null,
            subject: "<saml:Subject><saml:NameID Format=\"urn:f\" NameQualifier=\"urn:n\" "
                + "SPNameQualifier=\"urn:s\">subscriber-1</saml:NameID>"
                + "</saml:Subject>")
        var options = ProfileProcessor.Options(context: .unchecked, includesPayload: true)
        let unredacted = ProfileProcessor(options: options).record(of: message)
        let plain = try JSONTree(parsing: unredacted.json)
        options.redaction = try redaction()
        let record = ProfileProcessor(options: options).record(of: message)
        let json = try JSONTree(parsing: record.json)
        func hash(_ text: String) throws -> JSONTree {
            .string(try redaction().replacement(for: text))
        }
        let subscriber = try hash("subscriber-1")
        XCTAssertEqual(json["claimed"]?["nameID"]?["value"], subscriber)
        XCTAssertEqual(json["claimed"]?["nameID"]?["format"], "urn:f")
        XCTAssertEqual(json["claimed"]?["nameID"]?["nameQualifier"], try hash("urn:n"))
        XCTAssertEqual(json["claimed"]?["nameID"]?["spNameQualifier"], try hash("urn:s"))
        XCTAssertEqual(json["claimed"]?["attributes"]?["uid"], .array([subscriber]))
        XCTAssertEqual(json["claimed"]?["attributes"]?["again"], .array([subscriber]))
        XCTAssertEqual(json["claimed"]?["attributes"]?["empty"], .array([""]))
        XCTAssertEqual(json["claimed"]?["attributes"]?["null"], .array([.null]))
        // XML is hashed as it would have been written.
        guard case .array(let markup)? = plain["claimed"]?["attributes"]?["markup"],
            case .string(let text)? = markup.first
        else { return XCTFail("no markup") }
        XCTAssertTrue(text.contains("<a "), text)
        XCTAssertEqual(json["claimed"]?["attributes"]?["markup"], .array([try hash(text)]))
        XCTAssertNil(json["payload"])
        XCTAssertFalse(String(decoding: record.json, as: UTF8.self).contains("plain"))
    }

    func testRequiredAttributesAreJudgedByTheirPresenceAndNotByTheirHashes() throws {
        let plain = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
        var options = plain.options
        options.requiredAttributes += ["NameID"]
        let unredacted = ProfileProcessor(options: options)
        options.redaction = try redaction()
        let redacted = ProfileProcessor(options: options)
        for sample in try SampleOutcome.files() {
            let one = try unredacted.record(ofSample: sample.path)
            let other = try redacted.record(ofSample: sample.path)
            XCTAssertEqual(one.outcome, other.outcome, sample.path)
            // A reason may quote what the provider says of its failure.
            XCTAssertEqual(one.reasons.map(\.code), other.reasons.map(\.code), sample.path)
            XCTAssertEqual(one.reasons.map(\.message), other.reasons.map(\.message), sample.path)
            XCTAssertEqual(one.missing, other.missing, sample.path)
            XCTAssertEqual(
                one.content.attributes.map(\.name), other.content.attributes.map(\.name),
                sample.path)
            // A query's identifier is none of the attributes that it asks for.
            guard let item = other.content.attributes.first(where: { $0.name == "NameID" }) else {
                continue
            }
            XCTAssertEqual(item.values.first?.text, other.content.nameID?.value, sample.path)
        }
    }
}
