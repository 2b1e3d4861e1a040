import ProfileProcessing
import XCTest

/// What differs is told from what stands around it.
final class DifferingPartTests: XCTestCase {
    private func part(_ first: String, _ second: String, after: Int = 32) throws -> DifferingPart {
        try XCTUnwrap(
            DifferingPart(Array(first.utf8), Array(second.utf8), before: 4, after: after))
    }

    func testWhatFollowsTheDifferenceIsNotPartOfIt() throws {
        let found = try part("<a> <Issuer>x</Issuer>", "<a>\n\t\t<Issuer>x</Issuer>")
        XCTAssertEqual(found.offset, 3)
        XCTAssertEqual(found.common, "<a>")
        XCTAssertEqual(found.first.differing, " ")
        XCTAssertEqual(found.second.differing, "\n\t\t")
        XCTAssertEqual(found.first.following, "<Issuer>x</Issuer>")
    }

    func testWhatOneTextLacksIsEmptyThere() throws {
        let found = try part("abcdefghij", "abc--defghij")
        XCTAssertEqual(found.first.differing, "")
        XCTAssertEqual(found.second.differing, "--")
        let cut = try part("abcdef", "abc")
        XCTAssertEqual(cut.first.differing, "def")
        XCTAssertEqual(cut.second.differing, "")
    }

    func testACharacterOfSeveralBytesStaysWhole() throws {
        let found = try part("caf\u{E9} au lait", "caf\u{E8} au lait")
        XCTAssertEqual(found.offset, 4, "the second byte of the letter")
        XCTAssertEqual(found.common, "caf")
        XCTAssertEqual(found.first.differing, "\u{E9}")
        XCTAssertEqual(found.second.differing, "\u{E8}")
    }

    func testTextsThatStayDifferentDifferToTheEndOfWhatIsShown() throws {
        let found = try part("a1111111111111", "a2222222222222", after: 8)
        XCTAssertEqual(found.first.differing, "11111111")
        XCTAssertEqual(found.first.following, "")
    }

    func testInWholeValuesEverythingBetweenTheEqualEndsDiffers() throws {
        let found = try XCTUnwrap(
            DifferingPart(of: "2026-01-15T12:00:00Z", and: "2026-01-16T13:00:00Z"))
        XCTAssertEqual(found.common, "2026-01-1")
        XCTAssertEqual(found.first.differing, "5T12")
        XCTAssertEqual(found.second.differing, "6T13")
        XCTAssertEqual(found.second.following, ":00:00Z")
        XCTAssertNotNil(DifferingPart(of: "\u{E9}", and: "e\u{301}"), "letters composed otherwise")
        XCTAssertNil(DifferingPart(of: "a", and: "a"))
    }
}
