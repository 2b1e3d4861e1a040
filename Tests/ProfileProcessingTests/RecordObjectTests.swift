import PayloadCoding
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import WireText
import XCTest
import XMLCore
import XMLSecurity

@testable import ProfileProcessing

/// That the fast way to write a record writes what its fields say, byte for byte.
final class RecordObjectTests: XCTestCase, ReachesUnsafeCode {
    func testEverySampleIsWrittenAsItsFieldsSay() throws {
        let trust = try ProfileProcessor.sampleTrust()
        let processors: [ProfileProcessor] = [
            .unchecked, try .reference(includesPayload: true),
            try .reference(includesPayload: true, trust: trust),
            try .reference(normalization: .signatureSafe, trust: trust),
        ]
        var outcomes: Set<ProfileRecord.Outcome> = []
        for row in try SampleOutcome.files() {
            for processor in processors {
                let record = try processor.record(ofSample: row.path)
                assertSame(record, row.path)
                outcomes.insert(record.outcome)
            }
        }
        XCTAssertEqual(outcomes, [.accepted, .unverified, .rejected, .malformed, .notJudged])
    }

    func testWhateverFieldsARecordHasItIsWrittenAsTheySay() throws {
        var generator = SeededGenerator("records with any of their fields")
        let samples = try [
            "captures/05-saml2-prefixes-response-signed-rsa-sha256.xml",
            "captures/21-nil-empty-nested-attribute-values.xml",
            "captures/20-non-ascii-attribute-values.xml",
        ].map { path in
            try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
                .record(ofSample: path)
        }
        var lines: Set<[UInt8]> = []
        for number in 0..<2000 {
            let sample = samples[number % samples.count]
            let record = Self.record(with: sample, using: &generator)
            assertSame(record, "record \(number)")
            lines.insert(record.json)
        }
        XCTAssertGreaterThan(lines.count, 1900)
    }

    private func assertSame(
        _ record: ProfileRecord, _ name: String, line: UInt = #line
    ) {
        var output: [UInt8] = [0x2A]
        record.appendJSON(to: &output)
        XCTAssertEqual(
            String(decoding: output, as: UTF8.self),
            "*" + String(decoding: record.jsonValue().bytes, as: UTF8.self), name, line: line)
    }

    /// A record in which each field is one of a sample, absent or empty.
    private static func record(
        with sample: ProfileRecord, using generator: inout SeededGenerator
    ) -> ProfileRecord {
        func perhaps<Value>(_ value: Value?) -> Value? {
            Bool.random(using: &generator) ? value : nil
        }
        let texts = ["", "a", "\"\\\u{85}\u{2028}", String(repeating: "é漢😀", count: 40)]
        func text() -> String { texts.randomElement(using: &generator) ?? "" }
        func content(_ given: MessageContent) -> MessageContent {
            var content = MessageContent()
            content.message = perhaps(
                MessageSummary(
                    id: perhaps(text()), inResponseTo: perhaps(text()),
                    issueInstant: perhaps(SAML.Instant(secondsSinceEpoch: 1_768_000_000)),
                    destination: perhaps(text()), status: perhaps(text())))
            content.issuer = perhaps(text())
            content.notBefore = perhaps(given.notBefore)
            content.notOnOrAfter = perhaps(given.notOnOrAfter)
            content.audiences = perhaps([text(), text()]) ?? []
            content.nameID = perhaps(given.nameID)
            content.attributes = perhaps(given.attributes) ?? []
            if let only = content.attributes.first, Bool.random(using: &generator) {
                content.attributes = [only, only.withoutValues]
            }
            content.otherAttributes = perhaps(perhaps([text()]) ?? [])
            return content
        }
        let given = sample.claimed?.unverified ?? sample.verified
        var source = MessageSource(
            file: perhaps(text()), entry: perhaps(3), line: perhaps(7), time: perhaps(text()),
            host: perhaps(text()))
        source.part = perhaps(.location)
        source.alsoAt = perhaps([MessagePlace(entry: 1, part: .url), MessagePlace(line: 2)]) ?? []
        var record = ProfileRecord(
            index: Int.random(in: 0..<1_000_000_000, using: &generator), source: source,
            byteCount: Int.random(in: 0...Int.max, using: &generator))
        record.kind = perhaps(.response)
        record.isJudged = Bool.random(using: &generator)
        record.reasons =
            perhaps([
                Reason(
                    .signature(.digestMismatch), message: text(),
                    position: perhaps(.init(line: 1, column: 9)), likelyCause: perhaps(text()))
            ]) ?? []
        record.notes = perhaps([Note("quotes", text(), at: .init(line: 1, column: 9))]) ?? []
        record.envelope = perhaps([.base64, .percentEncoding]) ?? []
        record.verified = content(given)
        record.claimed = perhaps(SAML.Claimed(content(given)))
        record.signature = perhaps(sample.signature) ?? SignatureSummary()
        record.encrypted = perhaps([.assertion, .nameID]) ?? []
        record.encryption = perhaps(EncryptionSummary(SAML.Encryption()))
        record.conditions = perhaps(sample.conditions) ?? ConditionsSummary()
        record.missing = perhaps([text(), text()]) ?? []
        record.normalization = perhaps(sample.normalization)
        record.entryCount = perhaps(2)
        record.payload = perhaps(Array("PHNhbWw%2B".utf8))
        return record
    }
}
