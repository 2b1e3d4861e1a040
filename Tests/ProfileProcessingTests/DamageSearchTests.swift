import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import SignatureDiagnostics
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Messages that cannot be read are explained, and are rejected all the same.
final class DamageSearchTests: XCTestCase {
    private let path = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"

    private func processor() throws -> ProfileProcessor {
        let metadata = try XML.Document(parsing: Repository.sample("metadata/all-idps.xml"))
        var trust = SAML.TrustStore()
        try trust.trust(SAML.Metadata(metadata.rootElement))
        return ProfileProcessor(
            options: ProfileProcessor.Options(context: .unchecked, trust: trust))
    }

    private func cause(of text: String) throws -> (record: String?, explained: String?) {
        let message = CapturedMessage(bytes: Array(text.utf8))
        let processor = try processor()
        let record = processor.record(of: message)
        XCTAssertEqual(record.outcome, .malformed)
        XCTAssertNotEqual(record.signature.verdict, .valid)
        let explanations = processor.explanations(of: message)
        XCTAssertFalse(explanations.contains { $0.isValid })
        return (record.reasons.first?.likelyCause, explanations.first?.likelyCause?.cause)
    }

    private func sample() throws -> String {
        String(decoding: try Repository.sample(path), as: UTF8.self)
    }

    func testTheCauseOfAnUnreadableMessageIsNamedInRecordsAndExplanations() throws {
        let text = try sample()
        for (damaged, expected) in [
            (text.replacing("\"", with: "\"\""), "csvQuoted"),
            (text.replacing("urn:oasis", with: "urn:\u{200B}oasis"), "invisibleCharacters"),
            (String(text.prefix(2048)), "truncated"),
            (text + "<br>\n", "markupAdded"),
        ] {
            let cause = try cause(of: damaged)
            XCTAssertEqual(cause.record, expected)
            XCTAssertEqual(cause.explained, expected)
        }
    }

    func testACauseOfTheWholeMessageIsThatOfItsSignatures() throws {
        let message = try ResponseFixture().xml.replacing("><", with: ">\n<").signing("_assertion")
        let lines = message.split(separator: "\n").enumerated().map { "\($0 + 1)\t\($1)" }
        let numbered = lines.joined(separator: "\n").drop { $0 != "<" }
        let processor = ProfileProcessor(
            options: ProfileProcessor.Options(
                context: .unchecked, trust: try SignedFixture.trusting()))
        let explanations = processor.explanations(
            of: CapturedMessage(bytes: Array(numbered.utf8)))
        let causes = explanations.map { explanation in
            ExplanationFacts(explanation).answer.first { $0.label == "likely cause" }?.lines.first
        }
        XCTAssertEqual(causes, ["lineNumbersAdded", "that of the message as a whole"])
    }

    func testTwoKindsOfDamageAreUndoneOneAfterTheOther() throws {
        let text = try sample().replacing("\"", with: "\"\"")
            .replacing("<", with: "\u{1B}[34m<\u{1B}[0m")
        XCTAssertNotNil(try cause(of: text).explained)
    }

    func testACharacterLostInBase64IsFound() throws {
        var text = Data(try sample().utf8).base64EncodedString()
        text.remove(at: text.index(text.startIndex, offsetBy: 1777))
        XCTAssertEqual(try cause(of: text).explained, "base64CharacterLost")
    }

    func testWithoutAValidSignatureARepairProvesNothing() throws {
        let text = try sample().replacing("\"", with: "\"\"")
            .replacing("https://idp-one.example/saml", with: "https://other.example/saml")
        let cause = try cause(of: text)
        XCTAssertNil(cause.record)
        XCTAssertNil(cause.explained)
    }

    func testTextBehindAMessageAndBytesThatWereOverwrittenHaveNoWrongCause() throws {
        let text = try sample()
        let place = try XCTUnwrap(text.range(of: "<ds:X509Certificate>"))
        let overwritten =
            text[..<place.upperBound] + String(repeating: "\u{0}", count: 300)
            + text[place.upperBound...].dropFirst(300)
        for damaged in [text + "\n-- \nsent by gateway", String(overwritten)] {
            let posted = Data(damaged.utf8).base64EncodedString()
            XCTAssertNil(try cause(of: posted).explained)
        }
    }

