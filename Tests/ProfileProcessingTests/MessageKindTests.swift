import Foundation
import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import SignatureDiagnostics
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Records of every kind of message.
final class MessageKindTests: XCTestCase {
    private typealias Fixture = ProtocolFixture

    /// What is verified of something that is no message.
    private static let nothing = ProfileProcessor.unchecked.record(of: "<a/>").verified

    private func processor(
        verifying: Bool = false, _ change: (inout ProfileProcessor.Options) -> Void = { _ in }
    ) throws -> ProfileProcessor {
        var options = ProfileProcessor.Options(
            context: SAML.ProcessingContext(
                now: SAML.Instant(parsing: ResponseFixture.now),
                audience: ResponseFixture.audience),
            requiredAttributes: ["uid"], includesPayload: true)
        if verifying { options.trust = try SignedFixture.trusting() }
        change(&options)
        return ProfileProcessor(options: options)
    }

    func testEveryKindThatIsNotJudgedHasARecordOfItsKindAndNoReason() throws {
        for verifying in [false, true] {
            let processor = try processor(verifying: verifying)
            for (kind, xml) in Fixture.unjudged {
                for (text, steps) in [
                    (xml, []), (Fixture.soap(xml), [.soap]),
                ] as [(String, [MessageEnvelope.Step])] {
                    let record = processor.record(of: text)
                    XCTAssertEqual(record.kind?.rawValue, kind)
                    XCTAssertEqual(record.outcome, .notJudged, kind)
                    XCTAssertEqual(record.reasons, [], kind)
                    XCTAssertEqual(record.envelope, steps, kind)
                    XCTAssertEqual(record.signature.verdict, .absent, kind)
                    XCTAssertEqual(record.verified, Self.nothing, kind)
                    XCTAssertNil(record.normalization, kind)
                    XCTAssertNil(record.payload, kind)
                }
            }
        }
    }

    func testWhatAMessageSaysIsAClaimWhoeverSignedIt() throws {
        let signed = try Fixture.logoutRequest.signing("_message")
        let record = try processor(verifying: true).record(of: signed)
        XCTAssertEqual(record.signature.verdict, .valid)
        XCTAssertEqual(record.signature.signed, [.response])
        XCTAssertEqual(record.verified, Self.nothing)
        let claimed = try XCTUnwrap(record.claimed).unverified
        XCTAssertEqual(claimed.message?.id, "_message")
        XCTAssertEqual(claimed.issuer, ResponseFixture.audience)
        XCTAssertEqual(claimed.notOnOrAfter, SAML.Instant(parsing: "2026-01-15T12:05:00Z"))
        XCTAssertNil(claimed.nameID, "with trusted keys, nothing claimed about anybody is shown")
        let unchecked = try processor().record(of: signed).claimed?.unverified
        XCTAssertEqual(unchecked?.nameID?.value, "subscriber-1")
    }

    func testTheSignatureOfAMessageThatIsNotJudgedIsVerified() throws {
        for (kind, xml) in Fixture.unjudged where kind != "assertion" && kind != "metadata" {
            guard xml.contains("_message") else { continue }
            let signed = try xml.signing("_message")
            let processor = try processor(verifying: true)
            for text in [signed, Fixture.soap(signed)] {
                let record = processor.record(of: text)
                XCTAssertEqual(record.signature.verdict, .valid, kind)
                XCTAssertEqual(record.outcome, .notJudged, kind)
                XCTAssertNotNil(record.signature.keySHA256, kind)
                XCTAssertEqual(record.verified, Self.nothing, kind)
            }
            let changed = processor.record(
                of: try signed.changing("_message\"", to: "_message\" Consent=\"urn:x\""))
            XCTAssertEqual(changed.signature.verdict, .invalid, kind)
            XCTAssertEqual(changed.outcome, .notJudged, kind)
            XCTAssertEqual(changed.reasons, [], kind)
            let unchecked = try self.processor().record(of: signed)
            XCTAssertEqual(unchecked.signature.verdict, .notChecked, kind)
            let stranger = try self.processor(verifying: true) { options in
                options.trust = SAML.TrustStore()
            }.record(of: signed)
            XCTAssertEqual(stranger.signature.verdict, .invalid, kind)
        }
    }

