import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest

/// Records as JSON.
final class RecordJSONTests: XCTestCase, ReachesUnsafeCode {
    /// The fields in the order they are documented; a dot leads into an object.
    private static let fields = [
        "schema", "index", "source", ".file", "kind", "outcome", "reasons", "envelope", "response",
        ".id",
        ".inResponseTo", ".issueInstant", ".destination", ".status", "issuer", "signature",
        ".verdict", ".signed", ".signatureMethod", ".digestMethod", ".canonicalization",
        ".keySHA256", "encrypted", "encryption", "conditions", ".verdict",
        ".checked", ".notBefore", ".notOnOrAfter", ".audiences", "nameID", ".value", ".format",
        ".nameQualifier", ".spNameQualifier", "attributes", "otherAttributes", "claimed", "missing",
        "normalization",
        ".mode", ".preservesSignature", ".warnings", "payload", "bytes", "redacted",
    ]

    func testEveryRecordOfTheSamplesIsAJSONObjectOnOneLine() throws {
        let processor = try ProfileProcessor.reference(includesPayload: true)
        let top = Set(Self.fields.filter { !$0.hasPrefix(".") })
        for row in try SampleOutcome.files() {
            let json = try processor.record(ofSample: row.path).json
            let object = try JSONSerialization.jsonObject(with: Data(json))
            let members = try XCTUnwrap(object as? [String: Any], row.path)
            // Nothing is verified here, so that other attributes are claimed.
            let absent = ["notes", "otherAttributes"] + (row.kind == "none" ? ["payload"] : [])
            let expected = top.subtracting(absent)
            XCTAssertEqual(Set(members.keys).subtracting(["notes"]), expected, row.path)
            XCTAssertFalse(json.contains { $0 < 0x20 }, row.path)
        }
    }

    func testFieldsStandInTheDocumentedOrder() throws {
        let path = "captures/05-saml2-prefixes-response-signed-rsa-sha256.xml"
        let record = try ProfileProcessor.reference(
            includesPayload: true, trust: ProfileProcessor.sampleTrust()
        ).record(ofSample: path)
        var rest = String(decoding: record.json, as: UTF8.self)[...]
        for field in Self.fields {
            let name = "\"\(field.drop { $0 == "." })\":"
            let found = try XCTUnwrap(rest.range(of: name), "\(name) is not after the one before")
            rest = rest[found.upperBound...]
        }
        XCTAssertEqual(rest, "false}")
    }

    func testWhereAMessageWasCapturedIsToldAsFarAsItIsKnown() throws {
        let source = MessageSource(
            file: "a.ndjson", entry: 3, line: 7, time: "2026-01-15T11:00:00Z", host: "sp.example")
        let record = ProfileProcessor.unchecked.record(
            of: CapturedMessage(bytes: [], source: source), index: 41)
        let json = try JSONTree(parsing: record.json)
        XCTAssertEqual(json["index"], 41)
        XCTAssertEqual(
            json["source"],
            .object([
                "file": "a.ndjson", "entry": 3, "line": 7, "time": "2026-01-15T11:00:00Z",
                "host": "sp.example",
            ]))
        let bare = try JSONTree(parsing: ProfileProcessor.unchecked.record(of: "").json)
        XCTAssertEqual(bare["source"], .object(["file": .null]))
    }

    func testAnObjectOfWhichNothingIsKnownIsNull() throws {
        let json = try JSONTree(parsing: ProfileProcessor.unchecked.record(of: "").json)
        for name in ["kind", "response", "issuer", "nameID", "normalization"] {
            XCTAssertEqual(json[name], .null, name)
        }
        XCTAssertNil(json["payload"])
        XCTAssertEqual(json["outcome"], "malformed")
    }

    func testReasonsCarryThePositionWhenThereIsOne() throws {
        let json = try JSONTree(
            parsing: ProfileProcessor.unchecked.record(of: HandmadeMessage.response(body: "\n<b/>"))
                .json)
        let reason = try XCTUnwrap(json["reasons"]?[0])
        XCTAssertEqual(reason["code"], "saml.unexpectedElement")
        XCTAssertEqual(reason["line"], 2)
        XCTAssertEqual(reason["column"], 1)
        XCTAssertEqual(
            Set(reason.members?.keys.map(\.self) ?? []),
            ["code", "message", "line", "column", "sentence"])
    }

