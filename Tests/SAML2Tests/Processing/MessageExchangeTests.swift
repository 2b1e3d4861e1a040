import SAML2
import TestSupport
import XCTest

/// Issuer, address and request of a response, and how many assertions it has.
final class MessageExchangeTests: XCTestCase {
    func testIssuersOfResponseAndAssertionMustAgree() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].issuer = "urn:other"
        for context in [.fixture, SAML.ProcessingContext.fixture.with(\.issuer, nil)] {
            try assertFailures(fixture, [.issuerMismatch], in: context)
        }
    }

    func testIssuerMustBeTheOneExpected() throws {
        try assertFailures(
            ResponseFixture(), [.issuerMismatch],
            in: .fixture.with(\.issuer, ResponseFixture.issuer + "/"))
    }

    func testWhiteSpaceAroundAnIssuerDoesNotMatter() throws {
        var fixture = ResponseFixture()
        fixture.issuer = "\n    \(ResponseFixture.issuer)\n  "
        try assertFailures(fixture, [])
        fixture.assertions[0].issuer = "\t\(ResponseFixture.issuer)"
        try assertFailures(fixture, [])
    }

    func testResponseNeedNotNameItsIssuer() throws {
        var fixture = ResponseFixture()
        fixture.issuer = nil
        try assertFailures(fixture, [])
    }

    func testAssertionMustNameItsIssuer() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].issuer = nil
        try assertFailures(fixture, [.missingIssuer])
        fixture.issuer = nil
        try assertFailures(fixture, [.issuerMismatch, .missingIssuer])
        try assertFailures(fixture, [.missingIssuer], in: .fixture.with(\.issuer, nil))
    }

    func testDestinationMustBeTheAddressExpected() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].confirmations = []
        for (destination, expected) in [
            (ResponseFixture.recipient, []), (" \(ResponseFixture.recipient)\n", []), (nil, []),
            (ResponseFixture.recipient + "/", [SAML.ConditionsFailure.recipientMismatch]),
            ("", [.recipientMismatch]),
        ] {
            fixture.destination = destination
            try assertFailures(fixture, expected, destination ?? "absent")
            try assertFailures(fixture, [], in: .fixture.with(\.recipient, nil))
        }
    }

    func testResponseMustAnswerTheRequest() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].confirmations = []
        for (request, expected) in [
            (ResponseFixture.request, []), (nil, [SAML.ConditionsFailure.inResponseToMismatch]),
            ("", [.inResponseToMismatch]), ("_REQUEST", [.inResponseToMismatch]),
        ] {
            fixture.inResponseTo = request
            try assertFailures(fixture, expected, request ?? "absent")
            try assertFailures(fixture, [], in: .fixture.with(\.inResponseTo, nil))
        }
    }

    func testSeveralAssertionsFail() throws {
        try assertFailures(
            ResponseFixture(
                assertions: ["_a", "_b", "_c"].map(AssertionFixture.init(id:))),
            [.severalAssertions])
    }

    func testEncryptedAssertionsCount() throws {
        let encrypted = "<saml:EncryptedAssertion/>"
        var fixture = ResponseFixture(assertions: [])
        fixture.trailerXML = encrypted
        try assertFailures(fixture, [], in: .fixture.with(\.issuer, nil))
        fixture.trailerXML = encrypted + encrypted
        try assertFailures(fixture, [.severalAssertions])
        fixture = ResponseFixture()
        fixture.trailerXML = encrypted
        try assertFailures(fixture, [.severalAssertions])
    }

    func testFailuresOfEveryAssertionAreReported() throws {
        var late = AssertionFixture(id: "_late")
        late.notOnOrAfter = ResponseFixture.now
        var foreign = AssertionFixture(id: "_foreign")
        foreign.audienceRestrictions = [["urn:other"]]
        try assertFailures(
            ResponseFixture(assertions: [AssertionFixture(), late, foreign]),
            [.severalAssertions, .expired, .audienceMismatch])
        var other = AssertionFixture(id: "_other")
        other.issuer = "urn:other"
        try assertFailures(
            ResponseFixture(assertions: [AssertionFixture(), other]),
            [.severalAssertions, .issuerMismatch])
    }
}
