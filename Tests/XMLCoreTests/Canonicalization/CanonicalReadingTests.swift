import Foundation
import TestSupport
import XCTest
@_spi(Fuzzing) import XMLCore

/// The reader of canonical forms against libxml2, which defines what it must read.
final class CanonicalReadingTests: XCTestCase, ReachesUnsafeCode {
    private let methods: [XML.CanonicalizationMethod] = {
        let list = XML.InclusiveNamespaces(prefixList: ["a", "b", "#default", "none"])
        return [false, true].flatMap { withComments in
            XML.CanonicalizationMethod.Algorithm.allCases.map {
                XML.CanonicalizationMethod($0, withComments: withComments)
            } + [
                XML.CanonicalizationMethod(
                    .exclusive, withComments: withComments, inclusiveNamespaces: list)
            ]
        }
    }()

    private func allElements(of element: XML.Element) -> [XML.Element] {
        [element] + element.childElements.flatMap { allElements(of: $0) }
    }

    /// Compares the readings of the forms of elements, and returns how many forms there were.
    @discardableResult
    private func assertAgreement(on bytes: [UInt8], _ name: String) throws -> Int {
        let document = try XML.Document(parsing: bytes, identifierAttributes: [])
        var count = 0
        for element in allElements(of: document.rootElement).prefix(12) {
            let excluded = allElements(of: element).dropFirst().last
            for method in methods {
                for excluded in [nil, excluded] {
                    let comparison = XML.ReadingComparison(
                        element, excluding: excluded, using: method)
                    XCTAssertNil(comparison.difference, "\(name), \(method)")
                    if comparison.hasForm { count += 1 }
                }
            }
        }
        return count
    }

    func testRandomDocumentsAreReadAsLibxml2ReadsThem() throws {
        var random = RandomDocument(generator: SeededGenerator("CanonicalReadingTests"))
        var count = 0
        for number in 0..<200 {
            let document = random.document()
            count += try assertAgreement(
                on: Array(document.utf8), "random document \(number): \(document)")
        }
        XCTAssertGreaterThan(count, 5000)
    }

    func testSamplesAreReadAsLibxml2ReadsThem() throws {
        let folder = Repository.samples.appending(path: "captures")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var count = 0
        for name in names where name.hasSuffix(".xml") {
            count += try assertAgreement(on: Repository.sample("captures/\(name)"), name)
        }
        XCTAssertGreaterThan(count, 1000)
    }

    func testVectorDocumentsAreReadAsLibxml2ReadsThem() throws {
        let folder = try XCTUnwrapOrSkip(
            ReferenceData.vectors, "The folder with the public vectors is absent.")
        var paths = Set<String>()
        for kind in ["c14n", "dsig", "saml-valid", "saml-hostile", "saml-extract"] {
            paths.formUnion(try Vector.all(ofKind: kind, in: folder).map(\.path))
        }
        var count = 0
        for path in paths.sorted() {
            let bytes = try Array(Data(contentsOf: folder.appending(path: path)))
            guard bytes.count < 60_000, (try? XML.Document(parsing: bytes)) != nil else {
                continue
            }
            count += try assertAgreement(on: bytes, path)
        }
        print("readings agree on \(count) canonical forms in \(paths.count) vector documents")
    }

    func testLimitsHoldForCanonicalForms() throws {
        let document = try XML.Document(
            parsing: Array("<r xmlns:p='u:p'><s p:a='1'>t</s><s p:a='1'/></r>".utf8))
        let form = try document.rootElement.linearForm(using: .init(.exclusive))
        XCTAssertNoThrow(try XML.Document(rereading: form))
        let limits: [(XML.ParsingLimits, XML.ParsingError.Code)] = [
            (.init(byteCount: form.count - 1), .tooManyBytes), (.init(depth: 1), .tooDeep),
            (.init(nodeCount: 7), .tooManyNodes),
            (.init(attributesPerElement: 1), .tooManyAttributes),
            (.init(namespacesInScope: 0), .tooManyNamespaces),
            (.init(nameLength: 2), .nameTooLong),
        ]
        for (limits, code) in limits {
            do throws(XML.ParsingError) {
                _ = try XML.Document(rereading: form, limits: limits)
                XCTFail("\(code) was not met")
            } catch {
                XCTAssertEqual(error.code, code)
            }
        }
        XCTAssertNoThrow(try XML.Document(rereading: form, limits: .init(nodeCount: 8)))
    }

    /// Reading a form costs no more than its size allows, whatever is in it.
    func testReadingCostsNoMoreThanTheSizeAllows() throws {
        let names = (0..<3000).map { "<n\($0) a\($0)=''/>" }.joined()
        let scopes = (0..<120).map { " xmlns:p\($0)='u:\($0)'" }.joined()
        let uses = (0..<120).map { " p\($0):a='' p\(($0 * 7) % 120):b=''" }
        let documents = [
            "<r>\(names)</r>", "<r\(scopes)>\(uses.map { "<e\($0)/>" }.joined())</r>",
            "<r>\(String(repeating: "&amp;&#13;", count: 5000))</r>",
        ]
        for text in documents {
            let document = try XML.Document(parsing: Array(text.utf8), identifierAttributes: [])
            let form = try document.rootElement.linearForm(using: .init(.exclusive))
            let (_, work) = XML.Work.measuring { try? XML.Document(rereading: form) }
            XCTAssertLessThan(work.total, 16_384 + 16 * form.count)
            XCTAssertGreaterThan(work.total, form.count)
        }
    }
}
