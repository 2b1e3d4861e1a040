import SAML2
import TestSupport
import XCTest

/// The order of instants and the distance between them.
final class InstantArithmeticTests: XCTestCase {
    func testInstantsAreOrderedBySecondsThenNanoseconds() {
        let ordered = [
            SAML.Instant(secondsSinceEpoch: .min), SAML.Instant(secondsSinceEpoch: -1),
            SAML.Instant(secondsSinceEpoch: -1, nanoseconds: 999_999_999),
            SAML.Instant(secondsSinceEpoch: 0), SAML.Instant(secondsSinceEpoch: 0, nanoseconds: 1),
            SAML.Instant(secondsSinceEpoch: 1), SAML.Instant(secondsSinceEpoch: .max),
        ]
        for (i, one) in ordered.enumerated() {
            for (j, other) in ordered.enumerated() {
                XCTAssertEqual(one < other, i < j, "\(one) \(other)")
                XCTAssertEqual(one == other, i == j, "\(one) \(other)")
            }
        }
    }

    func testOrderOfTheTextIsTheOrderOfTime() throws {
        var random = SeededGenerator("order of instants")
        let instants = (0..<1_000).map { _ in
            SAML.Instant(
                secondsSinceEpoch: .random(in: 0...253_402_300_799, using: &random),
                nanoseconds: 0)
        }
        XCTAssertEqual(
            instants.sorted().map(\.description), instants.map(\.description).sorted())
    }

    func testNanosecondsStayWithinASecond() {
        XCTAssertEqual(SAML.Instant(secondsSinceEpoch: 1, nanoseconds: -1).nanoseconds, 0)
        XCTAssertEqual(
            SAML.Instant(secondsSinceEpoch: 1, nanoseconds: .max).nanoseconds, 999_999_999)
    }

    func testAdvancingMovesSecondsAndKeepsTheRest() throws {
        let instant = try instant("2026-01-15T12:00:00.25Z")
        for (seconds, text) in [
            (0, "2026-01-15T12:00:00.25Z"), (1, "2026-01-15T12:00:01.25Z"),
            (-1, "2026-01-15T11:59:59.25Z"), (86_400, "2026-01-16T12:00:00.25Z"),
            (-31_536_000, "2025-01-15T12:00:00.25Z"),
        ] {
            XCTAssertEqual(instant.advanced(bySeconds: Int64(seconds)).description, text)
        }
    }

    func testAdvancingStopsAtTheEndsOfTime() {
        let late = SAML.Instant(secondsSinceEpoch: .max - 5)
        XCTAssertEqual(late.advanced(bySeconds: 5).secondsSinceEpoch, .max)
        XCTAssertEqual(late.advanced(bySeconds: 6).secondsSinceEpoch, .max)
        XCTAssertEqual(late.advanced(bySeconds: .max).secondsSinceEpoch, .max)
        let early = SAML.Instant(secondsSinceEpoch: .min + 5)
        XCTAssertEqual(early.advanced(bySeconds: -5).secondsSinceEpoch, .min)
        XCTAssertEqual(early.advanced(bySeconds: -6).secondsSinceEpoch, .min)
        XCTAssertEqual(early.advanced(bySeconds: .min).secondsSinceEpoch, .min)
    }
}