    func testValuesReadBackAsTheyWereWhateverTheyHold() throws {
        let value = "quote \" backslash \\ tab \t newline \n slash / \u{7F} \u{85} \u{2028} é 漢 😀"
        let escaped = value.replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
        let text = HandmadeMessage.response(
            attributes: HandmadeMessage.attribute("a&#9;b", escaped))
        let record = ProfileProcessor.unchecked.record(of: text)
        let json = try JSONTree(parsing: record.json)
        XCTAssertEqual(json["claimed"]?["attributes"], .object(["a\tb": .array([.string(value)])]))
    }

    func testNonASCIITextIsNotEscaped() throws {
        let record = try ProfileProcessor.unchecked.record(
            ofSample: "captures/20-non-ascii-attribute-values.xml")
        let values = record.content.attributes.flatMap(\.values).compactMap(\.text)
            .filter { text in !text.utf8.allSatisfy { $0 < 0x80 } }
        XCTAssertGreaterThan(values.count, 3)
        let json = String(decoding: record.json, as: UTF8.self)
        for value in values { XCTAssertTrue(json.contains("\"\(value)\""), value) }
    }

    func testNilIsNullAndEmptyIsEmptyAndNestedXMLIsCanonical() throws {
        let path = "captures/21-nil-empty-nested-attribute-values.xml"
        let json = try JSONTree(parsing: ProfileProcessor.unchecked.record(ofSample: path).json)
        let attributes = try XCTUnwrap(json["claimed"]?["attributes"])
        XCTAssertEqual(attributes["zip"], .array([.null]))
        XCTAssertEqual(attributes["city"], .array([""]))
        XCTAssertEqual(attributes["authorized_resources"], .array(["news", "sports"]))
        let indent = "\n            "
        XCTAssertEqual(
            attributes["packages"],
            .array([
                .string(
                    "<pkg:packages xmlns:pkg=\"urn:example:packages\">\(indent)"
                        + "<pkg:package code=\"base\">\(indent)  <pkg:title>Base &amp; News"
                        + "</pkg:title>\(indent)</pkg:package>\(indent)"
                        + "<pkg:package code=\"sports\"></pkg:package>\n          </pkg:packages>")
            ]))
    }

    func testSeveralElementsOfAValueStandOneAfterAnother() throws {
        let value = "<b:x xmlns:b='urn:b' z='1' a='2'/>between<c/>"
        let text = HandmadeMessage.response(attributes: HandmadeMessage.attribute("uid", value))
        let json = try JSONTree(parsing: ProfileProcessor.unchecked.record(of: text).json)
        XCTAssertEqual(
            json["claimed"]?["attributes"]?["uid"]?[0],
            "<b:x xmlns:b=\"urn:b\" a=\"2\" z=\"1\"></b:x><c></c>")
    }

    func testManyValuesThatAreXMLAreWrittenAsTheyAreByThemselves() throws {
        let values = (0..<300).map { number in
            "<saml:AttributeValue><a:x xmlns:a=\"u:a\" n=\"\(number)\"><b/></a:x> t </saml:AttributeValue>"
                + "<saml:AttributeValue>\(number)</saml:AttributeValue>"
        }
        let message = HandmadeMessage.response(
            attributes: "<saml:Attribute Name=\"one\">\(values.joined())</saml:Attribute>"
                + HandmadeMessage.attribute("two", "<y/><z/>"))
        let json = try JSONTree(parsing: ProfileProcessor.unchecked.record(of: message).json)
        let expected = (0..<300).flatMap { number in
            ["<a:x xmlns:a=\"u:a\" n=\"\(number)\"><b></b></a:x>", "\(number)"]
        }
        XCTAssertEqual(
            json["claimed"]?["attributes"]?["one"], .array(expected.map { .string($0) }))
        XCTAssertEqual(json["claimed"]?["attributes"]?["two"], .array([.string("<y></y><z></z>")]))
    }
}
