import SAML2
import TestSupport
import XCTest
import XMLCore

/// The order of children of different kinds does not matter, nor does what is not an element.
final class ChildOrderTests: XCTestCase {
    func testChildrenOutOfOrderAreRead() throws {
        let inOrder = try response(FullMessage.response.xml)
        var random = SeededGenerator("children out of order")
        for _ in 0..<200 {
            var tree = FullMessage.response
            // The issuer stays first, which profiles may require.
            // Children first: the paths to them change with the order of their parents.
            for path in tree.paths.reversed() {
                let kinds = Dictionary(grouping: tree[path].children, by: \.name)
                let issuer = kinds.keys.filter { $0 == "saml:Issuer" }
                let others = kinds.keys.filter { $0 != "saml:Issuer" }.sorted()
                tree[path].children = (issuer + others.shuffled(using: &random))
                    .flatMap { kinds[$0] ?? [] }
            }
            XCTAssertEqual(try response(tree.xml), inOrder, tree.xml)
        }
    }

    func testSignatureAtTheEndIsRead() throws {
        var fixture = ResponseFixture()
        fixture.trailerXML = FixtureXML.signature
        fixture.assertions[0].trailerXML = FixtureXML.signature
        let response = try response(fixture.xml)
        XCTAssertTrue(response.hasSignature)
        XCTAssertEqual(response.assertion?.hasSignature, true)
    }

    func testQueryWithChildrenOutOfOrderIsRead() throws {
        var tree = FullMessage.query
        tree.children.swapAt(0, 3)
        tree.children.swapAt(1, 4)
        XCTAssertEqual(
            try SAML.AttributeQuery(unverified: root(tree.xml)),
            try SAML.AttributeQuery(unverified: root(FullMessage.query.xml)))
    }

    func testWhiteSpaceCommentsAndInstructionsBetweenChildrenDoNotMatter() throws {
        let between = "> \r\n\t<!-- c --><?p i?><"
        let xml = FullMessage.response.xml.replacing("><", with: between)
        XCTAssertNotEqual(xml, FullMessage.response.xml)
        XCTAssertEqual(try response(xml), try response(FullMessage.response.xml))
    }

    func testPrefixesDoNotMatter() throws {
        let xml = FullMessage.response.xml
        let renamed = xml.replacing("samlp:", with: "a:").replacing("saml:", with: "b:")
            .replacing("xmlns:samlp=", with: "xmlns:a=").replacing("xmlns:saml=", with: "xmlns:b=")
        XCTAssertFalse(renamed.contains("saml:"))
        XCTAssertEqual(try response(renamed), try response(xml))
    }
}
