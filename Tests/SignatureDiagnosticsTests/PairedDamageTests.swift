import Foundation
import TestSupport
import WireText
import XCTest

@testable import SignatureDiagnostics

/// Two damages to one message are found out together, where undoing one shows what is left.
final class PairedDamageTests: XCTestCase {
    private typealias Hypothesis = SignatureExplanation.Hypothesis

    private func response(_ value: String) -> ResponseFixture {
        var assertion = AssertionFixture()
        assertion.attributes = [("uid", [value])]
        return ResponseFixture(assertions: [assertion])
    }

    private func explanation(
        of message: String, within budget: SignatureExplanation.Budget = .thorough
    ) throws -> SignatureExplanation {
        try XCTUnwrap(DamagedMessage.explanations(of: message, within: budget).first)
    }

    private func misread(_ message: String) -> String {
        message.replacing("\u{EB}", with: "\u{C3}\u{AB}")
    }

    func testADamageToTheContentIsFoundUnderOneToTheLayout() throws {
        let signed = try response("Zo\u{EB}").xml.signing("_assertion")
        let received = misread(try DamagedMessage.indented(signed, by: "  "))
        for budget in [SignatureExplanation.Budget.thorough, .brief] {
            let explanation = try explanation(of: received, within: budget)
            XCTAssertEqual(explanation.likelyCause?.hypothesis, .prettyPrinted)
            XCTAssertEqual(explanation.signedInfo?.cause?.hypothesis, .prettyPrinted)
            XCTAssertNil(explanation.signedInfo?.furtherCause)
            XCTAssertEqual(explanation.reference?.cause?.hypothesis, .prettyPrinted)
            XCTAssertEqual(explanation.reference?.furtherCause?.hypothesis, .reencoded)
            XCTAssertNil(explanation.remainder)
            let sentence = try XCTUnwrap(explanation.sentence)
            XCTAssertTrue(sentence.hasPrefix(Hypothesis.prettyPrinted.explanation), sentence)
            XCTAssertTrue(sentence.hasSuffix(Hypothesis.reencoded.explanation), sentence)
            let original = try XCTUnwrap(explanation.reference?.originalBytes)
            XCTAssertTrue(original.holds(Array(">Zo\u{EB}<".utf8)))
        }
    }

    func testTwoDamagesToTheContentAreFoundWhereOneShows() throws {
        let signed = try response("Zo\u{EB} it's").xml.signing("_assertion")
        let received = misread(signed).replacing("it's", with: "it\u{2019}s")
        let explanation = try explanation(of: received)
        let reference = try XCTUnwrap(explanation.reference)
        XCTAssertEqual(
            Set([reference.cause?.hypothesis, reference.furtherCause?.hypothesis]),
            [.reencoded, .smartQuotes])
        XCTAssertTrue(explanation.isPartial)
        XCTAssertNil(try self.explanation(of: received, within: .brief).likelyCause)
    }

    func testAChangeThatNothingUndoesStaysUnexplainedUnderTheLayout() throws {
        let signed = try response("u-1").xml.signing("_assertion")
        let received = try DamagedMessage.indented(signed, by: "  ")
            .replacing(">u-1<", with: ">u-2<")
        let explanation = try explanation(of: received)
        XCTAssertEqual(explanation.likelyCause?.hypothesis, .prettyPrinted)
        XCTAssertNil(explanation.reference?.cause)
        XCTAssertEqual(explanation.remainder, .content)
    }

    func testPairsOfAChangedMessageStayWithinTheBudget() throws {
        let signed = try response("Zo\u{EB} it's - it").xml.signing("_assertion")
        let received = misread(signed).replacing("it<", with: "that<")
        let unlimited = try explanation(of: received)
        XCTAssertNil(unlimited.likelyCause)
        var single = SignatureExplanation.Budget.thorough
        single.pairByteCount = 0
        let singleCount = try explanation(of: received, within: single).testCount
        XCTAssertGreaterThan(unlimited.testCount, singleCount + 10)
        var limited = SignatureExplanation.Budget.thorough
        limited.testCount = singleCount + 10
        XCTAssertEqual(try explanation(of: received, within: limited).testCount, singleCount + 10)
    }
}
