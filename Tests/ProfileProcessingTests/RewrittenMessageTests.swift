import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest

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

    private func assertCause(
        _ expected: String, namedIn sentence: String?, by expression: String,
        line: UInt = #line
    ) throws {
        let processor = ProfileProcessor(
            options: ProfileProcessor.Options(
                context: .unchecked, trust: try ProfileProcessor.sampleTrust()))
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
}
