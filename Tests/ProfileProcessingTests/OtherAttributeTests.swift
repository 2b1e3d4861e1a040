import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore

/// What records say of attributes that were sent and not required.
final class OtherAttributeTests: XCTestCase {
    private func record(
        requiring names: [String], all: Bool = false
    ) throws -> ProfileRecord {
        var options = ProfileProcessor.Options(context: .unchecked, requiredAttributes: names)
        options.includesAllAttributes = all
        let xml = ResponseFixture().xml
        return ProfileProcessor(options: options).record(
            of: CapturedMessage(bytes: Array(xml.utf8)))
    }

    private func content(_ record: ProfileRecord) throws -> MessageContent {
        try XCTUnwrap(record.claimed).unverified
    }

    func testTheirNamesAreListedAndTheirValuesAreNot() throws {
        let record = try record(requiring: ["uid"])
        let content = try content(record)
        XCTAssertEqual(content.attributes.map(\.name), ["uid"])
        XCTAssertEqual(content.otherAttributes, ["rating"])
        let text = String(decoding: record.json, as: UTF8.self)
        XCTAssertTrue(text.contains("\"otherAttributes\":[\"rating\"]"), text)
        XCTAssertFalse(text.contains("tv-14"), text)
    }

    func testTheirValuesFollowWhereAllAreWanted() throws {
        let content = try content(record(requiring: ["rating", "zip"], all: true))
        XCTAssertEqual(content.attributes.map(\.name), ["rating", "uid"])
        XCTAssertEqual(content.otherAttributes, ["uid"])
    }

    func testWithoutRequiredNamesThereAreNoOthers() throws {
        let content = try content(record(requiring: []))
        XCTAssertEqual(content.attributes.map(\.name), ["uid", "rating"])
        XCTAssertNil(content.otherAttributes)
    }

    func testAReasonCarriesBothValuesAndASentence() throws {
        let context = SAML.ProcessingContext(now: nil, audience: "https://sp.example/saml/")
        let processor = ProfileProcessor(options: .init(context: context))
        let record = processor.record(
            of: CapturedMessage(bytes: Array(ResponseFixture().xml.utf8)))
        let reason = try XCTUnwrap(JSONTree(parsing: record.json)["reasons"]?.elements?.first)
        XCTAssertEqual(reason["expected"], "https://sp.example/saml/")
        XCTAssertEqual(reason["found"], "https://sp.example/saml")
        XCTAssertEqual(reason["likelyCause"], "audienceSlash")
        XCTAssertNotNil(reason["sentence"])
    }

    func testALimitIsStatedWithTheSizeFound() throws {
        var options = ProfileProcessor.Options(context: .unchecked)
        options.parsingLimits.byteCount = 100
        let xml = ResponseFixture().xml
        let record = ProfileProcessor(options: options).record(
            of: CapturedMessage(bytes: Array(xml.utf8)))
        let reason = try XCTUnwrap(record.reasons.first)
        XCTAssertEqual(reason.expected, "at most 100 bytes")
        XCTAssertEqual(reason.found, "\(xml.utf8.count) bytes")
    }
}
