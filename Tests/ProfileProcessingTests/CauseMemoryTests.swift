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
        _ texts: [String], _ processor: ProfileProcessor, _ memory: inout CauseMemory,
        from start: Int = 0
    ) -> [ProfileRecord] {
        texts.enumerated().map { number, text in
            processor.record(
                of: CapturedMessage(bytes: Array(text.utf8)), index: start + number,
                remembering: &memory)
        }
    }

    /// Entries beyond the start of a window.
    private let further = 1000

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
        let records = records(
            (0..<6).map { changed(text, $0) }, processor, &memory, from: further)
        XCTAssertEqual(
            records.map { $0.reasons.first?.likelyCause }, Array(repeating: nil, count: 6))
        let isBrief = records.map { $0.reasons.first?.isSearchedBriefly == true }
        XCTAssertEqual(
            isBrief.firstIndex(of: true), CauseMemory.mostOfForm, "\(isBrief)")
        XCTAssertEqual(memory.briefCount, isBrief.count { $0 })
        let json = String(decoding: try XCTUnwrap(records.last).json, as: UTF8.self)
        XCTAssertTrue(json.contains("\"searchedBriefly\":true"), json)
    }

    func testASmallSetIsSearchedAsEachOfItsMessagesIs() throws {
        let processor = try processor()
        let text = try messages(processor)[0]
        // Nothing but values tells these messages apart.
        let inVain = (0..<6).map { changed(text, $0) }
        let found = text.replacing(/(AttributeValue[^>]*>)([^<]+)/) { "\($0.output.0)," }
        var memory = CauseMemory()
        let records = records(inVain + [found], processor, &memory)
        XCTAssertEqual(records.last?.reasons.first?.likelyCause, "quotesAdded")
        XCTAssertEqual(memory.briefCount, 0)
    }

    func testManyCausesInAWindowKeepTheSearchThorough() throws {
        let processor = try processor()
        let text = try messages(processor)[0]
        let changes: [(String) -> String] =
            damages.map(\.change) + [
                { $0.replacing("><", with: "> <") }, { $0.replacing("\n", with: "\r\n\r\n") },
                { $0.replacing("AttributeValue>", with: "AttributeValue> ") },
                { $0.lowercased() }, { String($0.dropLast(100)) },
                { $0.replacing(/(AttributeValue[^>]*>)([^<]+)/) { "\($0.output.1)***" } },
                { $0.replacing(/DigestValue>./) { "\($0.output.dropLast())_" } },
                { $0.replacing("rsa-sha256", with: "rsa-sha1") },
                { $0.replacing(/(AttributeValue[^>]*>)([^<]+)/) { "\($0.output.0)," } },
                { $0.replacing(/NameFormat="[^"]*"/) { _ in "" } },
                { $0.replacing("</", with: "\u{200B}</") }, { $0.replacing("-", with: "\u{2011}") },
                {
                    $0.replacing(/(<(?:\w+:)?NameID[^>]*>)([^<]+)/) {
                        "\($0.output.1)<b>\($0.output.2)</b>"
                    }
                },
            ]
        func briefCount(after others: [String]) -> Int {
            var memory = CauseMemory()
            let inVain = (0..<6).map { changed(text, $0) }
            _ = records(others + inVain, processor, &memory, from: further)
            return memory.briefCount
        }
        XCTAssertEqual(briefCount(after: []), 6 - CauseMemory.mostOfForm)
        XCTAssertEqual(briefCount(after: changes.map { $0(text) }), 0)
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
