import TestSupport
import XCTest
@_spi(Fuzzing) import XMLCore

/// The cost of a canonical form grows with what is read and written.
final class CanonicalWorkTests: XCTestCase, ReachesUnsafeCode {
    private func work(canonicalizing bytes: [UInt8], as method: XML.CanonicalizationMethod) throws
        -> XML.Work?
    {
        guard let document = try? XML.Document(parsing: bytes) else { return nil }
        return XML.Work.measuring { _ = try? document.canonicalForm(using: method) }.work
    }

    func testEveryFloodThatIsReadCostsInProportionToItsSize() throws {
        var count = 0
        for flood in try Flood.all() {
            let (small, large) = (flood.document(ofSize: 20_000), flood.document(ofSize: 80_000))
            for algorithm in XML.CanonicalizationMethod.Algorithm.allCases {
                let method = XML.CanonicalizationMethod(algorithm, withComments: true)
                guard let one = try work(canonicalizing: small, as: method),
                    let four = try work(canonicalizing: large, as: method)
                else { continue }
                count += 1
                let growth = Double(large.count) / Double(small.count)
                XCTAssertLessThanOrEqual(
                    Double(four.total), Double(one.total) * growth * 1.125 + 4096, flood.name)
            }
        }
        XCTAssertGreaterThan(count, 60)
    }

    /// Sets of comments and instructions are sorted by libxml2, which costs the square of their number.
    func testElementsThatAPathSelectsCostInProportionToTheDocument() throws {
        let excesses = try FloodCost.excesses { bytes in
            guard let document = try? XML.Document(parsing: bytes) else { return }
            for path in ["//*[@ID]", "//*"] {
                _ = try? document.canonicalForm(
                    ofNodesSelectedBy: path, using: .init(.exclusive, withComments: true))
            }
        }
        XCTAssertEqual(excesses, [])
    }

    func testFormsAreNoLongerThanSixteenDocuments() throws {
        func document(_ count: Int) throws -> XML.Document {
            let name = String(repeating: "a", count: 100_000)
            return try XML.Document(
                parsing: Array(
                    "<r xmlns:n='u:\(name)'>\(String(repeating: "<n:x/>", count: count))</r>".utf8))
        }
        let method = XML.CanonicalizationMethod(.exclusive)
        XCTAssertNoThrow(try document(25).canonicalForm(using: method))
        assertNoCanonicalForm(.tooManyBytes) { try document(30).canonicalForm(using: method) }
        assertNoCanonicalForm(.tooManyBytes) {
            try document(30).canonicalForm(using: method, engine: .libxml2)
        }
    }

    func testContentsOfManyElementsCostAboutAsMuchAsOneForm() throws {
        func work(_ count: Int) throws -> Int {
            let text = (0..<count).map { "<v><a\($0 % 50) b='\($0)'/></v>" }.joined()
            let document = try XML.Document(parsing: Array("<r xmlns:n='u:n'>\(text)</r>".utf8))
            let elements = Array(document.rootElement.childElements)
            return XML.Work.measuring {
                let forms = XML.Element.canonicalContents(of: elements, using: .init(.exclusive))
                XCTAssertEqual(forms.compactMap { $0 }.count, count)
            }.work.total
        }
        let (one, four) = (try work(2000), try work(8000))
        XCTAssertLessThanOrEqual(Double(four), Double(one) * 4.5)
    }
}
