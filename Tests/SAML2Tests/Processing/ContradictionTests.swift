import SAML2
import TestSupport
import XCTest

/// A response that contradicts its own assertion is refused without any option, and what either leaves out is
/// no contradiction.
final class ContradictionTests: XCTestCase {
    private let nothingKnown = SAML.ProcessingContext()

    func testAnEnvelopeThatAnswersAnotherRequestThanItsAssertionIsRefused() throws {
        var fixture = ResponseFixture()
        fixture.inResponseTo = "_other"
        try assertFailures(fixture, [.inResponseToMismatch], in: nothingKnown)
    }

    func testAnEnvelopeMeantForAnotherAddressThanItsAssertionIsRefused() throws {
        var fixture = ResponseFixture()
        fixture.destination = "https://other.example/acs"
        try assertFailures(fixture, [.recipientMismatch], in: nothingKnown)
    }

    func testAnEnvelopeOfAnotherIssuerThanItsAssertionIsRefused() throws {
        var fixture = ResponseFixture()
        fixture.issuer = "https://other.example/saml"
        try assertFailures(fixture, [.issuerMismatch], in: nothingKnown)
    }

    func testWhatIsLeftOutContradictsNothing() throws {
        let changes: [(inout ResponseFixture) -> Void] = [
            { $0.inResponseTo = nil }, { $0.destination = nil }, { $0.issuer = nil },
            { $0.issuer = "" }, { $0.destination = "" },
            { $0.assertions[0].confirmations[0].inResponseTo = nil },
            { $0.assertions[0].confirmations[0].recipient = nil },
            { $0.assertions[0].confirmations = [] },
            { $0.destination = " \($0.destination ?? "") " },
            { fixture in
                var other = fixture.assertions[0].confirmations[0]
                other.inResponseTo = "_other"
                other.recipient = "https://other.example/acs"
                fixture.assertions[0].confirmations.append(other)
            },
        ]
        for (number, change) in changes.enumerated() {
            var fixture = ResponseFixture()
            change(&fixture)
            try assertFailures(fixture, [], in: nothingKnown, "\(number)")
        }
    }

    func testRequestRecipientAndTimeComeFromOneConfirmation() throws {
        // Each confirmation fails in one thing, and together they would have everything.
        var fixture = ResponseFixture()
        var late = fixture.assertions[0].confirmations[0]
        late.notOnOrAfter = "2026-01-15T10:00:00Z"
        var elsewhere = fixture.assertions[0].confirmations[0]
        elsewhere.recipient = "https://other.example/acs"
        var unasked = fixture.assertions[0].confirmations[0]
        unasked.inResponseTo = "_other"
        fixture.assertions[0].confirmations = [late, elsewhere, unasked]
        try assertFailures(fixture, [.expired])
        fixture.assertions[0].confirmations.append(ResponseFixture().assertions[0].confirmations[0])
        try assertFailures(fixture, [])
    }

    func testAnUnsolicitedResponseAnswersNoRequest() throws {
        var context = SAML.ProcessingContext.fixture
        context.inResponseTo = nil
        context.isUnsolicited = true
        try assertFailures(ResponseFixture(), [.inResponseToMismatch], in: context)
        var fixture = ResponseFixture()
        fixture.inResponseTo = nil
        fixture.assertions[0].confirmations[0].inResponseTo = nil
        try assertFailures(fixture, [], in: context)
    }
}
