import TestSupport
import XCTest
import XMLCore

/// Identifiers find their elements, and no two elements share one.
final class IdentifierTests: XCTestCase, ReachesUnsafeCode {
    private func name(
        of identifier: String, in document: XML.Document
    ) throws -> String? {
        document.element(withID: identifier)?.name.localName
    }

    func testElementsAreFoundByIDOfSAMLAndIdOfXMLSignatureAndXMLID() throws {
        let read = try document("<a ID='_1'><b Id='_2'><c xml:id='_3'/></b><d id='_4'/></a>")
        XCTAssertEqual(try name(of: "_1", in: read), "a")
        XCTAssertEqual(try name(of: "_2", in: read), "b")
        XCTAssertEqual(try name(of: "_3", in: read), "c")
        XCTAssertNil(try name(of: "_4", in: read), "id in no namespace is not an identifier")
        XCTAssertNil(try name(of: "_5", in: read))
    }

    func testIdentifiersAreCaseSensitive() throws {
        let read = try document("<a ID='x'><b ID='X'/></a>")
        XCTAssertEqual(try name(of: "x", in: read), "a")
        XCTAssertEqual(try name(of: "X", in: read), "b")
    }

    func testAttributesOfTheSameLocalNameInANamespaceAreNoIdentifiers() throws {
        let read = try document("<a xmlns:p='u:p' p:ID='x'><b p:Id='x'/></a>")
        XCTAssertNil(try name(of: "x", in: read))
    }

    func testDuplicateIdentifiersAreRefusedAtTheSecondElement() {
        assertRefused("<a ID='x'>\n <b ID='x'/></a>", .duplicateIdentifier, at: (2, 2))
        assertRefused("<a>\n<b ID='x'/><c ID='x'/></a>", .duplicateIdentifier, at: (2, 12))
    }

    func testDuplicatesAcrossTheKindsOfIdentifiersAreRefused() {
        assertRefused("<a ID='x'><b Id='x'/></a>", .duplicateIdentifier)
        assertRefused("<a ID='x'><b xml:id='x'/></a>", .duplicateIdentifier)
        assertRefused("<a Id='x'><b xml:id='x'/></a>", .duplicateIdentifier)
    }

    func testDuplicatesWrittenDifferentlyAreRefused() {
        assertRefused("<a ID='xy'><b ID='x&#121;'/></a>", .duplicateIdentifier)
    }

    func testCanonicallyEquivalentIdentifiersAreDifferentIdentifiers() throws {
        // Swift takes "é" and "e" with an accent for equal; XML compares code points.
        let read = try document("<a ID='\u{E9}'><b ID='e\u{301}'/></a>")
        XCTAssertEqual(try name(of: "\u{E9}", in: read), "a")
        XCTAssertEqual(try name(of: "e\u{301}", in: read), "b")
    }

    /// The orders of seven marks that Unicode takes for one and the same: 5,040 identifiers that are
    /// equal as strings of Swift, and have one hash.
    private func equivalentIdentifiers() -> [String] {
        func orders(of marks: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
            guard !marks.isEmpty else { return [[]] }
            return marks.indices.flatMap { index in
                var rest = marks
                let first = rest.remove(at: index)
                return orders(of: rest).map { [first] + $0 }
            }
        }
        let marks: [Unicode.Scalar] = [
            "\u{301}", "\u{323}", "\u{327}", "\u{334}", "\u{345}", "\u{31B}", "\u{315}",
        ]
        return orders(of: marks).map { scalars in
            scalars.reduce(into: "_a") { $0.unicodeScalars.append($1) }
        }
    }

    func testThousandsOfCanonicallyEquivalentIdentifiersStayApart() throws {
        let identifiers = equivalentIdentifiers()
        XCTAssertEqual(identifiers.count, 5040)
        XCTAssertEqual(Set(identifiers).count, 1, "as strings they are the same")
        let items = identifiers.enumerated().map { "<b n='\($0)' ID='\($1)'/>" }
        let read = try document("<a>\(items.joined())</a>")
        for (number, identifier) in identifiers.enumerated() {
            let found = try XCTUnwrap(read.element(withID: identifier))
            XCTAssertEqual(found[attribute: XML.QualifiedName("n")], "\(number)")
        }
    }

    /// What makes a table of them as fast as one of any others.
    func testCanonicallyEquivalentNamesHaveDifferentHashes() throws {
        let names = equivalentIdentifiers()
        let hashes = [
            Set(names.map { XML.QualifiedName($0).hashValue }),
            Set(names.map { XML.QualifiedName("a", in: XML.Namespace(rawValue: $0)).hashValue }),
            Set(names.map { XML.Namespace(rawValue: $0).hashValue }),
        ]
        // Two of five thousand hashes of 64 bits are equal once in a trillion runs.
        for distinct in hashes { XCTAssertEqual(distinct.count, names.count) }
        XCTAssertEqual(Set(names.map(\.hashValue)).count, 1)
    }

    func testChosenAttributesReplaceTheStandardOnes() throws {
        let namespace = XML.Namespace(rawValue: "u:p")
        let read = try XML.Document(
            parsing: """
                <a ID='x' xmlns:p='u:p' xmlns:q='u:p'><b p:key='x'/><c q:key='y' key='z'/></a>
                """.utf8,
            identifierAttributes: [XML.QualifiedName("key", in: namespace)])
        XCTAssertEqual(try name(of: "x", in: read), "b")
        XCTAssertEqual(try name(of: "y", in: read), "c", "another prefix, the same name")
        XCTAssertNil(try name(of: "z", in: read))
    }

    func testChosenAttributesDecideWhatADuplicateIs() throws {
        let text = "<a ID='x'><b Id='x'/></a>"
        for attributes: [XML.QualifiedName] in [[], [XML.QualifiedName("ID")]] {
            XCTAssertNoThrow(
                try XML.Document(parsing: text.utf8, identifierAttributes: attributes))
        }
    }

    func testFoundElementIsTheOneInTheTree() throws {
        let read = try document("<a><b><c ID='x'/></b></a>")
        let found = try XCTUnwrap(
            read.element(withID: "x"))
        XCTAssertEqual(found.parent?.parent, read.rootElement)
    }

    func testIdentifierIsAnNCName() {
        for valid in ["x", "_1", "a-b.c_1", "é", "_", "Ünïcode☃"] {
            XCTAssertTrue(valid.isNCName, valid)
        }
        for invalid in [
            "", " ", "1a", "-a", ".a", "a b", "a:b", "a\n", "a'b", "a\"b", "a)b", "a#b", "a/b",
            "a\0b", "x y",
        ] {
            XCTAssertFalse(invalid.isNCName, invalid.debugDescription)
        }
    }
}
