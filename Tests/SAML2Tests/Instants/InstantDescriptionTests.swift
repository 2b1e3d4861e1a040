import Foundation
import SAML2
import TestSupport
import XCTest

/// Instants as text, compared with implementations that are not ours.
final class InstantDescriptionTests: XCTestCase, ReachesUnsafeCode {
    /// The first second of the year 1 and the last of the year 9999.
    private static let years1To9999: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    /// Foundation counts in the Julian calendar before October 1582; XML Schema never does.
    private static let years1583To9999: ClosedRange<Int64> = -12_212_553_600...253_402_300_799

    func testDescriptionHasAsManyDigitsAsItNeeds() {
        for (nanoseconds, fraction) in [
            (0, ""), (500_000_000, ".5"), (120_000_000, ".12"), (1, ".000000001"),
            (999_999_999, ".999999999"), (1_000, ".000001"),
        ] {
            let instant = SAML.Instant(
                secondsSinceEpoch: ResponseFixture.secondsOfNow, nanoseconds: Int32(nanoseconds))
            XCTAssertEqual(instant.description, "2026-01-15T12:00:00\(fraction)Z")
        }
    }

    func testDescriptionIsInUTC() throws {
        XCTAssertEqual(
            try instant("2026-01-15T00:30:00.50+01:00").description, "2026-01-14T23:30:00.5Z")
    }

    func testATimeIsQuotedAsItWasWritten() throws {
        for text in [
            "2026-01-15T00:30:00.50+01:00", "2026-01-15T00:30:00.000-11:30", "2026-01-15T00:30:00",
            "2026-01-15T00:30:00.123456789Z", "2026-01-15T00:30:00Z", "2026-01-15T00:30:00+00:00",
        ] {
            let written = try instant(text)
            XCTAssertEqual(written.asWritten, text)
            let plain = try instant(written.description)
            XCTAssertEqual(plain, written, "the form makes no difference")
            XCTAssertEqual(plain.hashValue, written.hashValue)
        }
        XCTAssertEqual(
            try instant("2026-01-15T12:00:00+01:00").advanced(bySeconds: 1).asWritten,
            "2026-01-15T11:00:01Z")
    }

    func testYearsOfOtherLengthsAreDescribed() throws {
        for text in ["0001-01-01T00:00:00Z", "0987-06-05T04:03:02Z", "10000-02-29T01:02:03Z"] {
            XCTAssertEqual(try instant(text).description, text)
        }
        XCTAssertEqual(
            SAML.Instant(secondsSinceEpoch: -62_135_596_801).description, "0000-12-31T23:59:59Z")
        XCTAssertEqual(
            SAML.Instant(secondsSinceEpoch: -62_167_219_201).description, "-0001-12-31T23:59:59Z")
    }

    func testDescriptionOfTheFirstAndTheLastInstantExists() {
        XCTAssertEqual(
            SAML.Instant(secondsSinceEpoch: .max).description, "292277026596-12-04T15:30:07Z")
        XCTAssertEqual(
            SAML.Instant(secondsSinceEpoch: .min).description, "-292277022657-01-27T08:29:52Z")
    }

    func testDescriptionReadsBackAsTheSameInstant() throws {
        var random = SeededGenerator("instants read back")
        let range = Self.years1To9999.lowerBound...31_494_784_780_799
        for _ in 0..<20_000 {
            let instant = SAML.Instant(
                secondsSinceEpoch: .random(in: range, using: &random),
                nanoseconds: .random(in: 0...999_999_999, using: &random))
            XCTAssertEqual(SAML.Instant(parsing: instant.description), instant)
        }
    }

    func testDescriptionAgreesWithFoundation() throws {
        var random = SeededGenerator("instants against Foundation")
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<20_000 {
            let seconds = Int64.random(in: Self.years1583To9999, using: &random)
            let date = Date(timeIntervalSince1970: TimeInterval(seconds))
            let text = date.formatted(style)
            XCTAssertEqual(SAML.Instant(secondsSinceEpoch: seconds).description, text)
            XCTAssertEqual(SAML.Instant(parsing: text)?.secondsSinceEpoch, seconds, text)
        }
    }

    func testDescriptionAgreesWithTheCLibraryFromTheYear1() throws {
        var random = SeededGenerator("instants against the C library")
        for _ in 0..<20_000 {
            let seconds = Int64.random(in: Self.years1To9999, using: &random)
            var clock = time_t(seconds)
            var fields = unsafe tm()
            XCTAssertNotNil(unsafe gmtime_r(&clock, &fields))
            let numbers = unsafe [
                fields.tm_mon + 1, fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec,
            ]
            let two = numbers.map { ($0 < 10 ? "0" : "") + String($0) }
            let year = unsafe String(10_000 + fields.tm_year + 1900).dropFirst()
            let text = "\(year)-\(two[0])-\(two[1])T\(two[2]):\(two[3]):\(two[4])Z"
            XCTAssertEqual(SAML.Instant(secondsSinceEpoch: seconds).description, text)
            XCTAssertEqual(SAML.Instant(parsing: text)?.secondsSinceEpoch, seconds, text)
        }
    }

    func testOffsetsAgreeWithFoundation() throws {
        var random = SeededGenerator("offsets against Foundation")
        for _ in 0..<5_000 {
            let seconds = Int64.random(in: Self.years1583To9999, using: &random)
            let minutes = Int.random(in: -14 * 60...14 * 60, using: &random)
            let zone = try XCTUnwrap(TimeZone(secondsFromGMT: minutes * 60))
            let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
            let text = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(style)
            XCTAssertEqual(SAML.Instant(parsing: text)?.secondsSinceEpoch, seconds, text)
        }
    }
}
