import Captures
import Foundation
import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest

/// Messages of a run whose causes are found with what is known of those before them.
final class CauseMemoryTests: XCTestCase {
    private func processor() throws -> ProfileProcessor {
        ProfileProcessor(
            options: ProfileProcessor.Options(
                context: .unchecked, trust: try ProfileProcessor.sampleTrust()))
    }

    /// The texts of messages with a valid signature, of every issuer and layout.
    private func messages(_ processor: ProfileProcessor) throws -> [String] {
        var reader = CaptureReader(paths: [Repository.samplePath(SampleOutcome.subscribers)])
        var messages: [String] = []
        while messages.count < 12, let captured = reader.next() {
            guard captured.index.isMultiple(of: 7), let message = try? captured.message(),
                processor.record(of: message).signature.verdict == .valid,
                let xml = try? EnvelopeDecoder().envelope(from: message).xml
            else { continue }
            messages.append(String(decoding: xml, as: UTF8.self))
        }
        XCTAssertEqual(messages.count, 12)
        return messages
    }

    private func records(
        _ texts: [String], _ processor: ProfileProcessor, _ memory: inout CauseMemory
    ) -> [ProfileRecord] {
        texts.compactMap { text in
            var reader = CaptureReader(Array(text.utf8), named: "message.xml")
            return reader.next().map { processor.record(of: $0, remembering: &memory) }
        }
    }

    /// A message with other values, which nothing explains.
    private func changed(_ text: String, _ number: Int) -> String {
        text.replacing(/<\/(\w+:)?AttributeValue>/) { "q\(number)z\($0.output.0)" }
    }

    /// What a pipeline does to each of its messages.
    private let damages: [(name: String, change: (String) -> String)] = [
        ("tags on lines of their own", { $0.replacing("><", with: ">\n<") }),
        ("plain http", { $0.replacing("https://", with: "http://") }),
        ("decomposed letters", { $0.decomposedStringWithCanonicalMapping }),
        ("types dropped", { $0.replacing(" xsi:type=\"xs:string\"", with: "") }),
        ("milliseconds", { $0.replacing(/([0-9])Z"/) { "\($0.output.1).000Z\"" } }),
    ]

    func testMessagesThatWereBrokenAlikeHaveTheCauseThatEachHasByItself() throws {
        let processor = try processor()
        let messages = try messages(processor)
        for (name, change) in damages {
            var shared = CauseMemory()
            let together = records(messages.map(change), processor, &shared)
            var named = 0
            for (text, record) in zip(messages.map(change), together) {
                var alone = CauseMemory()
                let expected = records([text], processor, &alone)[0].reasons
                XCTAssertEqual(
                    record.reasons.map(\.likelyCause), expected.map(\.likelyCause), name)
                XCTAssertEqual(record.reasons.map(\.statement), expected.map(\.statement), name)
                if record.reasons.first?.likelyCause != nil { named += 1 }
            }
            XCTAssertGreaterThan(named, 0, name)
        }
    }

    func testAFormThatWasSearchedInVainIsSearchedBrieflyAndSaysSo() throws {
        let processor = try processor()
        let text = try messages(processor)[0]
        var memory = CauseMemory()
        let records = records((0..<6).map { changed(text, $0) }, processor, &memory)
        XCTAssertEqual(
            records.map { $0.reasons.first?.likelyCause }, Array(repeating: nil, count: 6))
        let isBrief = records.map { $0.reasons.first?.isSearchedBriefly == true }
        XCTAssertEqual(
            isBrief.firstIndex(of: true), CauseMemory.mostOfForm, "\(isBrief)")
        XCTAssertEqual(memory.briefCount, isBrief.count { $0 })
        let json = String(decoding: try XCTUnwrap(records.last).json, as: UTF8.self)
        XCTAssertTrue(json.contains("\"searchedBriefly\":true"), json)
    }

    func testMessagesOfOtherFormsAreSearchedAllTheSame() throws {
        let processor = try processor()
        let messages = try messages(processor)
        var memory = CauseMemory()
        _ = records(messages.map { changed($0, 1) }, processor, &memory)
        for (name, change) in damages {
            let text = try XCTUnwrap(
                messages.lazy.map(change).first { text in
                    !messages.contains { $0.utf8.elementsEqual(text.utf8) }
                },
                name)
            var alone = CauseMemory()
            XCTAssertEqual(
                records([text], processor, &memory)[0].reasons.map(\.likelyCause),
                records([text], processor, &alone)[0].reasons.map(\.likelyCause), name)
        }
    }
}
