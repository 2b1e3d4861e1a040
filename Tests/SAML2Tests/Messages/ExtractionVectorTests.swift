import Foundation
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Names and attributes of public responses, as other libraries read them.
final class ExtractionVectorTests: XCTestCase, ReachesUnsafeCode {
    private static let absent = "The folder with the public vectors is absent."

    func testVectorsAreReadAsOtherLibrariesReadThem() throws {
        guard let folder = ReferenceData.vectors else { throw XCTSkip(Self.absent) }
        let vectors = try Vector.all(ofKind: "saml-extract", in: folder)
        if VectorTable.isWanted {
            return try VectorTable.write(vectors) { vector in
                let problem = try problem(of: vector, in: folder)
                return VectorTable.Line(isAsExpected: problem == nil, rule: problem ?? "accepted")
            }
        }
        XCTAssertGreaterThan(vectors.count, 0)
        var passed = 0
        var listed = Dictionary(
            uniqueKeysWithValues: UnreachableVector.all.map { ($0.id, $0.outcome) })
        for vector in vectors {
            let problem = try problem(of: vector, in: folder)
            XCTAssertEqual(problem, listed.removeValue(forKey: vector.id), vector.id)
            if problem == nil { passed += 1 }
        }
        XCTAssertTrue(listed.isEmpty, "listed but not among the vectors: \(listed.keys)")
        print(
            """
            saml-extract vectors: \(vectors.count) rows, \(passed) passed, \
            \(vectors.count - passed) out of reach by design
            """)
    }

    /// What keeps a row from passing, without the values.
    private func problem(of vector: Vector, in folder: URL) throws -> String? {
        let bytes = try Data(contentsOf: folder.appending(path: vector.path))
        let read: SAML.Response
        do {
            let root = try XML.Document(parsing: bytes).rootElement
            if let decryptor = try decryptor(for: vector, in: folder) {
                read = try decryptor.response(unverified: root).response
            } else {
                read = try SAML.Response(unverified: root)
            }
        } catch let error as XML.ParsingError {
            return error.code.rawValue
        } catch let error as SAML.StructureError {
            return "\(error.code.rawValue) \(error.element)"
        } catch SAML.MessageVerifier.Failure.decryption(let error) {
            return error.code.rawValue
        } catch SAML.MessageVerifier.Failure.structure(let error) {
            return "\(error.code.rawValue) \(error.element)"
        }
        let selection = SAML.AttributeSelection(all: read.assertion?.attributes ?? [])
        let actual = ExpectedContent(
            attributes: selection.items.map { ($0.name, $0.values.compactMap(\.text)) },
            nameID: read.assertion?.subject?.nameID?.value)
        let name = try XCTUnwrap(vector.expected.split(separator: ":").last)
        let expected = try ExpectedContent(
            contentsOf: folder.appending(path: String(name)))
        return actual.difference(from: expected)
    }

    /// With every method there is, as these responses come from the time before AES-GCM.
    private func decryptor(for vector: Vector, in folder: URL) throws -> SAML.MessageDecryptor? {
        try vector.text(of: "sp_key", in: folder).map { text in
            SAML.MessageDecryptor(
                Decryptor(
                    keys: [try DecryptionKey(pemEncoded: text)],
                    policy: XMLEnc.Policy(allowsCBC: true, allowsRSA15: true)))
        }
    }
}
