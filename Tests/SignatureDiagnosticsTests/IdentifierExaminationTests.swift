import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

@testable import SignatureDiagnostics

/// A reference to an identifier that no element has, where one element has the digest.
final class IdentifierExaminationTests: XCTestCase {
    private func explanation(
        of message: String, trusting trust: SAML.TrustStore? = nil,
        within budget: SignatureExplanation.Budget = .thorough
    ) throws -> SignatureExplanation {
        XCTAssertNotEqual(try SignedFixture.verdict(message, trusting: trust), .accepted)
        return try XCTUnwrap(
            DamagedMessage.explanations(of: message, trusting: trust, within: budget).first)
    }

    func testAChangedIDOfTheSignedElementIsFoundAndNamed() throws {
        for (layout, id, name) in [
            (SignedFixture.Layout.assertion, "_assertion", "the Assertion"),
            (.response, "_response", "the Response"),
        ] {
            let message = try SignedFixture.message(layout)
            for changed in [
                "ID=\"_other\"", "Id=\"_other\"", "id=\"\(id)\"", "AssertionID=\"\(id)\"", "",
            ] {
                let damaged = try message.changing("ID=\"\(id)\"", to: changed)
                for budget in [SignatureExplanation.Budget.thorough, .brief] {
                    let found = try explanation(of: damaged, within: budget)
                    XCTAssertEqual(found.likelyCause?.hypothesis, .identifierChanged, changed)
                    XCTAssertEqual(
                        found.sentence,
                        "The ID of \(name) was changed after signing: its signature refers to an ID that no element has."
                    )
                    XCTAssertEqual(found.likelyCause?.isProved, true)
                    XCTAssertNil(found.remainder)
                    XCTAssertFalse(found.isValid)
                }
                XCTAssertEqual(
                    try SignedFixture.verdict(damaged), .signature(.referenceElsewhere))
            }
        }
    }

    func testAChangedReferenceIsFoundWhereItsIDMakesTheSignatureValid() throws {
        let damaged = try SignedFixture.message()
            .changing("URI=\"#_assertion\"", to: "URI=\"#_other\"")
        let found = try explanation(of: damaged)
        XCTAssertEqual(found.likelyCause?.hypothesis, .identifierChanged)
        XCTAssertEqual(
            found.sentence,
            "The ID in the signature's reference was changed after signing: no element has it, and the digest is "
                + "that of the Assertion.")
        XCTAssertNil(found.remainder)
    }

    func testIDsThatWereAllRewrittenAreFound() throws {
        let both = try SignedFixture.message(.both)
        let damaged = try both.changing("ID=\"_assertion\"", to: "ID=\"_a\"")
            .changing("ID=\"_response\"", to: "ID=\"_r\"")
        try assertCause(of: damaged, .identifierChanged)
        // The digest of the response is over the ID of the assertion in it.
        let inner = try both.changing("ID=\"_assertion\"", to: "ID=\"_a\"")
        try assertCause(of: inner, .identifierChanged)
        XCTAssertEqual(
            try explanation(of: inner).sentence,
            "The ID of the Assertion was changed after signing: its signature refers to an ID that no element has."
        )
    }

    func testOtherChangesBesideTheIDLeaveNoCause() throws {
        let message = try SignedFixture.message().changing("ID=\"_assertion\"", to: "ID=\"_other\"")
        let forged = try message.changing("u-1", to: "admin")
        XCTAssertNil(try explanation(of: forged).likelyCause)
        let elsewhere = try SignedFixture.message()
            .changing("URI=\"#_assertion\"", to: "URI=\"#_response\"")
        XCTAssertNotEqual(
            try explanation(of: elsewhere).likelyCause?.hypothesis, .identifierChanged)
        let wrapped = try message.changing("<saml:Subject>", to: "<saml:Subject ID=\"_assertion\">")
        XCTAssertNil(try explanation(of: wrapped).likelyCause)
    }

    func testASignatureOfAStrangerIsSaidToBeInvalidBesides() throws {
        let message = try SignedFixture.message(by: SignedFixture.stranger)
            .changing("ID=\"_assertion\"", to: "ID=\"_other\"")
        let found = try explanation(of: message, trusting: SignedFixture.trusting())
        XCTAssertEqual(found.likelyCause?.hypothesis, .identifierChanged)
        XCTAssertEqual(found.remainder, .signature)
    }

    func testTheTimeIsLinear() throws {
        for isIntact in [true, false] {
            let growth = try LinearCost.growth(from: 2000) { count in
                var fixture = AssertionFixture()
                fixture.attributes = [("uid", Array(repeating: "value", count: count))]
                let message = try SignedFixture.message(
                    of: ResponseFixture(assertions: [fixture])
                )
                .changing("ID=\"_assertion\"", to: "ID=\"_other\"")
                _ = try DamagedMessage.explanations(
                    of: isIntact ? message : message.changing("value", to: "other"))
            }
            XCTAssertLessThan(growth, 8)
        }
    }
}
