import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

final class ReasonTests: XCTestCase {
    func testNoTwoReasonsShareACode() {
        let codes = ReasonCode.all.map(\.rawValue)
        XCTAssertEqual(Set(codes).count, codes.count)
        let layers =
            CaptureError.Code.allCases.count + EnvelopeError.Code.allCases.count
            + XML.ParsingError.Code.allCases.count + SAML.StructureError.Code.allCases.count
            + VerificationFailure.Code.allCases.count + DecryptionFailure.Code.allCases.count
            + SAML.ConditionsFailure.allCases.count
        XCTAssertEqual(codes.count, layers + 2)
    }

    func testACodeNamesItsLayerAndTheLayersOwnCode() {
        XCTAssertEqual(ReasonCode.capture(.inputTooLarge).rawValue, "capture.inputTooLarge")
        XCTAssertEqual(ReasonCode.envelope(.invalidBase64).rawValue, "envelope.invalidBase64")
        XCTAssertEqual(ReasonCode.xml(.tooDeep).rawValue, "xml.tooDeep")
        XCTAssertEqual(ReasonCode.saml(.repeatedElement).rawValue, "saml.repeatedElement")
        XCTAssertEqual(ReasonCode.conditions(.expired).description, "conditions.expired")
    }

    func testAStructureReasonTellsWhereTheElementBegins() throws {
        let text = HandmadeMessage.response(body: "\n  <saml:Subject/>")
        let reason = try XCTUnwrap(ProfileProcessor.unchecked.record(of: text).reasons.first)
        XCTAssertEqual(reason.code, .saml(.unexpectedElement))
        XCTAssertEqual(reason.position, XML.SourcePosition(line: 2, column: 3))
    }

    func testAReasonOfTheParserTellsWhereItStopped() throws {
        let record = ProfileProcessor.unchecked.record(of: "<a>\n<b>\n</a>")
        let reason = try XCTUnwrap(record.reasons.first)
        XCTAssertEqual(reason.code, .xml(.notWellFormed))
        XCTAssertEqual(reason.position?.line, 3)
    }

    func testPositionsCountLinesOfTheDecodedXMLAndNotOfItsPacking() throws {
        let text = HandmadeMessage.response(body: "\n\n <saml:Subject/>")
        let packed = Data(text.utf8).base64EncodedString(options: .lineLength64Characters)
        let record = ProfileProcessor.unchecked.record(of: packed)
        XCTAssertEqual(record.envelope, [.base64])
        let position = try XCTUnwrap(record.reasons.first).position
        XCTAssertEqual(position, XML.SourcePosition(line: 3, column: 2))
    }

    func testEveryReasonOfARecordHasASentence() throws {
        let trusting = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
        let pretty = try Repository.sample(
            "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        let collapsed = String(decoding: pretty, as: UTF8.self)
            .replacing(/>\s+</) { _ in "><" }
        let records = [
            ProfileProcessor.unchecked.record(of: "<a>"), trusting.record(of: collapsed),
            trusting.record(of: HandmadeMessage.response()),
        ]
        for record in records {
            let reasons = try XCTUnwrap(JSONTree(parsing: record.json)["reasons"]?.elements)
            XCTAssertFalse(reasons.isEmpty)
            for reason in reasons {
                XCTAssertFalse(try XCTUnwrap(reason["sentence"]?.string).isEmpty)
            }
        }
        let damaged = try XCTUnwrap(records[1].reasons.first)
        XCTAssertNotNil(damaged.likelyCause)
        XCTAssertNotEqual(damaged.statement, damaged.message, "the cause, not the symptom")
    }

    func testAReasonOfThePackingHasNoPositionInTheXML() throws {
        let record = ProfileProcessor.unchecked.record(of: "PGE+\u{7F}")
        XCTAssertEqual(record.reasons.map(\.code), [.envelope(.invalidBase64)])
        XCTAssertNil(record.reasons.first?.position)
    }

    func testReasonsQuoteNothingOfTheMessage() throws {
        let secret = "subscriber-4711"
        let texts = [
            "<a>\(secret)", "<a b='\(secret)' b=''/>", secret,
            HandmadeMessage.response(body: secret),
            HandmadeMessage.response(issuer: secret).replacing(
                "</saml:Issuer><saml:A", with: "<b/></saml:Issuer><saml:A"),
            HandmadeMessage.response(conditions: "<saml:Conditions NotBefore=\"\(secret)\"/>"),
        ]
        for text in texts {
            let record = ProfileProcessor.unchecked.record(of: text)
            XCTAssertEqual(record.outcome, .malformed, text)
            for reason in record.reasons {
                XCTAssertFalse(reason.message.contains(secret), reason.message)
            }
        }
    }
}
