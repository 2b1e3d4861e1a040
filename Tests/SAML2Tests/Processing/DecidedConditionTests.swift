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

    func testTheSentenceNamesTheAuthnInstantThatLiesFarAhead() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].trailerXML =
            #"<saml:AuthnStatement AuthnInstant="2027-01-15T12:00:00Z"/>"#
        let discrepancy = try XCTUnwrap(
            response(fixture.xml).discrepancy(
                of: .notYetValid, in: .fixture, isClaimed: false, isEnvelopeClaimed: false))
        XCTAssertEqual(
            discrepancy.sentence,
            "The sign-in lies 365 days in the future, expected 30 days at most: AuthnInstant is "
                + "2027-01-15T12:00:00Z, and the message was received at 2026-01-15T12:00:00Z.")
        XCTAssertNil(discrepancy.remedy)
    }
}
