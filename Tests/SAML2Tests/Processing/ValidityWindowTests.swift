import SAML2
import TestSupport
import XCTest

/// `NotBefore` and `NotOnOrAfter`, to the second.
final class ValidityWindowTests: XCTestCase {
    private func context(_ now: String, skew: Int64) throws -> SAML.ProcessingContext {
        .fixture.with(\.now, try instant(now)).with(\.clockSkew, skew)
    }

    private func assertFailures(
        _ expected: [SAML.ConditionsFailure], at now: String, skew: Int64,
        _ fixture: ResponseFixture, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        try SAML2Tests.assertFailures(
            fixture, expected, in: context(now, skew: skew), "\(now), skew \(skew)", file: file,
            line: line)
    }

    /// Valid from 11:59:00 up to, and without, 12:10:00.
    private func window(ofConditions: Bool) -> ResponseFixture {
        var fixture = ResponseFixture()
        fixture.issueInstant = "2026-01-15T10:00:00Z"
        fixture.assertions[0].issueInstant = "2026-01-15T10:00:00Z"
        if !ofConditions {
            fixture.assertions[0].confirmations[0].notBefore = fixture.assertions[0].notBefore
            fixture.assertions[0].notBefore = nil
            fixture.assertions[0].notOnOrAfter = nil
        } else {
            fixture.assertions[0].confirmations[0].notOnOrAfter = nil
        }
        return fixture
    }

    func testWindowEndsBeforeNotOnOrAfter() throws {
        for fixture in [window(ofConditions: true), window(ofConditions: false)] {
            try assertFailures([], at: "2026-01-15T12:09:59Z", skew: 0, fixture)
            try assertFailures([], at: "2026-01-15T12:09:59.999999999Z", skew: 0, fixture)
            try assertFailures([.expired], at: "2026-01-15T12:10:00Z", skew: 0, fixture)
            try assertFailures([.expired], at: "2027-01-15T12:10:00Z", skew: 0, fixture)
        }
    }

    func testWindowBeginsAtNotBefore() throws {
        for fixture in [window(ofConditions: true), window(ofConditions: false)] {
            try assertFailures([], at: "2026-01-15T11:59:00Z", skew: 0, fixture)
            try assertFailures([.notYetValid], at: "2026-01-15T11:58:59Z", skew: 0, fixture)
            try assertFailures(
                [.notYetValid], at: "2026-01-15T11:58:59.999999999Z", skew: 0, fixture)
            try assertFailures([.notYetValid], at: "2026-01-15T10:10:00Z", skew: 0, fixture)
        }
    }

    func testSkewMovesBothEndsOutwards() throws {
        for fixture in [window(ofConditions: true), window(ofConditions: false)] {
            for (skew, first, tooEarly, last, tooLate) in [
                (60, "11:58:00", "11:57:59", "12:10:59", "12:11:00"),
                (1, "11:58:59", "11:58:58", "12:10:00", "12:10:01"),
                (3600, "10:59:00", "10:58:59", "13:09:59", "13:10:00"),
            ] {
                let skew = Int64(skew)
                try assertFailures([], at: "2026-01-15T\(first)Z", skew: skew, fixture)
                try assertFailures([], at: "2026-01-15T\(last)Z", skew: skew, fixture)
                try assertFailures(
                    [.notYetValid], at: "2026-01-15T\(tooEarly)Z", skew: skew, fixture)
                try assertFailures([.expired], at: "2026-01-15T\(tooLate)Z", skew: skew, fixture)
            }
        }
    }

    func testFractionsOfTheWindowCount() throws {
        var fixture = window(ofConditions: true)
        fixture.assertions[0].notOnOrAfter = "2026-01-15T12:00:00.5Z"
        try assertFailures([], at: "2026-01-15T12:00:00.499Z", skew: 0, fixture)
        try assertFailures([.expired], at: "2026-01-15T12:00:00.5Z", skew: 0, fixture)
        try assertFailures([], at: "2026-01-15T12:00:10.499Z", skew: 10, fixture)
        try assertFailures([.expired], at: "2026-01-15T12:00:10.5Z", skew: 10, fixture)
    }

    func testOffsetsOfTheWindowCount() throws {
        var fixture = window(ofConditions: true)
        fixture.assertions[0].notOnOrAfter = "2026-01-15T14:00:00+02:00"
        try assertFailures([], at: "2026-01-15T11:59:59Z", skew: 0, fixture)
        try assertFailures([.expired], at: "2026-01-15T12:00:00Z", skew: 0, fixture)
    }

    func testWindowWithoutEndsIsAlwaysOpen() throws {
        var fixture = window(ofConditions: true)
        fixture.assertions[0].notBefore = nil
        fixture.assertions[0].notOnOrAfter = nil
        for now in ["2026-01-15T10:00:00Z", "9999-12-31T23:59:59Z"] {
            try SAML2Tests.assertFailures(
                fixture, [], in: context(now, skew: 0).with(\.audience, nil), now)
        }
    }

    func testSkewWithoutLimitNeverFails() throws {
        for now in ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
            try assertFailures([], at: now, skew: .max, ResponseFixture())
        }
    }

    func testNegativeSkewNarrowsTheWindow() throws {
        let fixture = window(ofConditions: true)
        try assertFailures([.notYetValid], at: "2026-01-15T11:59:59Z", skew: -60, fixture)
        try assertFailures([], at: "2026-01-15T12:00:00Z", skew: -60, fixture)
        try assertFailures([.expired], at: "2026-01-15T12:09:00Z", skew: -60, fixture)
        try assertFailures(
            [.expired, .notYetValid], at: ResponseFixture.now, skew: .min, fixture)
    }

    func testATimeOfIssueLongAgoExpiresNothing() throws {
        var fixture = ResponseFixture()
        fixture.issueInstant = "2001-01-01T00:00:00Z"
        fixture.assertions[0].issueInstant = "2001-01-01T00:00:00Z"
        try assertFailures([], at: ResponseFixture.now, skew: 0, fixture)
    }
}
