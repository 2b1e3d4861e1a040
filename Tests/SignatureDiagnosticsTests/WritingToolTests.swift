import Foundation
import TestSupport
import XCTest

@testable import SignatureDiagnostics

/// Programs that wrote a message again are named by how they write, and only where no other writes so.
final class WritingToolTests: XCTestCase {
    private struct Case: Decodable {
        let id: String
        let producer: String
        let message: Data
    }

    /// What programs made of messages: the corpus of damages has their output, with the command that wrote it.
    private func outputs() throws -> [(producer: String, id: String, bytes: [UInt8])] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let corpus = Repository.root.appending(path: "Tests/Damages/corpus.ndjson.gz")
        process.arguments = ["gzip", "-dc", corpus.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try data.split(separator: UInt8(ascii: "\n")).map {
            let one = try JSONDecoder().decode(Case.self, from: Data($0))
            return (one.producer, one.id, Array(one.message))
        }
    }

    /// The beginning of what the corpus says of a producer.
    private static let producers: [(String, WritingTool)] = [
        ("Python 3.11 xml.etree.ElementTree", .elementTree),
        ("Python 3.11 xml.dom.minidom toprettyxml", .minidom), ("xmllint 20914 --format", .libxml2),
        ("lxml 6.1.3 pretty_print", .libxml2), ("php 8.2.36", .libxml2),
        ("xmlstarlet 1.6.1 fo", .libxml2), ("OpenJDK 17.0.15 Transformer", .java),
        ("mono 6.8.0.105 XmlDocument.Save", .dotNet), ("mono 6.8.0.105 XDocument.Save", .dotNet),
    ]

    /// What another program can write, too: without a declaration, with that of Java, or with a layout of two programs.
    private static let ofSeveral: Set = [
        "pretty-elementtree", "pretty-lxml", "pretty-response-lxml", "pretty-java",
        "pretty-twice-java", "pretty-twice-minidom",
    ]

    func testWhatEachProgramWroteIsKnown() throws {
        var known = 0
        for (producer, id, bytes) in try outputs() {
            guard let (_, tool) = Self.producers.first(where: { producer.hasPrefix($0.0) }),
                ["pretty", "reindented", "prefixes"].contains(where: id.hasPrefix)
            else { continue }
            let damage: SignatureExplanation.Hypothesis =
                id.hasPrefix("prefixes") ? .prefixesRenamed : .prettyPrinted
            let found = WritingTool(of: bytes, after: damage)
            if Self.ofSeveral.contains(id) {
                XCTAssertNil(found, id)
            } else {
                XCTAssertEqual(found, tool, id)
                known += 1
            }
        }
        XCTAssertGreaterThanOrEqual(known, 14)
    }

    func testALayoutThatDidNotChangeNamesNoProgram() throws {
        let message = "<?xml version=\"1.0\"?>\n" + (try DamagedMessage.sample(Self.indented))
        XCTAssertEqual(WritingTool(of: Array(message.utf8), after: .prettyPrinted), .libxml2)
        XCTAssertNil(WritingTool(of: Array(message.utf8), after: .prefixesRenamed))
    }

    private static let indented = "01-pretty-lf-assertion-signed-rsa-sha256"

    func testAStyleThatTwoProgramsCanWriteNamesNone() throws {
        let message = try DamagedMessage.sample(Self.indented)
        let wide = message.replacing(/\n( +)</) { "\n\($0.output.1)\($0.output.1)<" }
        let spaced = message.replacing("/>", with: " />")
        let cases: [(declaration: String, message: String, tool: WritingTool?)] = [
            // xmllint --format and xmlstarlet fo -s 4; minidom's toprettyxml() with and without an encoding.
            ("<?xml version=\"1.0\"?>\n", wide, .libxml2),
            ("<?xml version=\"1.0\" ?>\n", wide, .minidom),
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", message, nil),
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n", message, nil),
            // Java writes this, and the others keep it or have an option for it.
            ("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n", message, nil),
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", message, .java),
            ("", message, nil), ("", wide, nil), ("", spaced, nil),
            // ElementTree and .NET end without a line break, and HTML Tidy with one.
            ("<?xml version='1.0' encoding='utf-8'?>\n", spaced, nil),
            ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", spaced, nil),
        ]
        for (declaration, message, tool) in cases {
            XCTAssertEqual(
                WritingTool(of: Array((declaration + message).utf8), after: .prettyPrinted), tool,
                declaration + message.prefix(300))
        }
    }

    func testLineBreaksBetweenAllTagsOfAMessageOfJavaDoNotNameJava() throws {
        let message =
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>"
            + (try DamagedMessage.sample("02-single-line-assertion-signed-rsa-sha256"))
        let lines = message.trimmingCharacters(in: .newlines).replacing("><", with: ">\n<")
        XCTAssertEqual(WritingTool(of: Array(lines.utf8), after: .prettyPrinted), .sed)
        XCTAssertNil(WritingTool(of: Array((lines + "\n").utf8), after: .prettyPrinted))
    }

    func testWhatOthersWroteIsNoProgramsOfThese() throws {
        let table = Repository.root.appending(path: "Tests/Damages/classes.tsv")
        let causes = Dictionary(
            uniqueKeysWithValues: try String(contentsOf: table, encoding: .utf8)
                .split(separator: "\n").map { line in
                    let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
                    return (String(cells[0]), String(cells[2]))
                })
        var count = 0
        for (producer, id, bytes) in try outputs()
        where !Self.producers.contains(where: { producer.hasPrefix($0.0) }) {
            // A value was changed by hand in what minidom wrote.
            guard id != "pair-changed-pretty",
                let cause = causes[id].flatMap(SignatureExplanation.Hypothesis.init(rawValue:)),
                cause == .prettyPrinted || cause == .prefixesRenamed
            else { continue }
            count += 1
            XCTAssertNil(WritingTool(of: bytes, after: cause), "\(id) by \(producer)")
        }
        XCTAssertGreaterThan(count, 3)
    }
}
