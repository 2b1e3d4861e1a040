import Foundation
import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore

/// What a record says of a message beside its conditions.
final class ProfileProcessorTests: XCTestCase {
    private static let first = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"

    func testRequiredAttributesComeInTheOrderAskedFor() throws {
        let processor = ProfileProcessor(
            options: .init(context: .unchecked, requiredAttributes: ["uniqueId", "NameID", "uid"]))
        let record = try processor.record(ofSample: Self.first)
        XCTAssertEqual(record.content.attributes.map(\.name), ["uniqueId", "NameID", "uid"])
        XCTAssertEqual(
            record.content.attributes.flatMap(\.values).map(\.text),
            [
                "e4da3b7fbbce2345d7772b0674a318d5", "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8",
                "7c9e6679f7425a8b",
            ])
        XCTAssertEqual(record.outcome, .unverified)
    }

    func testMissingAttributesAreNamedInTheReason() throws {
        let processor = ProfileProcessor(
            options: .init(context: .unchecked, requiredAttributes: ["uid", "shoeSize", "hat"]))
        let record = try processor.record(ofSample: Self.first)
        XCTAssertEqual(record.missing, ["shoeSize", "hat"])
        XCTAssertEqual(record.reasons.map(\.code), [.missingAttribute])
        XCTAssertEqual(
            record.reasons.first?.message, "The required attributes shoeSize, hat are missing.")
        XCTAssertEqual(record.content.attributes.map(\.name), ["uid"])
    }

    func testOfAFailedResponseNobodyExpectsAttributes() throws {
        let path = "captures/23-status-responder-authn-failed.xml"
        let record = try ProfileProcessor.reference().record(ofSample: path)
        XCTAssertEqual(record.reasons.map(\.code), [.conditions(.statusNotSuccess)])
        XCTAssertEqual(record.missing, SampleOutcome.requiredAttributes)
    }

    func testAnEncryptedAssertionIsToldAndItsAttributesAreNotCalledMissing() throws {
        let path = "captures/14-encrypted-assertion-aes256-gcm-rsa-oaep.xml"
        let record = try ProfileProcessor.reference().record(ofSample: path)
        XCTAssertEqual(record.encrypted, [.assertion])
        XCTAssertEqual(record.reasons.map(\.code), [.noDecryptionKey])
        XCTAssertEqual(record.outcome, .rejected)
    }

    func testAnEncryptedNameAndAttributeAreTold() {
        let record = ProfileProcessor.unchecked.record(
            of: HandmadeMessage.response(
                attributes: "<saml:EncryptedAttribute/>",
                subject: "<saml:Subject><saml:EncryptedID/></saml:Subject>"))
        XCTAssertEqual(record.encrypted, [.nameID, .attribute])
        XCTAssertEqual(record.content.attributes, [])
        XCTAssertNil(record.content.nameID)
    }

    func testThePayloadIsPutInOnlyWhenAskedFor() throws {
        XCTAssertNil(try ProfileProcessor.unchecked.record(ofSample: Self.first).payload)
        for normalization in Normalization.allCases {
            let processor = try ProfileProcessor.reference(
                normalization: normalization, includesPayload: true)
            for row in try SampleOutcome.files() where row.kind != "none" {
                let record = try processor.record(ofSample: row.path)
                let expected = PayloadEncoder(normalization: normalization)
                    .payload(encoding: try Self.text(ofSample: row.path))
                XCTAssertEqual(record.payload, expected.bytes, row.path)
                XCTAssertEqual(record.normalization?.mode, normalization)
            }
        }
    }

    func testAMalformedMessageHasNoPayload() throws {
        let processor = try ProfileProcessor.reference(includesPayload: true)
        for row in try SampleOutcome.files() where row.kind == "none" {
            XCTAssertNil(try processor.record(ofSample: row.path).payload, row.path)
        }
    }

