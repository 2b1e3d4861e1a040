import Captures
import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore

/// What a flood costs the commands that do more with a message than make a record of it.
///
/// How often a bundle is tried depends on chance: `LinearWorkTests` and `Benchmarks/floods.py` bound it.
final class CommandFloodTests: XCTestCase {
    private func document(_ bytes: [UInt8]) -> XML.Document? { try? XML.Document(parsing: bytes) }

    func testFloodsAreComparedInProportionToTheirSize() throws {
        let excesses = try FloodCost.excesses { bytes in
            let changed = bytes.map { $0 == UInt8(ascii: "1") ? UInt8(ascii: "2") : $0 }
            guard let one = document(bytes), let other = document(changed) else { return }
            _ = MessageDifference(from: one, to: other)
        }
        XCTAssertEqual(excesses, [])
    }

    func testFloodsAreExtractedAndUnwrappedInProportionToTheirSize() throws {
        let excesses = try FloodCost.excesses(from: 4_000) { bytes in
            var reader = CaptureReader(Base64.encoding(bytes), named: "flood.txt")
            while let captured = reader.next() {
                guard let message = try? captured.message(),
                    let envelope = try? EnvelopeDecoder().envelope(from: message)
                else { continue }
                let payload = PayloadEncoder(normalization: .cookbook)
                    .payload(encoding: envelope.xml)
                _ = try? PayloadDecoder().message(decoding: payload.bytes)
            }
        }
        XCTAssertEqual(excesses, [])
    }

    func testFloodsOfQueriesAreJudgedInProportionToTheirSize() throws {
        var options = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust()).options
        options.judgesQueries = true
        let processor = ProfileProcessor(options: options)
        let excesses = try FloodCost.excesses { bytes in
            // A query in a flood is a part of it.
            let text = String(decoding: bytes, as: UTF8.self)
                .replacing("samlp:Response", with: "samlp:AttributeQuery")
            _ = processor.record(of: text).json
            if let root = document(bytes)?.rootElement {
                _ = try? SAML.AttributeQuery(unverified: root)
            }
        }
        XCTAssertEqual(excesses, [])
    }

    func testFloodsOfMetadataAreReadInProportionToTheirSize() throws {
        let excesses = try FloodCost.excesses { bytes in
            guard let root = document(bytes)?.rootElement else { return }
            if let metadata = try? SAML.Metadata(root) {
                var trust = SAML.TrustStore()
                try? trust.trust(metadata)
            }
            let now = SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow)
            let entities = SAML.EntityDescription.all(in: root)
            _ = SAML.MetadataLint.findings(in: entities, isSigned: false, now: now)
        }
        XCTAssertEqual(excesses, [])
    }
}