    func testAnAssertionOutsideAResponseIsReadAndNotJudged() throws {
        let record = try processor().record(of: Fixture.assertion.signing("_assertion"))
        XCTAssertEqual(record.kind, .assertion)
        XCTAssertEqual(record.signature.signed, [.assertion])
        let claimed = try XCTUnwrap(record.claimed).unverified
        XCTAssertEqual(claimed.message?.id, "_assertion")
        XCTAssertEqual(claimed.attributes.map(\.name), ["uid", "rating"])
        XCTAssertEqual(claimed.audiences, [ResponseFixture.audience])
        let verifying = try processor(verifying: true).record(of: Fixture.assertion)
        XCTAssertEqual(verifying.claimed?.unverified.attributes, [])
        // Of what is no assertion by the schema there is less to show, and it is not judged either.
        let broken = try Fixture.assertion.changing(
            "</saml:Assertion>", to: "<x/></saml:Assertion>")
        let shown = try processor().record(of: broken)
        XCTAssertEqual(shown.kind, .assertion)
        XCTAssertEqual(shown.outcome, .notJudged)
        XCTAssertEqual(shown.claimed?.unverified.issuer, ResponseFixture.issuer)
        XCTAssertEqual(shown.claimed?.unverified.attributes, [])
    }

    func testAWrapperGivesTheRecordOfTheResponseInIt() throws {
        let response = try SignedFixture.message()
        let processor = try processor(verifying: true)
        let alone = processor.record(of: response)
        XCTAssertEqual(alone.outcome, .accepted)
        for (text, steps) in [
            (Fixture.soap(response), [.soap]),
            (Fixture.artifactResponse(response), [.artifactResponse]),
            (Fixture.soap(Fixture.artifactResponse(response)), [.soap, .artifactResponse]),
        ] as [(String, [MessageEnvelope.Step])] {
            let record = processor.record(of: text)
            XCTAssertEqual(record.kind, .response)
            XCTAssertEqual(record.outcome, .accepted, "\(record.reasons)")
            XCTAssertEqual(record.envelope, steps)
            XCTAssertEqual(record.verified, alone.verified)
            XCTAssertEqual(record.claimed, alone.claimed)
            XCTAssertEqual(record.signature, alone.signature)
            XCTAssertEqual(record.normalization?.preservesSignature, true)
        }
    }

    func testThePayloadOfAWrappedResponseIsTheResponseAlone() throws {
        let text = Fixture.soap(try SignedFixture.message(.both))
        let processor = try processor(verifying: true)
        let payload = try XCTUnwrap(processor.record(of: text).payload)
        let message = try PayloadDecoder().message(decoding: payload)
        let record = processor.record(of: String(decoding: message, as: UTF8.self))
        XCTAssertEqual(record.outcome, .accepted)
        XCTAssertEqual(record.envelope, [])
    }

    func testPositionsAreThoseOfTheDecodedXML() throws {
        let response = try SignedFixture.message().changing("subscriber-1", to: "admin")
        let text = Fixture.soap("\n  " + response)
        let position = try XCTUnwrap(
            processor(verifying: true).record(of: text).reasons.first?.position)
        let assertion = try XCTUnwrap(response.firstRange(of: "<saml:Assertion")).lowerBound
        XCTAssertEqual(position.line, 2)
        XCTAssertEqual(position.column, 2 + response[..<assertion].utf8.count + 1)
    }

    func testASignatureOfAWrapperThatDoesNotHoldRejectsAndSaysWhoseItIs() throws {
        let wrapped = Fixture.artifactResponse(try SignedFixture.message())
        let signed = try wrapped.signing("_resolved")
        let processor = try processor(verifying: true)
        let good = processor.record(of: signed)
        XCTAssertEqual(good.outcome, .accepted, "\(good.reasons)")
        // It makes nothing in it trusted, so it is none of what was signed.
        XCTAssertEqual(good.signature.signed, [.assertion])
        for (text, code) in [
            (try wrapped.signing("_resolved", by: SignedFixture.stranger), .signatureMismatch),
            (try signed.changing("_resolve\"", to: "_other\""), .digestMismatch),
        ] as [(String, VerificationFailure.Code)] {
            for text in [text, Fixture.soap(text)] {
                let record = processor.record(of: text)
                XCTAssertEqual(record.outcome, .rejected)
                XCTAssertEqual(record.reasons.map(\.code), [.signature(code)])
                XCTAssertEqual(
                    record.reasons.first?.message.contains("(ArtifactResponse)"), true)
                XCTAssertEqual(record.signature.verdict, .invalid)
                XCTAssertEqual(record.verified, Self.nothing)
                let explanations = processor.explanations(
                    of: CapturedMessage(bytes: Array(text.utf8)))
                XCTAssertEqual(
                    explanations.map(\.elementName.localName), ["ArtifactResponse", "Assertion"])
                XCTAssertEqual(explanations.map { $0.failure?.code }, [code, nil])
            }
        }
    }

