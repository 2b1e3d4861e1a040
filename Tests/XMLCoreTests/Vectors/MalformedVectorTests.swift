import Foundation
import TestSupport
import XCTest
import XMLCore

/// Public documents that no XML processor, or no SAML processor, may read.
final class MalformedVectorTests: XCTestCase, ReachesUnsafeCode {
    func testEveryMalformedVectorIsRefused() throws {
        let folder = try XCTUnwrapOrSkip(
            ReferenceData.vectors, "The folder with the public vectors is absent.")
        let vectors = try Vector.all(ofKind: "malformed", in: folder)
        if VectorTable.isWanted {
            return try VectorTable.write(vectors) { vector in
                let bytes = try Data(contentsOf: folder.appending(path: vector.path))
                do throws(XML.ParsingError) {
                    _ = try XML.Document(parsing: bytes)
                    return VectorTable.Line(isAsExpected: false, rule: "accepted")
                } catch {
                    return VectorTable.Line(isAsExpected: true, rule: error.code.rawValue)
                }
            }
        }
        XCTAssertGreaterThan(vectors.count, 0)
        var refused = 0
        for vector in vectors {
            let bytes = try Data(contentsOf: folder.appending(path: vector.path))
            do {
                _ = try XML.Document(parsing: bytes)
                XCTFail("\(vector.id) was read")
            } catch {
                refused += 1
                if vector.parameters["layer"] == "dtd-policy" {
                    XCTAssertEqual(error.code, .documentTypeDeclaration, vector.id)
                }
            }
        }
        print("malformed vectors: \(vectors.count) rows, \(refused) refused")
    }
}
