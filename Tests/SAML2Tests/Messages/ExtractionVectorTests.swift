import Foundation
import SAML2
import TestSupport
import XCTest
import XMLCore

/// Names and attributes of public responses, as other libraries read them.
final class ExtractionVectorTests: XCTestCase {
    /// What must come out.
    private struct Expectation: Decodable, Equatable {
        let attributes: [String: [String]]
        let nameid: String
    }

    private static let absent = "The folder with the public vectors is absent."

    func testVectorsAreReadAsOtherLibrariesReadThem() throws {
        guard let folder = ReferenceData.vectors else { throw XCTSkip(Self.absent) }
        let vectors = try Vector.all(ofKind: "saml-extract", in: folder)
        let readable = vectors.filter { $0.parameters["sp_key"] == nil }
        XCTAssertGreaterThan(readable.count, 0)
        var passed = 0
        var listed = Dictionary(
            uniqueKeysWithValues: UnreachableVector.all.map { ($0.id, $0.outcome) })
        for vector in readable {
            let problem = try problem(of: vector, in: folder)
            XCTAssertEqual(problem, listed.removeValue(forKey: vector.id), vector.id)
            if problem == nil { passed += 1 }
        }
        XCTAssertTrue(listed.isEmpty, "listed but not among the vectors: \(listed.keys)")
        print(
            """
            saml-extract vectors: \(vectors.count) rows, \(passed) passed, \
            \(readable.count - passed) out of reach by design, \
            \(vectors.count - readable.count) left out because they need decryption
            """)
    }

    /// What keeps a row from passing, without the values.
    private func problem(of vector: Vector, in folder: URL) throws -> String? {
        let octets = try Data(contentsOf: folder.appending(path: vector.path))
        let expected = try expectation(of: vector, in: folder)
        let read: SAML.Response
        do {
            read = try SAML.Response(unverified: XML.Document(parsing: octets).rootElement)
        } catch let error as XML.ParsingError {
            return error.code.rawValue
        } catch let error as SAML.StructureError {
            return "\(error.code.rawValue) \(error.element)"
        }
        let actual = Expectation(
            attributes: attributes(of: read.assertion),
            nameid: trimmed(read.assertion?.subject?.nameID?.value ?? ""))
        if actual.nameid != expected.nameid { return "another NameID" }
        return actual.attributes == expected.attributes ? nil : "other attributes"
    }

    private func expectation(of vector: Vector, in folder: URL) throws -> Expectation {
        let name = try XCTUnwrap(vector.expected.split(separator: ":").last)
        let expected = try JSONDecoder().decode(
            Expectation.self, from: Data(contentsOf: folder.appending(path: String(name))))
        return Expectation(
            attributes: normalized(expected.attributes.map { ($0.key, $0.value) }),
            nameid: trimmed(expected.nameid))
    }

    private func attributes(of assertion: SAML.Assertion?) -> [String: [String]] {
        let selection = SAML.AttributeSelection(all: assertion?.attributes ?? [])
        return normalized(selection.items.map { ($0.name, $0.values.compactMap(\.text)) })
    }

    /// Trimmed values without the empty ones, and attributes that then have any.
    private func normalized(_ attributes: [(String, [String])]) -> [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: attributes.map { name, values in
                (name, values.map(trimmed).filter { !$0.isEmpty })
            }
        ).filter { !$0.value.isEmpty }
    }

    private func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