    func testContentThatWasAddedIsNotTakenForDamageOfARepair() throws {
        let end = "</saml:AttributeStatement>"
        let value = "<saml:AttributeValue>q1abcdefghijklmn</saml:AttributeValue>"
        let added = String(repeating: value, count: 5)
        let text = try sample().replacing(
            end, with: "<saml:Attribute Name=\"tokens\">\(added)</saml:Attribute>\(end)")
        let explanations = try processor().explanations(
            of: CapturedMessage(bytes: Array(text.utf8)))
        XCTAssertFalse(explanations.isEmpty)
        XCTAssertEqual(explanations.compactMap { $0.likelyCause?.cause }, ["elementAdded"])
    }

    func testLineBreaksInTwoValuesAreNotALineWidth() throws {
        let name = "captures/02-single-line-assertion-signed-rsa-sha256.xml"
        let text = String(decoding: try Repository.sample(name), as: UTF8.self)
        let damaged = text.replacing("e4da3b7fbbce", with: "e4da3b\n7fbbce")
            .replacing("HH-0048151623", with: "HH-0048\n151623")
        let explanations = try processor().explanations(
            of: CapturedMessage(bytes: Array(damaged.utf8)))
        XCTAssertEqual(explanations.compactMap { $0.likelyCause?.cause }, ["whitespaceChanged"])
        XCTAssertEqual(
            explanations.first?.sentence?.hasSuffix(
                "This is in the attribute uniqueId and the attribute householdID."), true)
    }

    func testASoftLineBreakInOneValueIsQuotedPrintable() throws {
        let name = "captures/02-single-line-assertion-signed-rsa-sha256.xml"
        let text = String(decoding: try Repository.sample(name), as: UTF8.self)
        let explanations = try processor().explanations(
            of: CapturedMessage(bytes: Array(text.replacing("7c9e6679", with: "7c9e=\n6679").utf8)))
        XCTAssertEqual(explanations.first?.likelyCause?.cause, "quotedPrintable")
    }

    func testLinesOfBase64OutOfOrderOrTwiceAreNamedInRecordsAndExplanations() throws {
        let text = Data(try sample().utf8).base64EncodedString()
        let lines = SampleLines.lines(of: text, 1000)
        var swapped = lines
        swapped.swapAt(2, 3)
        var doubled = lines
        doubled.insert(lines[4], at: 4)
        for (damaged, expected) in [
            (swapped, "base64LinesReordered"), (lines.reversed(), "base64LinesReordered"),
            (doubled, "base64LinesDoubled"), (lines.flatMap { [$0, $0] }, "base64LinesDoubled"),
        ] {
            let cause = try cause(of: damaged.joined(separator: "\n"))
            XCTAssertEqual(cause.record, expected)
            XCTAssertEqual(cause.explained, expected)
        }
    }

    func testLinesSwappedInsideASignatureAreFoundByTheSignatureAlone() throws {
        let text = try Repository.sample("captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let lines = SampleLines.lines(of: Data(text).base64EncodedString(), 76)
        let processor = try processor()
        var foundCount = 0
        var invalidCount = 0
        for place in 12..<40 {
            var swapped = lines
            swapped.swapAt(place, place + 1)
            let message = CapturedMessage(bytes: Array(swapped.joined(separator: "\n").utf8))
            // A certificate in the message is not signed.
            guard processor.record(of: message).signature.verdict != .valid else { continue }
            invalidCount += 1
            let cause = processor.explanations(of: message).first?.likelyCause?.cause
            foundCount += cause == "base64LinesReordered" ? 1 : 0
        }
        XCTAssertGreaterThan(invalidCount, 10)
        XCTAssertEqual(foundCount, invalidCount)
    }
}

private enum SampleLines {
    static func lines(of text: String, _ width: Int) -> [String] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count, by: width).map {
            String(digits[$0..<min($0 + width, digits.count)])
        }
    }
}
