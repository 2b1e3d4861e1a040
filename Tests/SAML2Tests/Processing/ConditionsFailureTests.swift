import SAML2
import TestSupport
import XCTest

/// Each reason not to accept a response comes from one change to a valid one.
final class ConditionsFailureTests: XCTestCase {
    private typealias Change = @Sendable (inout ResponseFixture) -> Void

    private static let changes: [(failure: SAML.ConditionsFailure, change: Change)] =
        [
            (.missingStatus, { $0.statusCodes = [] }),
            (.statusNotSuccess, { $0.statusCodes = ["urn:failure"] }),
            (.unsupportedVersion, { $0.version = "1.1" }),
            (.missingIssuer, { $0.assertions[0].issuer = nil }),
            (.issuerMismatch, { $0.issuer = "https://other.example/saml" }),
            (.expired, { $0.assertions[0].notOnOrAfter = "2026-01-15T11:59:30Z" }),
            (.notYetValid, { $0.assertions[0].notBefore = "2026-01-15T12:00:30Z" }),
            (.audienceMismatch, { $0.assertions[0].audienceRestrictions = [["urn:other"]] }),
            (.missingAudienceRestriction, { $0.assertions[0].audienceRestrictions = [] }),
            (
                .missingEnd,
                {
                    $0.assertions[0].notOnOrAfter = nil
                    $0.assertions[0].confirmations[0].notOnOrAfter = nil
                }
            ),
            (.recipientMismatch, { $0.destination = "https://other.example/acs" }),
            (.inResponseToMismatch, { $0.inResponseTo = "_other" }),
            (.unknownCondition, { $0.assertions[0].conditionsXML = "<saml:Condition/>" }),
            (.missingAssertion, { $0.assertions = [] }),
            (.severalAssertions, { $0.assertions.append(AssertionFixture(id: "_second")) }),
        ]

    func testEachChangeCausesItsFailureAndNoOther() throws {
        try assertFailures(ResponseFixture(), [])
        for (failure, change) in Self.changes {
            var fixture = ResponseFixture()
            change(&fixture)
            try assertFailures(fixture, [failure], "\(failure)")
        }
    }

    func testEveryFailureHasAChange() {
        let tested =
            Self.changes.map(\.failure) + WebSSOProfileTests.changes.map(\.failure)
            + QueryAnswerTests.changes.map(\.failure)
        // The last two need a verified response and what was accepted before it.
        XCTAssertEqual(
            Set(
                tested + [.missingConditions, .replayed, .replayUnknown]),
            Set(SAML.ConditionsFailure.allCases))
    }

    func testTheMostDecisiveFailureComesFirst() throws {
        var fixture = ResponseFixture(assertions: [AssertionFixture(id: "_a")])
        fixture.statusCodes = []
        fixture.version = nil
        fixture.issuer = "urn:other"
        fixture.destination = "urn:other"
        fixture.inResponseTo = nil
        fixture.assertions[0].notBefore = "2026-01-16T00:00:00Z"
        fixture.assertions[0].notOnOrAfter = "2026-01-15T00:00:00Z"
        fixture.assertions[0].audienceRestrictions = [[]]
        fixture.assertions[0].conditionsXML = "<saml:Condition/>"
        try assertFailures(
            fixture,
            [
                .missingStatus, .unsupportedVersion, .issuerMismatch, .expired, .notYetValid,
                .audienceMismatch, .unknownCondition, .recipientMismatch, .inResponseToMismatch,
            ])
    }

    func testFailureIsListedOnce() throws {
        var fixture = ResponseFixture(
            assertions: [AssertionFixture(id: "_a"), AssertionFixture(id: "_b")])
        for index in fixture.assertions.indices {
            fixture.assertions[index].version = "1.0"
            fixture.assertions[index].notOnOrAfter = "2026-01-15T11:00:00Z"
            fixture.assertions[index].confirmations[0].notOnOrAfter = "2026-01-15T11:00:00Z"
        }
        fixture.version = "1.0"
        try assertFailures(fixture, [.unsupportedVersion, .severalAssertions, .expired])
    }

    func testNothingKnownAboutTheExchangeChecksOnlyTheMessage() throws {
        let context = SAML.ProcessingContext.unchecked
        XCTAssertTrue(context.isEmpty)
        // A message that contradicts itself is refused without knowing anything.
        let unchecked: Set<SAML.ConditionsFailure> = [
            .expired, .notYetValid, .audienceMismatch, .missingAudienceRestriction, .missingEnd,
        ]
        for (failure, change) in Self.changes {
            var fixture = ResponseFixture()
            change(&fixture)
            try assertFailures(
                fixture, unchecked.contains(failure) ? [] : [failure], in: context, "\(failure)")
        }
    }

    func testContextIsEmptyUntilSomethingIsKnown() {
        let empty = SAML.ProcessingContext.unchecked
        XCTAssertEqual(empty.clockSkew, 60)
        XCTAssertTrue(empty.with(\.clockSkew, 5).isEmpty)
        XCTAssertFalse(empty.with(\.now, SAML.Instant(secondsSinceEpoch: 0)).isEmpty)
        for property: WritableKeyPath<SAML.ProcessingContext, String?> in [
            \.audience, \.issuer, \.recipient, \.inResponseTo,
        ] {
            XCTAssertFalse(empty.with(property, "a").isEmpty)
        }
    }

    func testEveryFailureIsDescribedByItsOwnSentence() {
        let sentences = SAML.ConditionsFailure.allCases.map(\.description)
        XCTAssertEqual(Set(sentences).count, sentences.count)
        for sentence in sentences {
            XCTAssertTrue(sentence.hasPrefix("The "), sentence)
            XCTAssertTrue(sentence.hasSuffix("."), sentence)
        }
    }
}
