import Captures
import Foundation
import PayloadCoding
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest

@testable import ProfileProcessing

/// Messages that programs wrote again have the cause that shows, with the name of the program where only one writes so.
final class RewrittenMessageTests: XCTestCase {
    /// What Python makes of documents with an expression of `text`.
    private func written(_ texts: [String], by expression: String) throws -> [String] {
        let program = """
            import json, sys, xml.etree.ElementTree as tree
            from xml.dom import minidom
            json.dump([\(expression) for text in json.load(sys.stdin)], sys.stdout)
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        let folder = try scratchFolder()
        let input = try folder.write(JSONEncoder().encode(texts), to: "input.json")
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
        return try JSONDecoder().decode([String].self, from: data)
    }

    /// One message of each issuer of the sample, with a valid signature.
    private func messages(_ processor: ProfileProcessor) throws -> [String: String] {
        var reader = CaptureReader(paths: [Repository.samplePath(SampleOutcome.subscribers)])
        var messages: [String: String] = [:]
        while messages.count < 5, let captured = reader.next() {
            guard let message = try? captured.message() else { continue }
            let record = processor.record(of: message)
            guard record.signature.verdict == .valid, let issuer = record.groupingIssuer,
                let xml = try? EnvelopeDecoder().envelope(from: message).xml
            else { continue }
            messages[issuer] = String(decoding: xml, as: UTF8.self)
        }
        XCTAssertEqual(messages.count, 5)
        return messages
    }

    private func processor() throws -> ProfileProcessor {
        ProfileProcessor(
            options: ProfileProcessor.Options(
                context: .unchecked, trust: try ProfileProcessor.sampleTrust()))
    }

    /// The message of the first issuer.
    private func message() throws -> String {
        try XCTUnwrap(messages(processor()).min { $0.key < $1.key }?.value)
    }

    private func assertCause(
        _ expected: String, namedIn sentence: String?, by expression: String,
        line: UInt = #line
    ) throws {
        let processor = try processor()
        let messages = try messages(processor).sorted { $0.key < $1.key }
        let texts = try written(messages.map(\.value), by: expression)
        for (text, (issuer, _)) in zip(texts, messages) {
            var reader = CaptureReader(Array(text.utf8), named: "message.xml")
            var memory = CauseMemory()
            let record = processor.record(
                of: try XCTUnwrap(reader.next()), remembering: &memory)
            let reason = try XCTUnwrap(record.reasons.first, issuer, line: line)
            XCTAssertEqual(reason.likelyCause, expected, issuer, line: line)
            if let sentence {
                XCTAssertTrue(
                    reason.sentence?.contains(sentence) ?? false,
                    "\(issuer): \(String(describing: reason.sentence))", line: line)
            }
        }
    }

    func testElementTreeRenamesPrefixesWhereverTheyWereDeclared() throws {
        try assertCause(
            "prefixesRenamed", namedIn: "Python's ElementTree wrote this message again.",
            by: "tree.tostring(tree.fromstring(text), encoding='unicode')")
    }

    func testMinidomIndentsWhatIsIndentedAlready() throws {
        try assertCause(
            "prettyPrinted", namedIn: nil,
            by: "minidom.parseString(text.encode()).toprettyxml()")
    }

    private func reason(of bytes: [UInt8]) throws -> Reason {
        let processor = try processor()
        var memory = CauseMemory()
        let record = processor.record(
            of: CapturedMessage(bytes: bytes), remembering: &memory)
        return try XCTUnwrap(record.reasons.first)
    }

    func testGoDropsPrefixes() throws {
        for name in ["indented", "one-line", "default-namespaces"] {
            let file = Repository.root.appending(path: "Tests/Damages/go/\(name).xml")
            let reason = try reason(of: Array(Data(contentsOf: file)))
            XCTAssertEqual(reason.likelyCause, "prefixesRenamed", name)
            XCTAssertEqual(
                reason.sentence?.hasSuffix("Go's encoding/xml wrote this message again."), true,
                "\(name): \(reason.sentence ?? "")")
        }
    }

    func testAddressesThatBecameLinksOrHarmlessAreSaidToBe() throws {
        let message = try message()
        let cases: [(cause: String, change: (String) -> String)] = [
            ("markupAdded", { $0.replacing(/>(https:[^<]*)</) { "><\($0.output.1)><" } }),
            (
                "markupAdded",
                { $0.replacing(/>(https:[^<]*)</) { ">[\($0.output.1)](\($0.output.1))<" } }
            ),
            (
                "markupAdded",
                {
                    $0.replacing(/>(https:[^<]*)</) {
                        "><a href=\"\($0.output.1)\">\($0.output.1)</a><"
                    }
                }
            ),
            ("hostReplaced", { $0.replacing(">https:", with: ">hxxps:") }),
            (
                "hostReplaced",
                {
                    $0.replacing(/>(https:[^<]*)</) {
                        ">\($0.output.1.replacing(".", with: "[.]"))<"
                    }
                }
            ),
        ]
        for (cause, change) in cases {
            let damaged = change(message)
            XCTAssertNotEqual(damaged, message)
            let reason = try reason(of: Array(damaged.utf8))
            XCTAssertEqual(reason.likelyCause, cause, damaged.prefix(700).description)
        }
    }

    func testATimeThatIsNoneOfSAMLIsSaidToBeRewritten() throws {
        let message = try message()
        let damaged = message.replacing(/(\d\d\d\d-\d\d-\d\d)T(\d\d:)/) {
            "\($0.output.1) \($0.output.2)"
        }
        let reason = try reason(of: Array(damaged.utf8))
        XCTAssertEqual(reason.code.rawValue, "saml.invalidValue")
        XCTAssertEqual(reason.likelyCause, "timesRewritten")
    }

    func testEncodingRepairsWhatReadingTheNormalizedMessageSaysThatItRepairs() throws {
        let processor = try processor()
        var repairedCount = 0
        for (issuer, message) in try messages(processor) {
            let changes: [(String, (String) -> String)] = [
                ("lines between tags", { $0.replacing("><", with: ">\n<") }),
                ("indented", { $0.replacing("><", with: ">\n  <") }),
                ("joined", { $0.replacing("\n", with: "") }),
                ("a reference", { $0.replacing("</", with: "&#10;</", maxReplacements: 9) }),
                ("decomposed", { $0.decomposedStringWithCanonicalMapping }),
                (
                    "decomposed in lines",
                    {
                        $0.decomposedStringWithCanonicalMapping.replacing("><", with: ">\n<")
                    }
                ),
                ("a value", { $0.replacing("AttributeValue>", with: "AttributeValue>q7") }),
                (
                    "a prefix",
                    { $0.replacing("saml:", with: "a:").replacing(":saml=", with: ":a=") }
                ),
            ]
            for (name, change) in changes where change(message) != message {
                let bytes = Array(change(message).utf8)
                let record = processor.record(of: CapturedMessage(bytes: bytes))
                guard record.signature.verdict == .invalid else { continue }
                let payload = PayloadEncoder().payload(encoding: bytes)
                let isRepaired = processor.isRepaired(bytes, asNormalized: payload.normalized)
                XCTAssertEqual(
                    record.normalization?.warnings.contains(.signatureRepaired), isRepaired,
                    "\(issuer), \(name)")
                repairedCount += isRepaired ? 1 : 0
            }
        }
        XCTAssertGreaterThan(repairedCount, 2)
    }

    func testWhatARepairBreaksAndMendsIsNoCause() throws {
        let processor = try processor()
        for (issuer, message) in try messages(processor) {
            let damaged = message.replacing(/X509Certificate>[^<]+</) { _ in "X509Certificate>AAAA<"
            }
            XCTAssertNotEqual(damaged, message)
            let message = CapturedMessage(bytes: Array(damaged.utf8))
            var memory = CauseMemory()
            let record = processor.record(of: message, remembering: &memory)
            XCTAssertNil(record.reasons.first?.likelyCause, issuer)
        }
    }
}
