import SAML2
import TestSupport
import XCTest

/// The lexical forms of `xs:dateTime`.
final class InstantParsingTests: XCTestCase {
    private func assertEqual(
        _ one: String, _ other: String, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        XCTAssertEqual(
            try instant(one, file: file, line: line), try instant(other, file: file, line: line),
            file: file, line: line)
    }

    private func assertRefused(
        _ texts: [String], file: StaticString = #filePath, line: UInt = #line
    ) {
        for text in texts {
            XCTAssertNil(SAML.Instant(parsing: text), text, file: file, line: line)
        }
    }

    func testKnownInstantsAreRead() throws {
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
            (ResponseFixture.now, ResponseFixture.secondsOfNow),
            ("2000-02-29T12:34:56Z", 951_827_696), ("2038-01-19T03:14:08Z", 2_147_483_648),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("10000-01-01T00:00:00Z", 253_402_300_800),
            ("999999-12-31T23:59:59Z", 31_494_784_780_799),
        ] {
            XCTAssertEqual(try instant(text), SAML.Instant(secondsSinceEpoch: seconds), text)
        }
    }

    func testFractionsAreNanoseconds() throws {
        for (fraction, nanoseconds) in [
            ("", 0), (".0", 0), (".5", 500_000_000), (".123", 123_000_000), (".000001", 1_000),
            (".999999999", 999_999_999), (".100000000", 100_000_000), (".00000000000", 0),
        ] {
            let instant = try instant("2026-01-15T12:00:00\(fraction)Z")
            XCTAssertEqual(instant.nanoseconds, Int32(nanoseconds), fraction)
            XCTAssertEqual(instant.secondsSinceEpoch, ResponseFixture.secondsOfNow, fraction)
        }
    }

    func testFinerDigitsThanNanosecondsAreCutOff() throws {
        try assertEqual("2026-01-15T12:00:00.1234567899999Z", "2026-01-15T12:00:00.123456789Z")
        let long = String(repeating: "9", count: 10_000)
        try assertEqual("2026-01-15T12:00:00.\(long)Z", "2026-01-15T12:00:00.999999999Z")
    }

    func testFractionBeforeTheEpochCountsForward() throws {
        let instant = try instant("1969-12-31T23:59:59.75Z")
        XCTAssertEqual(instant.secondsSinceEpoch, -1)
        XCTAssertEqual(instant.nanoseconds, 750_000_000)
    }

    func testOffsetsAreTakenOff() throws {
        for text in [
            "2026-01-15T13:00:00+01:00", "2026-01-15T06:30:00-05:30", "2026-01-16T02:00:00+14:00",
            "2026-01-14T22:00:00-14:00", "2026-01-15T12:00:00+00:00", "2026-01-15T12:00:00-00:00",
            "2026-01-15T12:01:00+00:01", "2026-01-15T12:00:00",
        ] {
            try assertEqual(text, ResponseFixture.now)
        }
        try assertEqual("2026-01-15T13:00:00.25+01:00", "2026-01-15T12:00:00.25Z")
        try assertEqual("2025-12-31T23:30:00-01:00", "2026-01-01T00:30:00Z")
    }

    func testTwentyFourHoursIsMidnightAtTheEndOfTheDay() throws {
        try assertEqual("2026-01-15T24:00:00Z", "2026-01-16T00:00:00Z")
        try assertEqual("2025-12-31T24:00:00.000Z", "2026-01-01T00:00:00Z")
        try assertEqual("2024-02-28T24:00:00+01:00", "2024-02-28T23:00:00Z")
        assertRefused([
            "2026-01-15T24:00:01Z", "2026-01-15T24:01:00Z", "2026-01-15T24:00:00.1Z",
            "2026-01-15T24:00:00.000000001Z", "2026-01-15T24:00:00.0000000001Z",
            "2026-01-15T25:00:00Z",
        ])
    }

    func testLeapDaysExistInLeapYearsOnly() throws {
        try assertEqual("2024-02-29T24:00:00Z", "2024-03-01T00:00:00Z")
        try assertEqual("2000-02-29T24:00:00Z", "2000-03-01T00:00:00Z")
        assertRefused([
            "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
            "2024-02-30T00:00:00Z",
        ])
    }

    func testDaysOfMonthsAreCounted() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for (index, length) in lengths.enumerated() {
            let month = (index < 9 ? "0" : "") + "\(index + 1)"
            XCTAssertNotNil(SAML.Instant(parsing: "2026-\(month)-\(length)T00:00:00Z"), month)
            XCTAssertNil(SAML.Instant(parsing: "2026-\(month)-\(length + 1)T00:00:00Z"), month)
        }
        assertRefused([
            "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z",
        ])
    }

    func testWhiteSpaceAroundAnInstantCollapses() throws {
        try assertEqual(" \t\r\n\(ResponseFixture.now)\n ", ResponseFixture.now)
        assertRefused([
            "2026-01-15 T12:00:00Z", "2026-01-15T12:00:00 Z", "\u{A0}2026-01-15T12:00:00Z",
        ])
    }

    func testYearsOutsideTheFormAreRefused() {
        assertRefused([
            "026-01-15T12:00:00Z", "26-01-15T12:00:00Z", "-2026-01-15T12:00:00Z",
            "+2026-01-15T12:00:00Z", "1000000-01-15T12:00:00Z",
            // More than four digits may not begin with 0, and there is no year 0.
            "02026-01-15T12:00:00Z", "002026-01-15T12:00:00Z", "0000-01-15T12:00:00Z",
        ])
    }

    func testOtherFormsAreRefused() {
        assertRefused([
            "", " ", "Z", "now", "2026", "2026-01-15", "2026-01-15T", "12:00:00Z",
            "2026-01-15T12:00Z", "2026-01-15T12:00:00z", "2026-01-15t12:00:00Z",
            "2026-01-15 12:00:00Z", "2026-1-15T12:00:00Z", "2026-01-5T12:00:00Z",
            "2026-01-15T1:00:00Z", "2026-01-15T12:0:00Z", "2026-01-15T12:00:0Z",
            "20260115T120000Z", "2026/01/15T12:00:00Z", "2026-015T12:00:00Z",
            "2026-W03-4T12:00:00Z", "2026-01-15T12:00:00ZZ", "2026-01-15T12:00:00Zx",
            "2026-01-15T12:00:00.Z", "2026-01-15T12:00:00,5Z", "2026-01-15T12:00:00.5.5Z",
            "2026-01-15T12:60:00Z", "2026-01-15T12:00:60Z", "2026-01-15T-1:00:00Z",
            "2026-01-15T12:00:00Z\0", "2026-01-15T12:00:00+1",
        ])
    }

    func testOtherOffsetsAreRefused() {
        for offset in [
            "+", "-", "+1", "+01", "+0100", "+1:00", "+01:0", "+01:60", "+14:01", "-14:01",
            "+15:00", "+99:00", "+01:00Z", "Z+01:00", "++01:00", "+-1:00", " +01:00", "UTC",
            "\u{2212}01:00",
        ] {
            XCTAssertNil(SAML.Instant(parsing: "2026-01-15T12:00:00\(offset)"), offset)
        }
    }

    func testDigitsOutsideASCIIAreRefused() {
        assertRefused(["２０２６-01-15T12:00:00Z", "2026-01-15T12:00:٠٠Z"])
    }
}
