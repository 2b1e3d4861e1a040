import TestSupport
import XCTest
import XMLSecurity

@testable import SAML2

/// What an assertion must say to a receiver who gives a name, and how each of it is let through.
final class AbsentConditionTests: XCTestCase {
    private typealias Case = (
        absent: SAML.AbsentCondition, failure: SAML.ConditionsFailure, fixture: ResponseFixture
    )

    private static let cases: [Case] = [
        (.conditions, .missingConditions, changed { $0.hasConditions = false }),
        (.audience, .missingAudienceRestriction, changed { $0.audienceRestrictions = [] }),
        (
            .end, .missingEnd,
            changed {
                $0.notOnOrAfter = nil
                $0.confirmations[0].notOnOrAfter = nil
            }
        ),
        (
            .end, .missingEnd,
            changed {
                $0.notOnOrAfter = nil
                $0.confirmations = []
            }
        ),
    ]

    private static func changed(_ change: (inout AssertionFixture) -> Void) -> ResponseFixture {
        var fixture = ResponseFixture()
        change(&fixture.assertions[0])
        return fixture
    }

    func testEachIsAFailureWhereTheReceiverGaveANameAndNotOtherwise() throws {
        // Without confirmations nothing names the request.
        let context = SAML.ProcessingContext.fixture.with(\.inResponseTo, nil)
        for (absent, failure, fixture) in Self.cases {
            try assertFailures(fixture, [failure], in: context, "\(absent)")
            try assertFailures(fixture, [], in: context.with(\.audience, nil), "\(absent)")
        }
    }

    func testEachIsLetThroughByItsNameAndByNoOther() throws {
        let context = SAML.ProcessingContext.fixture.with(\.inResponseTo, nil)
        for (absent, failure, fixture) in Self.cases {
            for accepted in SAML.AbsentCondition.allCases {
                try assertFailures(
                    fixture, accepted == absent ? [] : [failure],
                    in: context.with(\.acceptedAbsences, [accepted]), "\(absent), \(accepted)")
            }
        }
    }

    func testAnEndInEveryConfirmationIsAnEnd() throws {
        try assertFailures(Self.changed { $0.notOnOrAfter = nil }, [])
    }

    func testTheFrontDoorKeepsItsWordUnlessToldOtherwise() throws {
        for (absent, failure, fixture) in Self.cases {
            let xml = try SignedFixture.message(of: fixture)
            func validator(
                _ accepted: Set<SAML.AbsentCondition>
            ) throws -> SAML.ResponseValidator {
                try SAML.ResponseValidator(
                    trust: SignedFixture.trusting(), audience: ResponseFixture.audience,
                    expecting: .answerToAnyQuery, acceptingWithout: accepted,
                    clock: { SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow) })
            }
            let strict = try validator([])
            do throws(SAML.Rejection) {
                _ = try strict.validate(xml.utf8)
                XCTFail("accepted without \(absent)")
            } catch {
                XCTAssertEqual(error.reasons.map(\.code), ["conditions.\(failure.rawValue)"])
            }
            XCTAssertNoThrow(try validator([absent]).validate(xml.utf8), "\(absent)")
        }
    }

    func testATimeOfIssueInTheFutureIsJudgedByTheRuleOfNotBefore() throws {
        let context = SAML.ProcessingContext.fixture.with(\.clockSkew, 60)
        for (instant, failures): (String, [SAML.ConditionsFailure]) in [
            ("2026-01-15T12:01:00Z", []), ("2026-01-15T12:01:01Z", [.notYetValid]),
        ] {
            var response = ResponseFixture()
            response.issueInstant = instant
            try assertFailures(response, failures, in: context, instant)
            try assertFailures(
                Self.changed { $0.issueInstant = instant }, failures, in: context, instant)
            try assertFailures(
                Self.changed { $0.notBefore = instant }, failures, in: context, instant)
        }
    }

    func testTheSentenceNamesTheIssueInstantThatLiesAhead() throws {
        var fixture = ResponseFixture()
        fixture.issueInstant = "2026-01-15T13:00:00Z"
        let discrepancy = try XCTUnwrap(
            response(fixture.xml).discrepancy(
                of: .notYetValid, in: .fixture, isClaimed: false, isEnvelopeClaimed: false))
        XCTAssertTrue(
            discrepancy.sentence.contains("IssueInstant is 2026-01-15T13:00:00Z"),
            discrepancy.sentence)
        XCTAssertFalse(discrepancy.sentence.contains("NotBefore"), discrepancy.sentence)
        XCTAssertEqual(discrepancy.cause, .clockAhead)
    }
}
