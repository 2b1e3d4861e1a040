import SAML2
import TestSupport
import XCTest

/// What the web SSO profile asks of a response, beyond what the answer to a query needs.
final class WebSSOProfileTests: XCTestCase {
    private static let statement =
        "<saml:AuthnStatement AuthnInstant=\"2026-01-15T11:59:00Z\"/>"

    private var context: SAML.ProcessingContext {
        SAML.ProcessingContext.fixture.with(\.profile, .webSSO)
    }

    private var signOn: ResponseFixture {
        var fixture = ResponseFixture()
        fixture.assertions[0].trailerXML = Self.statement
        return fixture
    }

    /// Each failure of the profile, by one change to a response that is valid in it.
    static let changes:
        [(failure: SAML.ConditionsFailure, change: @Sendable (inout ResponseFixture) -> Void)] =
            [
                (.missingIssuer, { $0.issuer = nil }),
                (
                    .issuerNotFirst,
                    { fixture in
                        fixture.issuer = nil
                        fixture.headerXML =
                            "<samlp:Extensions/><saml:Issuer>\(ResponseFixture.issuer)</saml:Issuer>"
                    }
                ),
                (.missingID, { $0.id = nil }), (.missingID, { $0.assertions[0].id = nil }),
                (.missingIssueInstant, { $0.issueInstant = nil }),
                (.missingIssueInstant, { $0.assertions[0].issueInstant = nil }),
                (
                    .bearerNotBefore,
                    { $0.assertions[0].confirmations[0].notBefore = "2026-01-15T11:59:00Z" }
                ),
                (.missingAudienceRestriction, { $0.assertions[0].audienceRestrictions = [] }),
                (.missingAuthnStatement, { $0.assertions[0].trailerXML = "" }),
                (
                    .sessionEnded,
                    { fixture in
                        fixture.assertions[0].trailerXML =
                            "<saml:AuthnStatement AuthnInstant=\"2026-01-15T11:59:00Z\" "
                            + "SessionNotOnOrAfter=\"2026-01-15T12:00:00Z\"/>"
                    }
                ),
                (.missingBearerConfirmation, { $0.assertions[0].confirmations = [] }),
                (.missingBearerConfirmation, { $0.assertions[0].confirmations[0].recipient = nil }),
                (
                    .missingBearerConfirmation,
                    { $0.assertions[0].confirmations[0].notOnOrAfter = nil }
                ),
                (.missingBearerConfirmation, { $0.assertions[0].confirmations[0].hasData = false }),
            ]

    func testASignOnThatHasEverythingIsAccepted() throws {
        try assertFailures(signOn, [], in: context)
    }

    func testEachThingTheProfileRequiresIsMissed() throws {
        for (failure, change) in Self.changes {
            var fixture = signOn
            change(&fixture)
            let failures = try failures(of: fixture)
            XCTAssertTrue(failures.contains(failure), "\(failure): \(failures)")
        }
    }

    func testWithoutConditionsASignOnIsNotAccepted() throws {
        let xml = signOn.xml
        let start = try XCTUnwrap(xml.firstRange(of: "<saml:Conditions"))
        let end = try XCTUnwrap(xml.firstRange(of: "</saml:Conditions>"))
        let without = xml.replacingCharacters(in: start.lowerBound..<end.upperBound)
        let signOn = try response(without)
        XCTAssertEqual(signOn.failures(in: context), [.missingConditions])
    }

    func testAnAnswerToAQueryNeedsNoneOfIt() throws {
        var fixture = signOn
        fixture.issuer = nil
        fixture.assertions[0].trailerXML = ""
        fixture.assertions[0].confirmations = []
        try assertFailures(fixture, [])
    }

    func testASessionEndsAtItsEndWithTheSkewGrantedAndNoStatementMayHaveEnded() throws {
        func failures(_ ends: [String], skew: Int64 = 0) throws -> [SAML.ConditionsFailure] {
            var fixture = signOn
            fixture.assertions[0].trailerXML = ends.map { end in
                "<saml:AuthnStatement AuthnInstant=\"2026-01-15T11:59:00Z\" "
                    + "SessionNotOnOrAfter=\"\(end)\"/>"
            }.joined()
            return try response(fixture.xml).failures(in: context.with(\.clockSkew, skew))
        }
        XCTAssertEqual(try failures(["2026-01-15T12:00:01Z"]), [])
        XCTAssertEqual(try failures(["2026-01-15T12:00:00Z"]), [.sessionEnded])
        XCTAssertEqual(try failures(["2026-01-15T12:00:00Z"], skew: 1), [])
        XCTAssertEqual(try failures(["2026-01-15T11:59:59Z"], skew: 1), [.sessionEnded])
        XCTAssertEqual(
            try failures(["2026-01-15T13:00:00Z", "2026-01-15T11:00:00Z"]), [.sessionEnded])
    }

    func testTheEndOfASessionDoesNotMatterToAnAnswerOrWithoutATime() throws {
        var fixture = signOn
        fixture.assertions[0].trailerXML =
            "<saml:AuthnStatement AuthnInstant=\"2026-01-15T11:59:00Z\" "
            + "SessionNotOnOrAfter=\"2026-01-15T11:59:30Z\"/>"
        try assertFailures(fixture, [])
        try assertFailures(fixture, [], in: context.with(\.now, nil))
    }

    private func failures(of fixture: ResponseFixture) throws -> [SAML.ConditionsFailure] {
        try response(fixture.xml).failures(in: context)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>) -> String {
        String(self[..<range.lowerBound] + self[range.upperBound...])
    }
}
