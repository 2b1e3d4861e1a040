import Foundation
import TestSupport
import WireText
import XCTest

/// The writer of JSON by itself.
final class JSONEscapingTests: XCTestCase, ReachesUnsafeCode {
    func testEveryControlCharacterIsEscaped() throws {
        for value in (0..<0x20).map({ UInt8($0) }) + [0x22, 0x5C, 0x7F] {
            let text = "a" + String(UnicodeScalar(value)) + "b"
            let bytes = JSONValue.string(text).bytes
            XCTAssertTrue(bytes.allSatisfy { (0x20..<0x7F).contains($0) }, "\(value)")
            XCTAssertEqual(try JSONTree(parsing: bytes), .string(text))
        }
    }

    func testEscapesAreFoundInEveryPlaceAndOnlyThere() throws {
        for special in [
            "\u{0}", "\u{1F}", "\"", "\\", "\u{7F}", "\u{80}", "\u{9F}", "\u{2028}", "\u{2029}",
        ] {
            for (before, after) in (0..<20).flatMap({ i in (0..<20).map { (i, $0) } }) {
                // What is one bit away from something special stands around it.
                let text =
                    String(repeating: "#", count: before) + special
                    + String(repeating: "~", count: after)
                let bytes = JSONValue.string(text).bytes
                XCTAssertFalse(bytes.contains { $0 < 0x20 || $0 >= 0x7F })
                XCTAssertEqual(try JSONTree(parsing: bytes), .string(text))
            }
        }
        let plain =
            " !#[]^_~}]\u{A0}\u{7FF}\u{2027}\u{202A}\u{5D0}\u{1F600} and so on, to sixteen bytes "
            + "and more"
        XCTAssertEqual(JSONValue.string(plain).bytes, Array("\"\(plain)\"".utf8))
    }

    func testNamesOfMembersAreEscapedToo() throws {
        let bytes = JSONValue.object([("a\"\n", .null)]).bytes
        XCTAssertEqual(String(decoding: bytes, as: UTF8.self), #"{"a\"\n":null}"#)
    }

    func testRandomTextReadsBackAsItWas() throws {
        var generator = SeededGenerator("strings of all kinds of characters")
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<12, using: &generator) {
                let ranges: [ClosedRange<UInt32>] = [0...0x7F, 0x80...0xFFFF, 0x10000...0x10FFFF]
                let range = ranges.randomElement(using: &generator) ?? 0...0x7F
                let value = UInt32.random(in: range, using: &generator)
                if let scalar = UnicodeScalar(value) { text.unicodeScalars.append(scalar) }
            }
            let bytes = JSONValue.string(text).bytes
            let read = try JSONSerialization.jsonObject(
                with: Data(bytes), options: .fragmentsAllowed)
            XCTAssertEqual((read as? String).map { Array($0.utf8) }, Array(text.utf8))
        }
    }

    func testValuesOfEachKindAreWrittenAsJSON() {
        let value = JSONValue.object([
            ("n", .null), ("b", .array([.boolean(true), .boolean(false)])),
            ("i", .array([.integer(-7), .integer(.max)])), ("p", .plain(Array("%2B".utf8))),
            ("e", .array([])), ("o", .object([])),
            ("d", .array([.number(0.5), .number(.infinity)])),
        ])
        XCTAssertEqual(
            String(decoding: value.line, as: UTF8.self),
            #"{"n":null,"b":[true,false],"i":[-7,9223372036854775807],"p":"%2B","e":[],"o":{},"d":[0.5,null]}"#
                + "\n")
    }
}
