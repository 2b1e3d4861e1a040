import TestSupport
import XCTest
import XMLCore

/// A canonical form is its own canonical form.
final class CanonicalFixedPointTests: XCTestCase, ReachesUnsafeCode {
    private var methods: [XML.CanonicalizationMethod] {
        XML.CanonicalizationMethod.Algorithm.allCases.flatMap { algorithm in
            [false, true].map { XML.CanonicalizationMethod(algorithm, withComments: $0) }
        } + [
            .init(.exclusive, inclusiveNamespaces: .init(prefixList: ["p", "#default"]))
        ]
    }

    func testFormsOfRandomDocumentsAreFixedPoints() throws {
        var random = RandomDocument(generator: SeededGenerator("canonical fixed points"))
        for _ in 0..<300 {
            let written = random.document()
            let read = try document(written)
            for method in methods {
                let once = try read.canonicalForm(using: method)
                let twice = try XML.Document(parsing: once.bytes).canonicalForm(using: method)
                XCTAssertEqual(text(twice), text(once), "\(method) of \(written)")
            }
        }
    }

    func testFormsOfRandomElementsAreFixedPoints() throws {
        var random = RandomDocument(generator: SeededGenerator("canonical element fixed points"))
        for _ in 0..<60 {
            let written = random.document()
            for element in try document(written).rootElement.descendantsOrSelf(where: { _ in true })
            {
                for method in methods {
                    let once = try element.canonicalForm(using: method)
                    let twice = try XML.Document(parsing: once.bytes).canonicalForm(using: method)
                    XCTAssertEqual(text(twice), text(once), "\(method) of \(written)")
                }
            }
        }
    }

    func testCanonicalFormKeepsWhatADocumentSays() throws {
        var random = RandomDocument(generator: SeededGenerator("canonical meaning"))
        for _ in 0..<300 {
            let written = random.document()
            let read = try document(written)
            let form = try read.canonicalForm(using: .init(.exclusive))
            XCTAssertEqual(
                summary(of: try XML.Document(parsing: form.bytes)), summary(of: read), written)
        }
    }

    /// Names, attributes and texts, all that does not depend on spelling.
    private func summary(of document: XML.Document) -> [String] {
        document.rootElement.descendantsOrSelf { _ in true }.map { element in
            let attributes = element.attributes.map { "\($0.name)=\($0.value)" }.sorted()
            return "\(element.name) \(attributes) \(element.textContent)"
        }
    }
}
