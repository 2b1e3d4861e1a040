import SAML2
import TestSupport
import XCTest

/// A response that contradicts its own assertion is refused without any option, and what either leaves out is
/// no contradiction.
final class ContradictionTests: XCTestCase {
    private let nothingKnown = SAML.ProcessingContext.unchecked

    private static let proxy = "https://proxy.example/saml"

    private static func authentication(by authorities: [String] = []) -> String {
        let authorities = authorities.map { FixtureXML.text("saml:AuthenticatingAuthority", $0) }
        return FixtureXML.element(
            "saml:AuthnStatement", [("AuthnInstant", ResponseFixture.now)],
            FixtureXML.element(
                "saml:AuthnContext", [],
                FixtureXML.text(
                    "saml:AuthnContextClassRef", "urn:oasis:names:tc:SAML:2.0:ac:classes:Password")
                    + authorities.joined()))
    }

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
            { $0.assertions[0].confirmations[0].hasData = false },
            { $0.assertions[0].audienceRestrictions = [] },
            { $0.assertions[0].nameID = nil },
            { $0.assertions[0].attributes = [] },
            { $0.assertions[0].issuer = " \(ResponseFixture.issuer)\n" },
            { $0.issuer = "\n\(ResponseFixture.issuer) " },
            { $0.assertions[0].trailerXML = Self.authentication() },
            // A proxy issues both, and names those who authenticated the subject.
            { fixture in
                (fixture.issuer, fixture.assertions[0].issuer) = (Self.proxy, Self.proxy)
                fixture.assertions[0].trailerXML = Self.authentication(by: [ResponseFixture.issuer])
            },
            { fixture in
                (fixture.issuer, fixture.assertions[0].issuer) = (nil, Self.proxy)
                fixture.assertions[0].trailerXML = Self.authentication(
                    by: [Self.proxy, ResponseFixture.issuer, "https://origin.example/saml"])
            },
            { $0.assertions[0].confirmations[0].recipient = " \(ResponseFixture.recipient)\n" },
            { fixture in
                let confirmation = fixture.assertions[0].confirmations[0]
                fixture.assertions[0].confirmations.append(confirmation)
            },
        ]
        XCTAssertGreaterThanOrEqual(changes.count, 20)
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
