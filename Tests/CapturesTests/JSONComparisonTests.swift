import Foundation
import TestSupport
import XCTest

@testable import Captures

/// JSON lines as Foundation reads them.
final class JSONComparisonTests: XCTestCase {
    func testRandomObjectsAreReadAsFoundationReadsThem() throws {
        var generator = SeededGenerator("JSON, random objects")
        for _ in 0..<5000 {
            let text = RandomJSON.object(using: &generator)
            XCTAssertTrue(try compare(Array(text.utf8)), text)
        }
    }

    func testMutatedObjectsAreAcceptedAsFoundationAcceptsThemButForKnownDifferences() throws {
        var generator = SeededGenerator("JSON, mutated objects")
        let pool =
            Array("{}[]:,\"\\ utrfnb0123e+-.Ee/\t\n\r".utf8) + [0x00, 0x1F, 0x7F, 0xC3, 0xED]
        var accepted = 0
        var refused = 0
        for _ in 0..<30_000 {
            var bytes = Array(RandomJSON.object(using: &generator).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
                let byte = pool.randomElement(using: &generator) ?? 0x20
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.insert(byte, at: min(place, bytes.count))
                case 1 where !bytes.isEmpty: bytes[place] = byte
                case 2: bytes.removeLast(min(bytes.count, place / 4))
                default: if !bytes.isEmpty { bytes.remove(at: place) }
                }
            }
            if try compare(bytes) { accepted += 1 } else { refused += 1 }
        }
        print("JSON: \(accepted) mutated objects accepted, \(refused) refused by one or both")
        XCTAssertGreaterThan(accepted, 1000)
        XCTAssertGreaterThan(refused, 10_000)
    }

    /// Compares one line with Foundation and tells whether both accept it.
    private func compare(_ bytes: [UInt8]) throws -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        let ours = try? JSONLine(parsing: bytes)
        let theirs = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let differences = FoundationDifferences(bytes)
        if differences.isOtherEncoding { return false }
        let cleaned = try? JSONLine(parsing: differences.withoutTrailingCommas)
        let isExpected = cleaned != nil && !differences.isRefused
        XCTAssertEqual(theirs != nil, isExpected, text.debugDescription)
        guard let ours, let theirs else { return false }
        for (name, value) in theirs where !isRepeated(name, in: ours) {
            let string = value as? String
            XCTAssertTrue(
                ours.string(name).map { Array($0.utf8) } == string.map { Array($0.utf8) },
                "\(name) in \(text.debugDescription)")
        }
        return true
    }

    /// Of several members with one name Foundation keeps one; the line reader reports them.
    private func isRepeated(_ name: String, in line: JSONLine) -> Bool {
        do throws(CaptureError) {
            _ = try line.message(field: name)
            return false
        } catch {
            return error.code == .repeatedField
        }
    }
}
