import Foundation
import TestSupport
import XCTest
import XMLCore

/// Public canonicalization vectors, where they are present.
final class CanonicalVectorTests: XCTestCase, ReachesUnsafeCode {
    func testEveryVectorHasItsExpectedBytesUnlessItIsListedAsUnreachable() throws {
        let folder = try XCTUnwrapOrSkip(
            ReferenceData.vectors, "The folder with the public vectors is absent.")
        let vectors = try Vector.all(ofKind: "c14n", in: folder)
        if VectorTable.isWanted {
            return try VectorTable.write(vectors) { vector in
                let problem = CanonicalVector(vector, in: folder).problem()
                return VectorTable.Line(isAsExpected: problem == nil, rule: problem ?? "accepted")
            }
        }
        XCTAssertGreaterThan(vectors.count, 0)
        XCTAssertEqual(
            UnreachableVectors.reasons.keys.filter { id in !vectors.contains { $0.id == id } }, [],
            "listed but not in the index")
        var passed = 0
        var listed = 0
        for vector in vectors {
            let problem = CanonicalVector(vector, in: folder).problem()
            switch (problem, UnreachableVectors.reasons[vector.id]) {
            case (nil, nil): passed += 1
            case (nil, .some): XCTFail("\(vector.id): passes and is listed as unreachable")
            case (.some, .some): listed += 1
            case (let problem?, nil): XCTFail("\(vector.id): \(problem)")
            }
        }
        print(
            "c14n vectors: \(vectors.count) rows, \(passed) passed, "
                + "\(listed) listed as unreachable")
    }
}

/// One row of kind `c14n`.
private struct CanonicalVector {
    let vector: Vector
    let folder: URL

    init(_ vector: Vector, in folder: URL) {
        self.vector = vector
        self.folder = folder
    }

    /// What is wrong, or `nil` when the row has what it expects.
    func problem() -> String? {
        do {
            let actual = Result { try bytes() }
            if vector.expected == "error" { return Self.problem(ofRefusal: actual) }
            let file = vector.expected.dropFirst("file:".count)
            let expected = try contents(of: String(file))
            return try actual.get() == expected ? nil : "other bytes than expected"
        } catch {
            return "\(error)"
        }
    }

    private static func problem(ofRefusal result: Result<[UInt8], any Error>) -> String? {
        switch result {
        case .success: "bytes where there is no canonical form"
        case .failure(let error as XML.CanonicalizationError):
            error.code == .relativeNamespaceName ? nil : "\(error)"
        case .failure(let error): "\(error)"
        }
    }

    private func bytes() throws -> [UInt8] {
        let document = try XML.Document(parsing: contents(of: vector.path))
        if vector.parameters["mode"] == "dsig-reference" {
            let ordinal = try XCTUnwrap(vector.parameters["reference"].flatMap { Int($0) })
            let directory = folder.appending(path: vector.path).deletingLastPathComponent()
            return try SignedReference(ordinal, of: document, in: directory).bytes()
        }
        guard let file = vector.parameters["xpath_file"] else {
            return try document.canonicalForm(using: method()).bytes
        }
        let path = XPathExpression(try XML.Document(parsing: contents(of: file)).rootElement)
        return try document.canonicalForm(
            ofNodesSelectedBy: path.text, bindings: path.bindings, using: method()
        ).bytes
    }

    private func method() throws -> XML.CanonicalizationMethod {
        let algorithms: [String: XML.CanonicalizationMethod.Algorithm] = [
            "c14n10": .canonicalXML10, "c14n11": .canonicalXML11, "exc": .exclusive,
        ]
        let algorithm = try XCTUnwrap(vector.parameters["mode"].flatMap { algorithms[$0] })
        let prefixes = vector.parameters["prefixes"].map {
            XML.InclusiveNamespaces(prefixList: $0.split(separator: ",").map(String.init))
        }
        return XML.CanonicalizationMethod(
            algorithm, withComments: vector.parameters["comments"] == "1",
            inclusiveNamespaces: prefixes)
    }

    private func contents(of path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appending(path: path)))
    }
}
