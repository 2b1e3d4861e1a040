import XCTest
import XMLSecurity

@testable import ProfileProcessing

/// Messages have one form that one program wrote and one program broke.
final class MessageFormTests: XCTestCase {
    private func form(_ text: String) -> MessageForm {
        MessageForm(
            of: Array(text.utf8), from: "https://idp.example",
            failingWith: .signature(.digestMismatch))
    }

    func testOrderNumberAndValuesMakeNoOtherForm() {
        // More different tags than are compared one by one.
        let tags = (0..<200).map { "<a\($0) b=\"c\">d\n</a\($0)>" }
        let form = form(tags.joined())
        XCTAssertEqual(form, self.form(tags.reversed().joined()))
        XCTAssertEqual(form, self.form((tags + tags).joined()))
        XCTAssertEqual(form, self.form(tags.joined().replacing("d", with: "efg")))
        for number in [0, 63, 64, 199] {
            XCTAssertNotEqual(
                form,
                self.form(tags.enumerated().filter { $0.offset != number }.map(\.element).joined()),
                "without tag \(number)")
        }
    }

    func testReferencesCharactersAndLayoutMakeAnotherForm() {
        let text = "<a>d</a><b c=\"2026-01-15T12:00:00Z\"></b>"
        for (part, other) in [
            ("d", "&amp;"), ("d", "\u{E4}"), ("d", "?"), ("d", "%41"), ("d", "\u{7F}\u{301}"),
            ("><b", ">\n<b"), ("12:00:00Z", "12:00:00.000Z"), ("<a>", "<a >"),
        ] {
            let changed = text.replacing(part, with: other)
            XCTAssertNotEqual(changed, text)
            XCTAssertNotEqual(form(changed), form(text), other)
        }
        XCTAssertEqual(form(text.replacing("12:00:00", with: "23:59:59")), form(text))
    }
}
