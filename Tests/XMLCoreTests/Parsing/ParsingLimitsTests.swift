import TestSupport
import XCTest
import XMLCore

/// Each limit allows what is at it and refuses, with its own code, what is one over.
final class ParsingLimitsTests: XCTestCase, ReachesUnsafeCode {
    func testBytesAreCountedBeforeAndAfterConversion() throws {
        XCTAssertNoThrow(try document("<a>1234</a>", limits: .init(byteCount: 11)))
        assertRefused("<a>12345</a>", .tooManyBytes, limits: .init(byteCount: 11))
        // "☃" takes two bytes in UTF-16 and three in UTF-8.
        let snow = utf16("<a>☃☃☃☃☃☃☃☃</a>")
        XCTAssertEqual(snow.count, 30)
        XCTAssertNoThrow(try XML.Document(parsing: snow, limits: .init(byteCount: 31)))
        assertRefused(snow, .tooManyBytes, limits: .init(byteCount: 30))
        assertRefused(snow, .tooManyBytes, limits: .init(byteCount: 29))
    }

    func testRootIsAtDepthOne() {
        XCTAssertNoThrow(try document("<a><b><c/></b></a>", limits: .init(depth: 3)))
        assertRefused("<a><b>\n<c><d/></c></b></a>", .tooDeep, at: (2, 4), limits: .init(depth: 3))
        assertRefused("<a/>", .tooDeep, at: (1, 1), limits: .init(depth: 0))
    }

    func testSiblingsAreNotDeeper() {
        XCTAssertNoThrow(try document("<a><b/><b><c/></b><b/></a>", limits: .init(depth: 3)))
    }

    func testDepthHasAHardLimitBelowTheLibrarysOwn() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        let limits = XML.ParsingLimits(depth: 100_000)
        XCTAssertNoThrow(try document(nested(250), limits: limits))
        assertRefused(nested(251), .tooDeep, at: (1, 751), limits: limits)
        assertRefused(nested(5_000), .tooDeep, at: (1, 751), limits: limits)
    }

    func testEveryKindOfNodeCounts() {
        // Elements a and b, the attribute, the declaration, the text, the comment, the instruction.
        let text = "<a c='' xmlns:p='u:p'>t<!--c--><?p?><b/></a>"
        XCTAssertNoThrow(try document(text, limits: .init(nodeCount: 7)))
        assertRefused(text, .tooManyNodes, at: (1, 39), limits: .init(nodeCount: 6))
        XCTAssertNoThrow(try document("<a/>", limits: .init(nodeCount: 1)))
        assertRefused("<a/>", .tooManyNodes, limits: .init(nodeCount: 0))
        assertRefused("<!--c--><a/>", .tooManyNodes, limits: .init(nodeCount: 1))
    }

    func testAdjacentCharacterDataIsOneNode() {
        XCTAssertNoThrow(
            try document("<a>x<![CDATA[y]]>&amp;&#65;z</a>", limits: .init(nodeCount: 2)))
    }

    func testDeclarationsCountAmongTheAttributesOfAnElement() {
        let limits = XML.ParsingLimits(attributesPerElement: 3)
        XCTAssertNoThrow(try document("<a b='' c='' xmlns='u:a'><d e=''/></a>", limits: limits))
        assertRefused(
            "<r>\n <a b='' c='' xmlns='u:a' d=''/></r>", .tooManyAttributes, at: (2, 2),
            limits: limits)
        assertRefused("<a b=''/>", .tooManyAttributes, limits: .init(attributesPerElement: 0))
    }

    func testShortAttributesAreCountedToTheLast() {
        // Around the shortest possible attribute, where the screen starts to look.
        for count in 1...12 {
            let attributes = (0..<count).map { " \(Character(UnicodeScalar(UInt8(97 + $0))))=''" }
            let text = "<a\(attributes.joined())/>"
            XCTAssertNoThrow(try document(text, limits: .init(attributesPerElement: count)))
            assertRefused(
                text, .tooManyAttributes, at: (1, 1), limits: .init(attributesPerElement: count - 1)
            )
        }
    }

    func testNamespacesAreCountedWhereTheyAreInScope() {
        let limits = XML.ParsingLimits(namespacesInScope: 2)
        XCTAssertNoThrow(
            try document(
                "<a xmlns='u:a'><b xmlns:p='u:p'/><b xmlns:q='u:q'/></a>", limits: limits))
        assertRefused(
            "<a xmlns='u:a'><b xmlns:p='u:p'>\n<c xmlns:q='u:q'/></b></a>", .tooManyNamespaces,
            at: (2, 1), limits: limits)
        // A declaration that hides another one costs as much as any.
        assertRefused(
            "<a xmlns='u:a'><b xmlns='u:b'><c xmlns='u:c'/></b></a>", .tooManyNamespaces,
            limits: limits)
    }

    func testNamesAreMeasuredInBytesWithTheirPrefix() {
        let limits = XML.ParsingLimits(nameLength: 9)
        XCTAssertNoThrow(try document("<pré:abcd xmlns:pré='u:p'/>", limits: .init(nameLength: 10)))
        assertRefused("<pré:abcd xmlns:pré='u:p'/>", .nameTooLong, at: (1, 1), limits: limits)
        assertRefused("<a>\n <b abcdefghij=''/></a>", .nameTooLong, at: (2, 2), limits: limits)
        XCTAssertNoThrow(try document("<abcdefghi abcdefghi=''/>", limits: limits))
    }

    func testUnusedPrefixesAndInstructionTargetsAreNamesToo() {
        let limits = XML.ParsingLimits(nameLength: 9)
        XCTAssertNoThrow(try document("<a xmlns:abc='u:p'><?abcdefghi?></a>", limits: limits))
        assertRefused("<a xmlns:abcd='u:p'/>", .nameTooLong, at: (1, 1), limits: limits)
        assertRefused("<a><?abcdefghij?></a>", .nameTooLong, limits: limits)
    }

    func testNegativeLimitsAreZero() {
        assertRefused("<a/>", .tooDeep, limits: .init(depth: -1))
        assertRefused("<a/>", .tooManyNodes, limits: .init(nodeCount: .min))
        assertRefused("<a/>", .tooManyBytes, limits: .init(byteCount: -1))
        assertRefused("<a/>", .nameTooLong, limits: .init(nameLength: -1))
    }

    func testStandardLimitsAreTheDocumentedOnes() {
        let standard = XML.ParsingLimits.standard
        XCTAssertEqual(
            [
                standard.byteCount, standard.depth, standard.nodeCount,
                standard.attributesPerElement, standard.namespacesInScope, standard.nameLength,
            ], [8_388_608, 128, 250_000, 256, 128, 1_024])
    }
}
