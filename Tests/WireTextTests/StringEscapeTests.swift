import TestSupport
import WireText
import XCTest

/// The escapes of logs and languages besides those of JSON.
final class StringEscapeTests: XCTestCase {
    private func undone(_ text: String) -> String {
        String(decoding: StringEscape.undone(in: Array(text.utf8)[...]), as: UTF8.self)
    }

    func testCharactersThatLogsAndLanguagesEscapeAreUndone() {
        for (escaped, plain) in [
            ("Zo\\U00eb M\\U00fcller", "Zoë Müller"), ("\\Ud83d\\ude00", "\u{FFFD}\u{FFFD}"),
            ("a \\Ud83d\\Ude00 b", "a 😀 b"), ("\\U0001f600", "😀"), ("\\U000000eb", "ë"),
            ("\\U00ebabcd", "ëabcd"), ("\\xeb", "ë"), ("\\xc3\\xab", "ë"), ("\\303\\253", "ë"),
            ("\\xeb\\xfc", "ëü"), ("\\u{eb}\\u{1F600}", "ë😀"),
            ("it\\'s \\\"\\\\\\\"", "it's \"\\\""),
            ("\\x2B\\053\\n", "++\n"), ("\\ud83d\\ude00", "😀"),
        ] {
            XCTAssertEqual(undone(escaped), plain, escaped)
            XCTAssertEqual(undone("<\\U00eb\(escaped)>\\"), "<ë\(plain)>\\", escaped)
        }
    }

    func testABackslashThatBeginsNoEscapeStays() {
        for text in [
            "C:\\Users\\q", "\\", "\\U12", "\\Uzzzz", "\\xg0", "\\x1", "\\u{}", "\\u{110000}",
            "\\u{12", "\\9", "\\400", "\\38", "\\ ", "\\é",
        ] {
            XCTAssertEqual(undone(text), text)
            XCTAssertEqual(undone("\\U00eb\(text)"), "ë\(text)")
        }
    }

    func testTextOfJSONIsUndoneAsJSON() {
        for text in ["a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00", "plain", ""] {
            XCTAssertEqual(
                undone(text),
                String(decoding: JSONEscape.undone(in: Array(text.utf8)[...]), as: UTF8.self))
        }
    }

    func testEscapesTakeLinearTime() {
        for text in ["\\U00eb", "\\xeb", "\\303", "\\Ud83d", "\\u{", "\\"] {
            let growth = LinearCost.growth(from: 200_000) { size in
                let bytes = Array(String(repeating: text, count: size / text.utf8.count).utf8)
                _ = StringEscape.undone(in: bytes[...])
            }
            XCTAssertLessThan(growth, 10, text)
        }
    }
}
