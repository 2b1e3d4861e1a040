import XCTest
import XMLCore

/// Methods and the identifiers XML Signature has for them.
final class CanonicalizationMethodTests: XCTestCase {
    private let identifiers: [(String, XML.CanonicalizationMethod.Algorithm, Bool)] = [
        ("http://www.w3.org/TR/2001/REC-xml-c14n-20010315", .canonicalXML10, false),
        ("http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments", .canonicalXML10, true),
        ("http://www.w3.org/2006/12/xml-c14n11", .canonicalXML11, false),
        ("http://www.w3.org/2006/12/xml-c14n11#WithComments", .canonicalXML11, true),
        ("http://www.w3.org/2001/10/xml-exc-c14n#", .exclusive, false),
        ("http://www.w3.org/2001/10/xml-exc-c14n#WithComments", .exclusive, true),
    ]

    func testIdentifiersAreThoseOfTheSpecifications() {
        for (identifier, algorithm, withComments) in identifiers {
            let method = XML.CanonicalizationMethod(algorithm, withComments: withComments)
            XCTAssertEqual(method.algorithmIdentifier, identifier)
            XCTAssertEqual(XML.CanonicalizationMethod(algorithmIdentifier: identifier), method)
        }
    }

    func testOtherIdentifiersAreNotMethods() {
        for identifier in [
            "", "http://www.w3.org/2001/10/xml-exc-c14n", "http://www.w3.org/2006/12/xml-c14n11#",
            "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#withcomments",
            "http://www.w3.org/2010/xml-c14n2", "http://www.w3.org/2001/10/XML-EXC-C14N#",
            " http://www.w3.org/2001/10/xml-exc-c14n#",
        ] {
            XCTAssertNil(XML.CanonicalizationMethod(algorithmIdentifier: identifier), identifier)
        }
    }

    func testOnlyExclusiveMethodsHaveInclusiveNamespaces() {
        let prefixes = XML.InclusiveNamespaces(prefixList: ["a"])
        for (identifier, algorithm, _) in identifiers {
            let method = XML.CanonicalizationMethod(
                algorithmIdentifier: identifier, inclusiveNamespaces: prefixes)
            XCTAssertEqual(
                method?.inclusiveNamespaces, algorithm == .exclusive ? prefixes : nil, identifier)
        }
    }

    func testPrefixListIsSplitAtWhiteSpace() {
        XCTAssertEqual(
            XML.InclusiveNamespaces(parsing: " a  b\n#default\tc ").prefixList,
            ["a", "b", "#default", "c"])
        XCTAssertEqual(XML.InclusiveNamespaces(parsing: " ").prefixList, [])
        // Its items are an NMTOKENS list, which only the white space of XML divides.
        let mark = " \u{301}"
        XCTAssertEqual(
            XML.InclusiveNamespaces(parsing: "a\u{A0}b\u{2003}c\r\nd\(mark)").prefixList
                .map { Array($0.utf8) },
            ["a\u{A0}b\u{2003}c", "d", "\u{301}"].map { Array($0.utf8) })
    }

    func testFormSaysHowItWasMade() throws {
        for (_, algorithm, withComments) in identifiers {
            let method = XML.CanonicalizationMethod(algorithm, withComments: withComments)
            XCTAssertEqual(try document("<a/>").canonicalForm(using: method).method, method)
        }
    }
}
