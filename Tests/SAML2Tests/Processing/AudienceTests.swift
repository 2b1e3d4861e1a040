import SAML2
import TestSupport
import XCTest

/// For whom an assertion is meant.
final class AudienceTests: XCTestCase {
    private func assertFailures(
        _ restrictions: [[String]], _ expected: [SAML.ConditionsFailure],
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].audienceRestrictions = restrictions
        try SAML2Tests.assertFailures(
            fixture, expected, "\(restrictions)", file: file, line: line)
    }

    private let ours = ResponseFixture.audience

    func testOneAudienceOfARestrictionIsEnough() throws {
        try assertFailures([["urn:a", ours, "urn:b"]], [])
        try assertFailures([["urn:a", "urn:b"]], [.audienceMismatch])
    }

    func testEachRestrictionMustBeMet() throws {
        try assertFailures([[ours], [ours, "urn:a"]], [])
        try assertFailures([[ours], ["urn:a"]], [.audienceMismatch])
        try assertFailures([["urn:a"], [ours]], [.audienceMismatch])
    }

    func testRestrictionWithoutAudiencesIsMetByNobody() throws {
        try assertFailures([[]], [.audienceMismatch])
        try assertFailures([[ours], []], [.audienceMismatch])
    }

    func testNoRestrictionLetsInNobodyWhoseNameIsKnown() throws {
        try assertFailures([], [.missingAudienceRestriction])
    }

    func testAudiencesAreComparedExactlyButForWhiteSpaceAround() throws {
        try assertFailures([["\n  \(ours) \t"]], [])
        for other in [ours + "/", ours.uppercased(), "", "https://sp.example"] {
            try assertFailures([[other]], [.audienceMismatch])
        }
    }

    func testAudienceOfAProxyRestrictionDoesNotCount() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].conditionsXML =
            "<saml:ProxyRestriction><saml:Audience>urn:a</saml:Audience></saml:ProxyRestriction>"
        try SAML2Tests.assertFailures(fixture, [])
    }

    func testOneTimeUseIsNoFailure() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].conditionsXML = "<saml:OneTimeUse/>"
        try SAML2Tests.assertFailures(fixture, [])
        XCTAssertEqual(try response(fixture.xml).assertion?.conditions?.isOneTimeUse, true)
    }

    func testUnknownConditionFailsWhateverIsKnown() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].conditionsXML =
            "<saml:OneTimeUse/><saml:Condition><x/></saml:Condition>"
        try SAML2Tests.assertFailures(fixture, [.unknownCondition])
        try SAML2Tests.assertFailures(
            fixture, [.unknownCondition], in: SAML.ProcessingContext.unchecked)
    }
}
