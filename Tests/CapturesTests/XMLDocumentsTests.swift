import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Documents in XML one after the other, in files and in fields.
final class XMLDocumentsTests: XCTestCase {
    private let one = SmallMessage.xml
    private let other = SmallMessage.xml.replacing("_a", with: "_other")
    private let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

    private func read(_ content: String, file: String = "a.xml") throws -> [String?] {
        try temporaryFolder().read(file: file, content: content).map(\.message)
    }

    func testDocumentsOneAfterTheOtherAreMessagesOfTheirOwn() throws {
        for (first, second) in [
            (one, other), (declaration + one, declaration + other),
            (one, declaration + "\n" + other),
            (declaration + "\n<!-- 1 -->" + one, "<!-- > --><?x </r>?>\(other)\n<!-- end -->"),
            (SmallMessage.lines, other), (declaration + one, "\u{FEFF}" + declaration + other),
            (one, one),
        ] {
            for space in ["", "\n", "\r\n\r\n", "\t "] {
                XCTAssertEqual(try read(first + space + second), [first, second])
                XCTAssertEqual(try read("\n\(first)\(space)\(second)\n"), [first, second])
            }
        }
        XCTAssertEqual(
            try read(String(repeating: one + "\n", count: 50)), Array(repeating: one, count: 50))
    }

    func testTheDocumentsOfAFileHaveTheirLines() throws {
        let content = "\n\(declaration)\n\(SmallMessage.lines)\n\n\(other)\n"
        let entries = try temporaryFolder().read(file: "a.xml", content: content)
        let lines = SmallMessage.lines.split(separator: "\n").count
        XCTAssertEqual(entries.map(\.line), [2, 4 + lines])
    }

    func testDocumentsInAFieldAreMessagesOfTheirOwn() throws {
        let both = one + "\n" + declaration + other
        let escaped = both.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        let csv = both.replacing("\"", with: "\"\"")
        for (file, content) in [
            (
                "a.ndjson",
                "{\"SAMLResponse\":\"\(escaped)\",\"time\":\"t\"}\n{\"SAMLResponse\":\"x\"}\n"
            ),
            ("a.json", "{\"SAMLResponse\": \"\(escaped)\"}"),
            ("a.csv", "id,SAMLResponse\n1,\"\(csv)\"\n"),
        ] {
            let messages = try read(content, file: file)
            XCTAssertEqual(Array(messages.prefix(2)), [one, declaration + other], file)
        }
    }

    func testNestedElementsOfTheSameNameAreOneDocument() throws {
        let text =
            "<EntitiesDescriptor xmlns=\"urn:oasis:names:tc:SAML:2.0:metadata\"><EntitiesDescriptor>"
            + "<a b='</EntitiesDescriptor>'/><!-- </EntitiesDescriptor><x> --><![CDATA[</EntitiesDescriptor>]]>"
            + "</EntitiesDescriptor><EntityDescriptor/></EntitiesDescriptor>"
        XCTAssertEqual(try read(text), [text])
        XCTAssertEqual(try read(text + text), [text, text])
    }

    func testWhatIsNotMessagesOneAfterTheOtherStaysOneText() throws {
        for text in [
            one + "<more/>", one + "\n-- \nsent", one + "x" + other, one + "</a>" + other,
            one + "<!-- " + other, one + "<?x " + other, one + "&#10;" + other, one + other + "x",
            one + other + "</a>",
        ] {
            XCTAssertEqual(
                try read(text).first, text, "after \(text.dropFirst(one.count).prefix(12))")
        }
    }

    func testADocumentThatIsCutOffLeavesThoseBeforeIt() throws {
        for cut in [String(other.dropLast(5)), String(other.prefix(120)), "<![CDATA[]]>" + other] {
            XCTAssertEqual(try read(one + "\n" + cut), [one, cut])
        }
        // The first may lack its end anywhere.
        let lost = String(one.dropLast(20)) + other
        XCTAssertEqual(try read(lost), [lost])
    }

    func testADocumentTypeStaysWithTheDocumentBehindIt() throws {
        for type in [
            "<!DOCTYPE samlp:Response>", "<!DOCTYPE r SYSTEM \"http://a.example/>\">",
            "<!DOCTYPE r [<!ENTITY e '>'><!-- ' -->]>",
        ] {
            for gap in ["", "\n", "<!-- c -->", "\n<?p?>\n"] {
                XCTAssertEqual(try read(type + gap + one + other), [type + gap + one, other])
                XCTAssertEqual(
                    try read(one + "\n" + type + gap + other).map { $0?.contains("DOCTYPE") },
                    [false, true])
            }
        }
    }

    func testEveryByteOfTheTextIsInOneOfTheDocuments() throws {
        var generator = SeededGenerator("documents in XML, random pieces")
        let pieces = [
            one, other, declaration, "<!-- c -->", "<?p x?>", "<!DOCTYPE r [<!ENTITY e 'x'>]>",
            "\n",
            "<a>", "</a>", "<!--", "-->", "]]>", "'", "\u{FEFF}", "x", "<![CDATA[",
        ]
        var foundCount = 0
        for _ in 0..<4000 {
            let text = (0..<Int.random(in: 2...7, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            guard let ranges = XMLDocuments(in: Array(text.utf8)[...])?.ranges else { continue }
            foundCount += 1
            XCTAssertGreaterThan(ranges.count, 1, text)
            XCTAssertEqual(ranges.first?.lowerBound, 0, text)
            XCTAssertEqual(ranges.last?.upperBound, text.utf8.count, text)
            for (range, next) in zip(ranges, ranges.dropFirst()) {
                XCTAssertEqual(range.upperBound, next.lowerBound, text)
            }
        }
        XCTAssertGreaterThan(foundCount, 20)
    }

    func testTheTimeIsLinearInTheNumberOfDocuments() throws {
        let folder = try temporaryFolder()
        let growth = try LinearCost.growth(from: 500) { count in
            try folder.write(String(repeating: one + "\n", count: count), to: "a.xml")
            XCTAssertEqual(folder.read(["a.xml"]).count, count)
        }
        XCTAssertLessThan(growth, 8)
    }
}
