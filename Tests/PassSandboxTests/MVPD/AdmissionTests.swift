import PayloadCoding
import SAML2
import TestSupport
import XCTest

@testable import PassSandbox

/// What is checked of a response that can be read, and how each check is switched off.
final class AdmissionTests: XCTestCase {
    func testAFailureInTheStatusIsRefusedAndWithoutTheCheckTheAssertionIsMissed() throws {
        let fixture = try MVPDFixture()
        let response = try fixture.response(.statusNotSuccess)
        assertRefused(fixture.admission(of: response), .statusNotSuccess)
        assertRefused(fixture.admission(of: response) { $0.status = false }, .noAssertion)
    }

    func testAResponseWithoutAssertionIsRefused() throws {
        let fixture = try MVPDFixture()
        let response = try fixture.response(.unsigned)
        let start = try XCTUnwrap(response.firstRange(of: "<saml:Assertion")).lowerBound
        let end = try XCTUnwrap(response.firstRange(of: "</saml:Assertion>")).upperBound
        let empty = String(response[..<start]) + String(response[end...])
        assertRefused(fixture.admission(of: empty), .noAssertion)
    }

    func testAChangedResponseIsRefused() throws {
        let fixture = try MVPDFixture()
        for style in [ResponseStyle.singleLine, .responseSigned, .ecdsa] {
            let response = try fixture.response(style)
            let changed = response.replacing("u-7f3a91c2", with: "u-7f3a91c3")
            XCTAssertNotEqual(response, changed)
            assertRefused(fixture.admission(of: changed), .signatureInvalid, style.rawValue)
        }
    }

    func testAnotherMVPDsKeyIsNotTrusted() throws {
        let fixture = try MVPDFixture()
        let other = try SimulatedMVPD(
            MVPDFixture.configuration(), key: MVPDFixture.makeKey("other"),
            serviceProvider: fixture.serviceProvider, now: MVPDFixture.now)
        let response = try other.response(
            to: fixture.query(), attributeNames: MVPDFixture.asked, id: "other",
            now: MVPDFixture.now)
        assertRefused(fixture.admission(of: response), .signatureInvalid)
    }

    func testWithoutTheSignatureCheckClaimsAreRead() throws {
        let fixture = try MVPDFixture()
        for style in [ResponseStyle.unsigned, .prettyPrinted, .sha1, .encrypted] {
            let admitted = try assertAdmitted(
                fixture.admission(of: fixture.response(style)) { $0.signature = false },
                style.rawValue)
            XCTAssertEqual(admitted.values(of: "uid"), ["u-7f3a91c2"], style.rawValue)
        }
    }

    func testConditionsAreCheckedUnlessSwitchedOff() throws {
        let fixture = try MVPDFixture()
        for (style, code) in [
            (ResponseStyle.wrongAudience, AdmissionCode.audienceMismatch), (.expired, .expired),
        ] {
            let response = try fixture.response(style)
            assertRefused(fixture.admission(of: response), code)
            try assertAdmitted(
                fixture.admission(of: response) { $0.conditions = false }, style.rawValue)
        }
        let value = MVPDFixture.formValue(try fixture.response())
        let early = MVPDFixture.now.advanced(bySeconds: -30 - 61)
        assertRefused(fixture.admission(ofValue: value, at: early), .notYetValid)
        let late = MVPDFixture.now.advanced(bySeconds: 600 + 60)
        assertRefused(fixture.admission(ofValue: value, at: late), .expired)
        try assertAdmitted(
            fixture.admission(ofValue: value, at: late.advanced(bySeconds: -1)))
    }

    func testAnotherIssuerIsRefused() throws {
        let fixture = try MVPDFixture()
        let other = try MVPDFixture(identifier: "Other")
        // Both have one key here, so that only the issuer tells them apart.
        let response = try other.response()
        assertRefused(fixture.admission(of: response), .issuerMismatch)
    }

    func testWhatAnswersNoQueryOfThisDeviceIsRefused() throws {
        let fixture = try MVPDFixture()
        let value = MVPDFixture.formValue(try fixture.response())
        let others = [IssuedQuery(id: "_other", attributeNames: MVPDFixture.asked)]
        for queries in [others, []] {
            assertRefused(
                fixture.admission(ofValue: value, queries: queries), .inResponseToUnknown)
            try assertAdmitted(
                fixture.admission(ofValue: value, queries: queries) { $0.inResponseTo = false })
        }
    }

    func testAnUnsolicitedResponseIsRefused() throws {
        let fixture = try MVPDFixture()
        let response = try fixture.response(.unsigned)
            .replacing(" InResponseTo=\"\(MVPDFixture.queryID)\"", with: "")
        assertRefused(
            fixture.admission(of: response) { $0.signature = false }, .inResponseToMissing)
    }

    /// Around a signed assertion anybody can write what the response answers.
    func testAResponseCannotBeMadeToAnswerAnotherQuery() throws {
        let fixture = try MVPDFixture()
        let value = try MVPDFixture.formValue(
            fixture.response().replacing(
                "InResponseTo=\"\(MVPDFixture.queryID)\" Version",
                with: "InResponseTo=\"_other\" Version"))
        assertRefused(
            fixture.admission(
                ofValue: value,
                queries: [IssuedQuery(id: "_other", attributeNames: MVPDFixture.asked)]),
            .inResponseToUnknown)
    }

    func testAttributesAreRequiredAsTheCheckSays() throws {
        let fixture = try MVPDFixture()
        let none = try fixture.response(.missingAttributes)
        assertRefused(fixture.admission(of: none), .attributesMissing)
        try assertAdmitted(fixture.admission(of: none) { $0.attributes = .none })
        let one = try fixture.response(.singleLine, ["uid"])
        try assertAdmitted(fixture.admission(of: one))
        assertRefused(
            fixture.admission(of: one) { $0.attributes = .all }, .attributesMissing)
        try assertAdmitted(
            fixture.admission(of: fixture.response()) { $0.attributes = .all })
    }

    func testTheSubjectsNameServesWhoAskedForNothingElse() throws {
        let fixture = try MVPDFixture()
        let value = MVPDFixture.formValue(try fixture.response(.singleLine, ["NameID"]))
        let queries = [IssuedQuery(id: MVPDFixture.queryID, attributeNames: ["NameID"])]
        try assertAdmitted(fixture.admission(ofValue: value, queries: queries))
    }

    func testRefusalsAndResultsShowNothingOfTheMessage() throws {
        let planted = Secret.planted("subscriber")
        let fixture = try MVPDFixture(subscribers: [
            SandboxConfiguration.Subscriber(
                name: planted, userID: planted,
                samlAttributes: ["uid": [planted], planted: [planted]])
        ])
        for style in ResponseStyle.allCases {
            let result = fixture.admission(of: try fixture.response(style))
            for text in printings(of: result) + printings(of: fixture.mvpd) {
                XCTAssertFalse(Secret.inMessages.shows(in: text), style.rawValue)
            }
        }
    }

    func testRefusalsFitAHeaderField() throws {
        let fixture = try MVPDFixture()
        for style in ResponseStyle.allCases {
            guard case .failure(let refusal) = fixture.admission(of: try fixture.response(style))
            else { continue }
            XCTAssertTrue(
                refusal.description.utf8.allSatisfy { (0x20...0x7E).contains($0) },
                refusal.description)
        }
    }
}