    func testASignatureIsDescribedAndNotCalledValid() throws {
        let record = try ProfileProcessor.unchecked.record(
            ofSample: "captures/07-response-and-assertion-signed-rollover-key.xml")
        XCTAssertEqual(record.signature.verdict, .notChecked)
        XCTAssertEqual(record.signature.signed, [.response, .assertion])
        XCTAssertEqual(
            record.signature.signatureMethod, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")
        XCTAssertEqual(
            record.signature.digestMethod, "http://www.w3.org/2001/04/xmlenc#sha256")
        XCTAssertEqual(
            record.signature.canonicalization, "http://www.w3.org/2001/10/xml-exc-c14n#")
        let unsigned = try ProfileProcessor.unchecked.record(ofSample: "captures/36-unsigned.xml")
        XCTAssertEqual(unsigned.signature, SignatureSummary())
        XCTAssertEqual(unsigned.signature.verdict, .absent)
    }

    func testNoSignatureIsCalledAbsentFromWhatCannotBeRead() throws {
        var found = 0
        for processor in [
            ProfileProcessor.unchecked,
            try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust()),
        ] {
            for row in try SampleOutcome.files() where row.unchecked == "malformed" {
                let record = try processor.record(ofSample: row.path)
                let code = record.reasons.first?.code.rawValue ?? ""
                guard code.hasPrefix("xml.") || code.hasPrefix("envelope.") else { continue }
                found += 1
                XCTAssertEqual(record.signature.verdict, .notChecked, row.path)
            }
        }
        XCTAssertGreaterThan(found, 10)
        // Of two messages in a wrapper neither is read.
        var other = ResponseFixture(assertions: [])
        other.id = "_other"
        let several = try ProfileProcessor.unchecked.record(
            of: ProtocolFixture.soap(SignedFixture.message() + other.xml))
        XCTAssertEqual(several.reasons.map(\.code.rawValue), ["saml.severalMessages"])
        XCTAssertEqual(several.signature.verdict, .notChecked)
        var fixture = ResponseFixture()
        fixture.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Responder"]
        // Of a response in which two elements have one ID the status is read, and no signature.
        fixture.assertions[0].id = fixture.id
        let record = ProfileProcessor.unchecked.record(of: fixture.xml)
        XCTAssertEqual(record.kind, .response)
        XCTAssertEqual(RecordFacts(record).signature, "unknown: the message could not be read")
    }

    func testAQueryIsReadWithWhatItAsksFor() throws {
        let names = [
            "verification-token.xml", "verification-token.b64", "verification-token.redirect",
        ]
        let records = try names.map {
            try ProfileProcessor.reference().record(ofSample: "captures/\($0)")
        }
        for record in records {
            XCTAssertEqual(record.kind, .attributeQuery)
            XCTAssertEqual(record.content.issuer, SampleOutcome.audience)
            XCTAssertEqual(record.content.message?.id, "_3f7c7516d873783a224b690ff171511b")
            XCTAssertEqual(record.conditions.verdict, .notChecked)
            XCTAssertTrue(record.content.attributes.map(\.name).contains("uid"))
            XCTAssertEqual(record.content.attributes, records[0].content.attributes)
        }
        XCTAssertEqual(
            records.map(\.envelope), [[], [.base64], [.form, .base64, .deflate]])
    }

    func testTheSizeIsThatOfTheXMLOrOfTheCaptureWithoutAny() throws {
        let text = HandmadeMessage.response()
        let packed = Data(text.utf8).base64EncodedString()
        XCTAssertEqual(ProfileProcessor.unchecked.record(of: packed).byteCount, text.utf8.count)
        XCTAssertEqual(ProfileProcessor.unchecked.record(of: "no message").byteCount, 10)
    }

    func testLimitsOfTheOptionsAreThoseThatCount() throws {
        var options = ProfileProcessor.Options(context: .unchecked)
        options.envelopeLimits.byteCount = 10
        let tooLarge = ProfileProcessor(options: options).record(of: HandmadeMessage.response())
        XCTAssertEqual(tooLarge.reasons.map(\.code), [.envelope(.tooManyBytes)])
        options = ProfileProcessor.Options(context: .unchecked)
        options.parsingLimits.depth = 2
        let tooDeep = ProfileProcessor(options: options).record(of: HandmadeMessage.response())
        XCTAssertEqual(tooDeep.reasons.map(\.code), [.xml(.tooDeep)])
    }

    /// What an app holds of a sample: the unpacked message as text in UTF-8.
    private static func text(ofSample path: String) throws -> [UInt8] {
        let message = CapturedMessage(bytes: try Repository.sample(path))
        let xml = try EnvelopeDecoder().envelope(from: message).xml
        guard xml.starts(with: [0xFF, 0xFE]) else { return xml }
        let text = try XCTUnwrap(String(data: Data(xml), encoding: .utf16))
        return Array(text.utf8)
    }
}
