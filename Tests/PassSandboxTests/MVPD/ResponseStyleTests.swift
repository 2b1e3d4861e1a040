import PayloadCoding
import SAML2
import SignatureDiagnostics
import TestSupport
import XCTest
import XMLSecurity

@testable import PassSandbox

/// What becomes of each style when an app treats it as the cookbook has it.
final class ResponseStyleTests: XCTestCase {
    /// The styles that are not admitted, and why.
    private static let refused: [ResponseStyle: AdmissionCode] = [
        .prettyPrinted: .signatureInvalid, .crlf: .signatureInvalid, .unsigned: .signatureMissing,
        .sha1: .signatureRefused, .statusNotSuccess: .statusNotSuccess,
        .wrongAudience: .audienceMismatch, .expired: .expired,
        .missingAttributes: .attributesMissing,
    ]

    func testEachStyleHasItsFateAfterTheCookbook() throws {
        let fixture = try MVPDFixture()
        for style in ResponseStyle.allCases {
            let result = fixture.admission(of: try fixture.response(style))
            if let code = Self.refused[style] {
                assertRefused(result, code, style.rawValue)
            } else {
                try assertAdmitted(result, style.rawValue)
            }
        }
    }

    func testEveryStyleBeginsAsTheSampleOfThePartnerPageDoes() throws {
        let fixture = try MVPDFixture()
        for style in ResponseStyle.allCases {
            XCTAssertTrue(
                try fixture.response(style).hasPrefix(
                    #"<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" "#),
                style.rawValue)
        }
    }

    func testIndentedStylesAreAdmittedAsTheyWereSent() throws {
        let fixture = try MVPDFixture()
        for style in [ResponseStyle.prettyPrinted, .crlf, .indentedAround] {
            try assertAdmitted(
                fixture.admission(of: fixture.response(style), .none), style.rawValue)
        }
    }

    func testCollapsedWhiteSpaceIsNamedAsTheCause() throws {
        let fixture = try MVPDFixture()
        for style in [ResponseStyle.prettyPrinted, .crlf] {
            let refusal = try XCTUnwrap(
                assertRefused(
                    fixture.admission(of: fixture.response(style)), .signatureInvalid,
                    style.rawValue))
            XCTAssertEqual(refusal.likelyCause, .whitespaceCollapsed, style.rawValue)
            XCTAssertTrue(refusal.sentence.contains("an open question"), refusal.sentence)
        }
    }

    func testOnlyCollapsedWhiteSpaceIsAcceptedWhereItIsAllowed() throws {
        let fixture = try MVPDFixture()
        for style in [ResponseStyle.prettyPrinted, .crlf] {
            let response = try fixture.response(style)
            let admitted = try assertAdmitted(
                fixture.admission(of: response) { $0.acceptsCollapsed = true }, style.rawValue)
            XCTAssertEqual(admitted.values(of: "uid"), ["u-7f3a91c2"])
            let changed = response.replacing("u-7f3a91c2", with: "u-7f3a91c3")
            assertRefused(
                fixture.admission(of: changed) { $0.acceptsCollapsed = true }, .signatureInvalid,
                style.rawValue)
        }
        for style in [ResponseStyle.unsigned, .sha1, .expired] {
            let result = fixture.admission(of: try fixture.response(style)) {
                $0.acceptsCollapsed = true
            }
            assertRefused(result, try XCTUnwrap(Self.refused[style]), style.rawValue)
        }
    }

    func testSHA1IsAdmittedWhereItIsAllowed() throws {
        let fixture = try MVPDFixture()
        try assertAdmitted(
            fixture.admission(of: fixture.response(.sha1)) { $0.allowsSHA1 = true })
    }

    func testWhatIsReadIsWhatTheSubscriberHas() throws {
        let fixture = try MVPDFixture()
        for style in [ResponseStyle.singleLine, .responseSigned, .encrypted, .ecdsa] {
            let admitted = try assertAdmitted(fixture.admission(of: fixture.response(style)))
            XCTAssertEqual(admitted.values(of: "uid"), ["u-7f3a91c2"])
            XCTAssertEqual(admitted.values(of: "uniqueId"), ["7f3a91c2-household"])
            XCTAssertEqual(admitted.nameID?.value, MVPDFixture.subscribers[0].userID)
            XCTAssertEqual(admitted.inResponseTo, MVPDFixture.queryID)
            XCTAssertEqual(admitted.attributes.map(\.name), ["uid", "uniqueId"])
            XCTAssertFalse(admitted.isRepetition)
        }
    }

    func testOddValuesSurviveTheCookbook() throws {
        let odd = "a  b\tc\nd\r\u{2028}<&>\"' \u{1F600}"
        let fixture = try MVPDFixture(subscribers: [
            SandboxConfiguration.Subscriber(
                name: "odd", userID: odd, samlAttributes: ["uid": [odd, ""]])
        ])
        let admitted = try assertAdmitted(fixture.admission(of: fixture.response()))
        XCTAssertEqual(admitted.values(of: "uid"), [odd, ""])
        XCTAssertEqual(admitted.nameID?.value, odd)
    }

    func testEveryStyleSaysWhatItIsFor() {
        let purposes = ResponseStyle.allCases.map(\.purpose)
        XCTAssertEqual(Set(purposes).count, purposes.count)
    }
}
