import TestSupport
import WireText
import XCTest

/// The reader of escapes against its definition, which looks at one character after the other.
final class JSONUnescapingTests: XCTestCase, ReachesUnsafeCode {
    /// What a text stands for (RFC 8259, section 7), by whole escapes and UTF-16.
    private func definition(_ raw: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var units: [UInt16] = []
        var rest = raw[...]
        func flush() {
            output += Array(String(decoding: units, as: UTF16.self).utf8)
            units = []
        }
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                flush()
                output.append(byte)
                continue
            }
            guard let escaped = rest.popFirst() else { break }
            guard escaped == UInt8(ascii: "u") else {
                flush()
                output.append(JSONEscape.character(escaped) ?? escaped)
                continue
            }
            units.append(
                rest.prefix(4).reduce(0) { $0 << 4 | UInt16(Hexadecimal.value($1) ?? 0) })
            rest = rest.dropFirst(4)
        }
        flush()
        return output
    }

    private func assertUndone(_ raw: [UInt8], _ name: String) {
        let found = JSONEscape.undone(in: ([0x5C] + raw + [0x5C])[1..<raw.count + 1])
        XCTAssertEqual(found, definition(raw), name)
    }

    func testEscapesAreUndoneInEveryPlace() {
        let escapes = [
            "\\\"", "\\\\", "\\/", "\\n", "\\x", "\\u00e9", "\\u20AC", "\\ud83d\\ude00", "\\ud83d",
            "\\ude00", "\\ud83dx", "\\ud83d\\n", "\\ud83d\\u0041", "\\ud83d\\ud83d\\ude00", "\\u12",
            "\\u", "\\", "\\ud83d\\", "\\ud83d\\u", "\\uzzzz", "é", "",
        ]
        for (first, second) in escapes.flatMap({ one in escapes.map { (one, $0) } }) {
            for (before, between) in (0..<9).flatMap({ i in [0, 1, 8].map { (i, $0) } }) {
                let text =
                    String(repeating: "[", count: before) + first
                    + String(repeating: "]", count: between) + second
                assertUndone(Array(text.utf8), text)
            }
        }
    }

    func testRandomTextsAreUndoneAsDefined() {
        var generator = SeededGenerator("JSONUnescapingTests")
        let pieces = [
            "\\", "\\u", "\\\"", "d83d", "\\ude00", "\\ud83d", "\\ud83c", "0", "41", "n", "u", "\"",
            "plain text", "\u{1F600}", "]",
        ]
        for number in 0..<4000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            assertUndone(Array(text.utf8), "text \(number): \(text)")
        }
    }

    func testBytesAreTheSameOnlyWhereAllAre() {
        for count in 0..<80 {
            let bytes = (0..<count).map { UInt8($0) }
            XCTAssertTrue(bytes.hasSameBytes(as: bytes))
            XCTAssertFalse(bytes.hasSameBytes(as: bytes + [0]))
            for place in bytes.indices {
                var changed = bytes
                changed[place] ^= 0x80
                XCTAssertFalse(bytes.hasSameBytes(as: changed), "\(place) of \(count)")
            }
        }
    }
}