    func testWithoutADecryptionKeyTheSignatureOfAWrapperIsVerifiedAllTheSame() throws {
        let plain = ResponseFixture().xml
        let assertion = try plain.part("saml:Assertion")
        let encrypted = try plain.changing(
            assertion,
            to: EncryptedFixture().container(
                "saml:EncryptedAssertion", saying: Array(assertion.utf8)))
        let forged = try Fixture.artifactResponse(encrypted)
            .signing("_resolved", by: SignedFixture.stranger)
        let record = try processor(verifying: true).record(of: forged)
        XCTAssertEqual(record.reasons.map(\.code), [.signature(.signatureMismatch)])
        XCTAssertEqual(record.signature.verdict, .invalid)
    }

    func testAWrapperThatMayCarryAnotherMessageIsMalformedByName() throws {
        let response = try SignedFixture.message()
        var other = ResponseFixture(assertions: [])
        other.id = "_other"
        for (text, code) in [
            (Fixture.soap(response + other.xml), .severalMessages),
            (Fixture.soap(response, header: other.xml), .messageInHeader),
            (Fixture.soap(""), .emptyWrapper),
        ] as [(String, SAML.StructureError.Code)] {
            let record = try processor(verifying: true).record(of: text)
            XCTAssertEqual(record.outcome, .malformed)
            XCTAssertEqual(record.reasons.map(\.code), [.saml(code)])
            XCTAssertNil(record.kind)
        }
    }

    func testAWrappedQueryIsJudgedWhereSomebodyAsks() throws {
        let token = String(
            decoding: try Repository.sample("captures/verification-token.xml"), as: UTF8.self)
        let query = token[try XCTUnwrap(token.firstRange(of: "<samlp:")).lowerBound...]
        var options = ProfileProcessor.Options(
            context: SAML.ProcessingContext(
                now: SAML.Instant(parsing: SampleOutcome.now), audience: nil),
            trust: try ProfileProcessor.sampleTrust())
        let text = Fixture.soap(String(query))
        XCTAssertEqual(ProfileProcessor(options: options).record(of: text).outcome, .notJudged)
        options.judgesQueries = true
        let record = ProfileProcessor(options: options).record(of: text)
        XCTAssertEqual(record.outcome, .accepted, "\(record.reasons)")
        XCTAssertEqual(record.signature.verdict, .valid)
    }

    func testADecryptedResponseInAWrapperIsVerifiedWhereItStands() throws {
        let plain = try SignedFixture.message()
        let assertion = try plain.part("saml:Assertion")
        let encrypted = try plain.changing(
            assertion,
            to: EncryptedFixture().container(
                "saml:EncryptedAssertion", saying: Array(assertion.utf8)))
        let keys = [try DecryptionKey(pemEncoded: ReceiverKeys.first.pem())]
        let processor = try processor(verifying: true) { $0.decryptor = Decryptor(keys: keys) }
        let alone = processor.record(of: encrypted)
        XCTAssertEqual(alone.outcome, .accepted, "\(alone.reasons)")
        let record = processor.record(of: Fixture.soap(encrypted))
        XCTAssertEqual(record.outcome, .accepted, "\(record.reasons)")
        XCTAssertEqual(record.verified, alone.verified)
    }

    func testRedactionReachesEveryKind() throws {
        let redaction = try Redaction(key: Array(1...32))
        let processor = try processor { $0.redaction = redaction }
        for text in [Fixture.logoutRequest, Fixture.assertion] {
            let json = String(decoding: processor.record(of: text).json, as: UTF8.self)
            XCTAssertFalse(json.contains("subscriber-1"), json)
            XCTAssertTrue(json.contains(redaction.replacement(for: "subscriber-1")), json)
        }
    }

    func testRecordsOfEveryKindFitTheSchema() throws {
        let file = Repository.root.appending(path: "Documentation/record.schema.json")
        let schema = JSONSchema(try JSONTree(parsing: Data(contentsOf: file)))
        let processor = try processor()
        for (kind, xml) in Fixture.unjudged {
            for text in [xml, Fixture.soap(xml)] {
                let record = try JSONTree(parsing: processor.record(of: text).json)
                XCTAssertEqual(schema.problems(of: record), [], kind)
            }
        }
    }

    func testRecordsNameEveryKindAsItsMessageDoes() {
        XCTAssertEqual(
            SAML.MessageKind.allCases.compactMap { ProfileRecord.Kind(rawValue: $0.rawValue) },
            Array(ProfileRecord.Kind.allCases))
    }
}
