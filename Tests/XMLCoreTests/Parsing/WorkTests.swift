import TestSupport
import XCTest
@_spi(Fuzzing) import XMLCore

/// The cost of reading grows with the size of a document and with nothing else.
///
/// Counters are compared and never times.
final class WorkTests: XCTestCase, ReachesUnsafeCode {
    private func work(
        reading bytes: [UInt8], limits: XML.ParsingLimits = .standard
    ) -> (work: XML.Work, error: XML.ParsingError?) {
        let (result, work) = XML.Work.measuring {
            Result { () throws(XML.ParsingError) in
                try XML.Document(parsing: bytes, limits: limits)
            }
        }
        guard case .failure(let error) = result else { return (work, nil) }
        return (work, error)
    }

    func testEveryFloodCostsAtMostInProportionToItsSize() throws {
        for flood in try Flood.all() {
            let (small, large) = (flood.document(ofSize: 20_000), flood.document(ofSize: 80_000))
            let (one, four) = (work(reading: small).work, work(reading: large).work)
            XCTAssertLessThanOrEqual(
                four.total, XML.Work.bound(forByteCount: large.count), flood.name)
            // What does not depend on the size at all may cost a little.
            let growth = Double(large.count) / Double(small.count)
            XCTAssertLessThanOrEqual(
                Double(four.total), Double(one.total) * growth * 1.125 + 4096, flood.name)
        }
    }

    func testReadingEndsAtTheFirstError() {
        // Each of these is an error that libxml2 would survive.
        let errors = [
            "<!-- -- -->", "]]>", "<?a:b?>", "<a:b/>", "<a b='' b=''/>", "<a xmlns:b=''/>",
            "<a></b>",
            "&#0;", "&b;", "<a:b:c/>", "<a b:c=''/>", "\u{1}", "<a xmlns:xml='u'/>",
        ]
        for error in errors {
            let once = work(reading: Array("<r>\(error)".utf8))
            let often = work(
                reading: Array("<r>\(String(repeating: error, count: 1000))</r>".utf8))
            XCTAssertNotNil(once.error?.position, error)
            XCTAssertEqual(once.error?.code, often.error?.code, error)
            XCTAssertEqual(once.error?.position, often.error?.position, error)
            XCTAssertEqual(once.error?.libraryCode, often.error?.libraryCode, error)
            XCTAssertEqual(once.work.events, often.work.events, error)
            XCTAssertEqual(once.work.namesLookedUp, often.work.namesLookedUp, error)
        }
    }

    func testPositionIsWhereTheFirstErrorShows() {
        assertRefused("<r>\n<!-- a--b --><a></b>", .notWellFormed, at: (2, 7))
        assertRefused("<r>\n x]]>y]]></r>", .notWellFormed, at: (1, 4))
        assertRefused("<r>\n<a:b/>\n<c:d/></r>", .notNamespaceWellFormed, at: (2, 5))
        assertRefused("<r>\n <a b='' b=''/></q>", .notWellFormed, at: (2, 14))
    }

    func testWorkHasALimitOfItsOwn() throws {
        var limits = XML.ParsingLimits.standard
        let text = Array("<r>\(String(repeating: "<a b='c'/>", count: 1000))</r>".utf8)
        let needed = work(reading: text)
        XCTAssertNil(needed.error)
        limits.workPerByte = 0
        limits.workBase = 1000
        assertRefused(text, .tooMuchWork, limits: limits)
        limits.workBase = needed.work.total
        XCTAssertNoThrow(try XML.Document(parsing: text, limits: limits))
    }

    func testDifferentNamesHaveALimit() throws {
        func names(_ count: Int) -> [UInt8] {
            Array("<r>\((1..<count).map { "<a\($0)/>" }.joined())</r>".utf8)
        }
        XCTAssertNoThrow(try XML.Document(parsing: names(65_536)))
        assertRefused(names(65_537), .tooMuchWork)
        // Again and again the same ones are no more.
        let again = String(repeating: "<a/><b c='' d=''/>", count: 20_000)
        XCTAssertNoThrow(try document("<r>\(again)</r>"))
    }

    func testRaisedLimitsRaiseTheWork() throws {
        let attributes = (0..<10_000).map { " a\($0)=''" }.joined()
        let limits = XML.ParsingLimits(attributesPerElement: 10_000)
        XCTAssertNoThrow(try document("<r\(attributes)/>", limits: limits))
    }

    func testCatalogsNamedBySendersAreForgotten() throws {
        // libxml2 keeps a list and walks it for each further one, which no counter shows; what can
        // be seen is that each is still an instruction like any other.
        let catalogs = String(repeating: "<?oasis-xml-catalog catalog='u'?>", count: 3)
        let document = try document("\(catalogs)<r/>")
        let form = try document.canonicalForm(using: .init(.exclusive))
        XCTAssertEqual(
            text(form),
            String(repeating: "<?oasis-xml-catalog catalog='u'?>\n", count: 3) + "<r></r>")
    }
}
