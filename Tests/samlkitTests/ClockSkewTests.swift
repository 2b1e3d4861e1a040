import XCTest

@testable import samlkit

/// `--clock-skew` takes seconds, or a number with its unit.
final class ClockSkewTests: XCTestCase {
    func testUnitsAreSecondsMinutesAndHours() throws {
        for (text, seconds) in [
            ("0", 0), ("90", 90), ("90s", 90), ("5m", 300), ("2h", 7200),
            ("4294967295", 4_294_967_295),
        ] {
            XCTAssertEqual(try ClockSkew(parsing: text).seconds, Int64(seconds), text)
        }
    }

    func testAnythingElseIsRefusedWithAnExample() throws {
        for text in ["", "m", "-1", "+5", "1.5m", "5 m", "5d", "5mm", "\u{665}", "4294967296"] {
            XCTAssertThrowsError(try ClockSkew(parsing: text), text) { error in
                XCTAssertTrue("\(error)".contains("--clock-skew 5m"), "\(error)")
            }
        }
        let result = try Samlkit.run(["inspect", "a", "--clock-skew", "5d"])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(
            result.errors.contains("as in --clock-skew 90 or --clock-skew 5m"), result.errors)
    }
}
