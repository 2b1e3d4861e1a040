import PayloadCoding
import TestSupport
import XCTest
import XMLCore

/// The signature-safe normalization on documents nobody thought of.
final class SignatureSafeRandomTests: XCTestCase, ReachesUnsafeCode {
    func testRandomDocumentsKeepTheirCanonicalForms() throws {
        var generator = SeededGenerator("Signature-safe, random documents")
        var shortened = 0
        for _ in 0..<3000 {
            let document = WhiteSpaceDocument.bytes(using: &generator)
            let normalized = try CanonicalComparison.assertUnchanged(document)
            if normalized.count < document.count { shortened += 1 }
        }
        XCTAssertGreaterThan(shortened, 2000)
    }

    func testMutatedDocumentsAreReadAfterwardsOnlyIfTheyWereReadBefore() throws {
        var generator = SeededGenerator("Signature-safe, mutated documents")
        let pool = Array("<>/='\"!?-[]& \t\r\nab:".utf8) + [0xEF, 0xBB, 0xBF]
        var refused = 0
        var read = 0
        for _ in 0..<20_000 {
            var document = WhiteSpaceDocument.bytes(using: &generator)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                mutate(&document, from: pool, using: &generator)
            }
            // Bytes that are not UTF-8 are repaired first and so are no matter of this rule.
            document = Array(String(decoding: document, as: UTF8.self).utf8)
            if (try? XML.Document(parsing: document)) != nil {
                read += 1
                try CanonicalComparison.assertUnchanged(document)
            } else {
                refused += 1
                let normalized = CanonicalComparison.normalized(document)
                XCTAssertNil(
                    try? XML.Document(parsing: normalized),
                    String(decoding: document, as: UTF8.self))
                XCTAssertEqual(
                    CanonicalComparison.normalized(normalized), normalized,
                    String(decoding: document, as: UTF8.self))
            }
        }
        print("Signature-safe: \(read) mutated documents read, \(refused) refused")
        XCTAssertGreaterThan(refused, 5000)
        XCTAssertGreaterThan(read, 1000)
    }

    private func mutate(
        _ document: inout [UInt8], from pool: [UInt8], using generator: inout SeededGenerator
    ) {
        let place = Int.random(in: 0..<max(1, document.count), using: &generator)
        let byte = pool.randomElement(using: &generator) ?? 0x20
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: document.insert(byte, at: min(place, document.count))
        case 1 where !document.isEmpty: document[place] = byte
        case 2 where !document.isEmpty: document.remove(at: place)
        default:
            let end = min(document.count, place + Int.random(in: 1...8, using: &generator))
            let piece = Array(document[min(place, end)..<end])
            let target = Int.random(in: 0...document.count, using: &generator)
            document.insert(contentsOf: piece, at: target)
        }
    }
}
