import SAML2
import TestSupport
import XCTest

/// What was sent in the place of a required attribute.
final class MissingAttributesTests: XCTestCase {
    private func discrepancy(
        requiring names: [String] = ["uid"], sending sent: String...
    ) throws -> SAML.Discrepancy {
        var fixture = ResponseFixture()
        fixture.assertions[0].attributes = sent.map { ($0, ["value-4711"]) }
        let response = try response(fixture.xml)
        return SAML.Discrepancy(
            missing: names, among: response.assertions.flatMap(\.attributes))
    }

    func testAnotherLetterCaseIsNamedWithTheNameToRequire() throws {
        let found = try discrepancy(sending: "plan", "UID")
        XCTAssertEqual(found.expected, "uid")
        XCTAssertEqual(found.found, "UID")
        XCTAssertEqual(found.cause, .attributeLetterCase)
        XCTAssertEqual(
            found.sentence, "uid is missing; UID was sent: they differ by letter case.")
        XCTAssertEqual(found.remedy, .attributes(["UID"]))
        XCTAssertFalse(found.sentence.contains("4711"))
    }

    func testWhiteSpaceAndLettersThatLookAlikeAreNamed() throws {
        let space = try discrepancy(sending: " uid")
        XCTAssertEqual(space.cause, .attributeWhiteSpace)
        XCTAssertTrue(space.sentence.contains("\" uid\""), space.sentence)
        let hidden = try discrepancy(sending: "uid\u{200B}")
        XCTAssertEqual(hidden.cause, .attributeWhiteSpace)
        XCTAssertTrue(hidden.sentence.contains("uid\\u{200B}"), hidden.sentence)
        XCTAssertNil(hidden.remedy)
        let imitated = try discrepancy(sending: "u\u{456}d")
        XCTAssertEqual(imitated.cause, .attributeLookAlike)
        XCTAssertNil(imitated.remedy)
    }

    func testAnotherNameOfTheAttributeIsKnown() throws {
        let identifier = "urn:oid:0.9.2342.19200300.100.1.1"
        let found = try discrepancy(sending: "plan", identifier)
        XCTAssertEqual(found.cause, .attributeOtherName)
        XCTAssertEqual(found.remedy, .attributes([identifier]))
        let reverse = try discrepancy(
            requiring: ["urn:oid:1.3.6.1.4.1.5923.1.1.1.6"], sending: "eduPersonPrincipalName")
        XCTAssertEqual(reverse.cause, .attributeOtherName)
    }

    func testWithoutANearNameWhatWasSentIsListed() throws {
        let found = try discrepancy(requiring: ["uid", "zip"], sending: "plan", "rating")
        XCTAssertNil(found.cause)
        XCTAssertNil(found.remedy)
        XCTAssertEqual(found.sentence, "uid, zip are missing; sent: plan, rating.")
        XCTAssertEqual(found.found, "plan, rating")
    }

    func testSendersDoNotChooseTheLength() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].attributes = (0..<5000).map { ("name-\($0)", ["v"]) }
        fixture.assertions[0].attributes[1].0 = String(repeating: "u", count: 100_000)
        let found = SAML.Discrepancy(
            missing: ["uid"], among: try response(fixture.xml).assertions.flatMap(\.attributes))
        XCTAssertLessThan(found.sentence.utf8.count, 2500)
        XCTAssertLessThan(try XCTUnwrap(found.found).utf8.count, 2000)
    }
}
