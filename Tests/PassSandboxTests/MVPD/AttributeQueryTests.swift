import AdobePass
import PayloadCoding
import SAML2
import XCTest
import XMLCore
import XMLSecurity

@testable import PassSandbox

/// The queries the sandbox signs, and what an MVPD makes of them.
final class AttributeQueryTests: XCTestCase {
    private func assertQueryRefused(
        _ query: String, _ code: QueryRefusal.Code, at now: SAML.Instant = MVPDFixture.now,
        names: [String] = MVPDFixture.asked, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let mvpd = try MVPDFixture().mvpd
        XCTAssertThrowsError(
            try mvpd.response(to: query, attributeNames: names, id: "1", now: now), file: file,
            line: line
        ) {
            XCTAssertEqual(($0 as? QueryRefusal)?.code, code, "\($0)", file: file, line: line)
        }
    }

    func testAQueryIsSignedAndAsksForTheNames() throws {
        let fixture = try MVPDFixture()
        let text = try fixture.query()
        XCTAssertFalse(text.contains("\n"))
        var trust = SAML.TrustStore()
        trust.trustForEveryIssuer([fixture.serviceProvider.key.trusted])
        let verifier = SAML.MessageVerifier(trusting: trust)
        let query = try verifier.verifiedQuery(in: XML.Document(parsing: Array(text.utf8))).query
        XCTAssertEqual(query.id, MVPDFixture.queryID)
        XCTAssertEqual(query.issuer?.uri, "https://saml.sp.auth.adobe.com")
        XCTAssertEqual(query.requestedAttributes.map(\.name), MVPDFixture.asked)
        XCTAssertEqual(query.destination, fixture.mvpd.attributeService)
        XCTAssertEqual(query.issueInstant, MVPDFixture.now)
    }

    func testAQueryIsAnsweredInBase64Too() throws {
        let fixture = try MVPDFixture()
        let base64 = Base64.encoding(Array(try fixture.query().utf8))
        let response = try fixture.mvpd.response(
            to: String(decoding: base64, as: UTF8.self), attributeNames: ["uid"],
            id: "1", now: MVPDFixture.now)
        try assertAdmitted(fixture.admission(of: response))
    }

    func testAResponseAnswersItsQueryAsSAMLWantsIt() throws {
        let fixture = try MVPDFixture()
        let query = try SAML.AttributeQuery(
            unverified: XML.Document(parsing: Array(fixture.query().utf8)).rootElement)
        let response = try SAML.Response(
            unverified: XML.Document(parsing: Array(fixture.response().utf8)).rootElement)
        let context = SAML.ProcessingContext(
            now: MVPDFixture.now, audience: SandboxServiceProvider.entityID,
            issuer: fixture.mvpd.entityID, recipient: SandboxServiceProvider.assertionConsumer,
            query: query)
        XCTAssertEqual(response.failures(in: context), [])
    }

    func testAChangedQueryIsRefused() throws {
        let query = try MVPDFixture().query()
        let changed = query.replacing("Name=\"uid\"", with: "Name=\"zip\"")
        XCTAssertNotEqual(query, changed)
        try assertQueryRefused(changed, .signatureInvalid)
    }

    func testAQueryThatNobodySignedIsRefused() throws {
        let query = try MVPDFixture().query()
        let start = try XCTUnwrap(query.firstRange(of: "<ds:Signature ")).lowerBound
        let end = try XCTUnwrap(query.firstRange(of: "</ds:Signature>")).upperBound
        try assertQueryRefused(
            String(query[..<start]) + String(query[end...]), .signatureInvalid)
    }

    func testAQueryOfAnotherServiceProviderIsRefused() throws {
        let fixture = try MVPDFixture()
        let stranger = SandboxServiceProvider(
            key: try MVPDFixture.makeKey("stranger"))
        let query = try stranger.query(
            for: "REF30/iOS", destination: fixture.mvpd.attributeService,
            attributeNames: ["uid"], id: "_q", now: MVPDFixture.now)
        try assertQueryRefused(query, .signatureInvalid)
    }

    func testAQueryForAnotherMVPDIsRefused() throws {
        try assertQueryRefused(try MVPDFixture(identifier: "Other").query(), .wrongDestination)
    }

    func testAnOldQueryAndOneOfTheFutureAreRefused() throws {
        let query = try MVPDFixture().query()
        let now = MVPDFixture.now
        try assertQueryRefused(query, .expired, at: now.advanced(bySeconds: 1800))
        try assertQueryRefused(query, .expired, at: now.advanced(bySeconds: -61))
        let mvpd = try MVPDFixture().mvpd
        for seconds: Int64 in [1799, -60] {
            XCTAssertNoThrow(
                try mvpd.response(
                    to: query, attributeNames: [], id: "1", now: now.advanced(bySeconds: seconds)))
        }
    }

    func testWhatIsNoQueryIsRefused() throws {
        try assertQueryRefused("", .notXML)
        try assertQueryRefused("token", .notXML)
        try assertQueryRefused("<a/>", .notAQuery)
        try assertQueryRefused(try MVPDFixture().response(), .notAQuery)
    }

    func testOnlyWhatIsWantedAndAskedForIsStated() throws {
        let fixture = try MVPDFixture()
        let response = try fixture.mvpd.response(
            to: fixture.query(["uid", "uniqueId"]), attributeNames: ["zip", "uid", "uid"],
            id: "1", now: MVPDFixture.now)
        let admitted = try assertAdmitted(fixture.admission(of: response))
        XCTAssertEqual(admitted.attributes.map(\.name), ["uid"])
        try assertQueryRefused(
            fixture.query(["uid"]), .attributesNotInQuery, names: ["zip"])
    }

    func testAnUnknownStyleIsRefusedWithTheListOfThose() throws {
        XCTAssertThrowsError(try ResponseStyle(named: "other")) {
            let refusal = $0 as? QueryRefusal
            XCTAssertEqual(refusal?.code, .unknownStyle)
            XCTAssertTrue(refusal?.sentence.contains("pretty-printed") ?? false)
        }
    }
}
