import TestSupport
import XCTest

@testable import SAML2

/// Conditions and times about which the standard says little, at the front door.
final class DecidedConditionTests: XCTestCase {
    func testTheFrontDoorDecidesEach() throws {
        let now = SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow)
        let validator = try SAML.ResponseValidator(
            trust: SignedFixture.trusting(), audience: ResponseFixture.audience,
            expecting: .answerToAnyQuery, clock: { now })
        for condition in DecidedCondition.all {
            let xml = try SignedFixture.message(of: condition.response)
            var found: [String] = []
            do throws(SAML.Rejection) {
                _ = try validator.validate(xml.utf8)
            } catch {
                found = error.reasons.map(\.code)
            }
            XCTAssertEqual(found, condition.reasons, condition.name)
        }
    }

    func testTheSentenceNamesTheAuthnInstantThatLiesAhead() throws {
        for (instant, words, remedy): (String, String, SAML.Remedy?) in [
            (
                "2026-01-15T12:05:00Z", "The sign-in lies 5 min in the future",
                .clockSkew(seconds: 300)
            ),
            ("2026-01-15T14:00:00Z", "does the issuer write local time?", nil),
        ] {
            var fixture = ResponseFixture()
            fixture.assertions[0].trailerXML = #"<saml:AuthnStatement AuthnInstant="\#(instant)"/>"#
            let discrepancy = try XCTUnwrap(
                response(fixture.xml).discrepancy(
                    of: .notYetValid, in: .fixture, isClaimed: false, isEnvelopeClaimed: false))
            XCTAssertTrue(
                discrepancy.sentence.contains("AuthnInstant is \(instant)"), discrepancy.sentence)
            XCTAssertTrue(discrepancy.sentence.contains(words), discrepancy.sentence)
            XCTAssertEqual(discrepancy.remedy, remedy, instant)
        }
    }
}
