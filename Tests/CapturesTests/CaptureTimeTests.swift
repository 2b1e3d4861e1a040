import XCTest

@testable import Captures

/// Times as recorders write them.
final class CaptureTimeTests: XCTestCase {
    func testTheTimesOfRecordersAreInstants() {
        let instant: Int64 = 1_768_478_400_125_000
        for text in [
            "2026-01-15T12:00:00.125Z", "2026-01-15T12:00:00.125+00:00",
            "2026-01-15T13:00:00.1250000+01:00", "2026-01-15T05:00:00.125-07:00",
            "2026-01-15 07:00:00.125000-0500", "2026-01-15 12:00:00.125 UTC",
            "2026-01-15T12:00:00,125z", "2026-01-15T13:00:00.125+01", "1768478400.125",
            "1768478400125", "1768478400125000", "1768478400125000000", "1768478400125.0",
            "Thu, 15 Jan 2026 12:00:00.125 GMT", "Jan 15, 2026 12:00:00.125000000 UTC",
            "Thu Jan 15 07:00:00.125 EST 2026",
        ] {
            let time = CaptureTime(parsing: text)
            XCTAssertEqual(time.microseconds, instant, text)
            XCTAssertEqual(time.text, text)
        }
        XCTAssertEqual(
            CaptureTime(parsing: "1745837670.6656199").microseconds, 1_745_837_670_665_619)
        XCTAssertEqual(
            CaptureTime(parsing: "Tue Jan 10 17:55:22 EST 2023").microseconds,
            1_673_391_322_000_000)
        XCTAssertEqual(
            CaptureTime(iso8601: "2026-01-15T12:00:00Z").microseconds, 1_768_478_400_000_000)
    }

    func testATimeWithoutAYearADayOrAZoneIsNoInstant() {
        for text in [
            "", "10:06:55.079961", "01-15 12:00:00.125", "2026-01-15T12:00:00",
            "2026-01-15 12:00:00.125", "0001-01-01T00:00:00Z", "2026-02-30T12:00:00Z",
            "2026-01-15T25:00:00Z", "2026-01-15T12:00:00.Z", "2026-01-15T12:00:00Zx",
            "Tue Jan 10 17:55:22 XYZT 2023", "12", "-1768478400125", "1768478400.12.5",
            "2026-01-15T12:00:00+1", "Jan Jan Jan", "99999999999999999999",
        ] {
            XCTAssertNil(CaptureTime(parsing: text).microseconds, text)
        }
        XCTAssertNil(CaptureTime(iso8601: "1768478400125").microseconds)
    }
}
