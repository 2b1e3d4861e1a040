import WireText
import XCTest

final class MarkupTests: XCTestCase {
    private func text(_ markup: Markup) -> String { markup.text }

    func testTextIsEscapedAndMarkupIsNot() {
        let name = "<b>\"O'Neil\" & more</b>"
        let link: Markup = "<a>\(1_234)</a>"
        XCTAssertEqual(
            text("<p title=\"\(name)\">\(link)</p>"),
            "<p title=\"&lt;b&gt;&quot;O&#39;Neil&quot; &amp; more&lt;/b&gt;\"><a>1234</a></p>")
    }

    func testAMarkIsEscapedWhateverCombinesWithIt() {
        XCTAssertEqual(
            text("\("\"\u{301}<\u{338}&\u{20DD}")"), "&quot;\u{301}&lt;\u{338}&amp;\u{20DD}")
    }

    func testWhatNobodySeesIsSpelledOutForPeople() {
        XCTAssertEqual(
            text("\("a\u{0}\n\u{202E}b\u{E0041}")"),
            "a⟨U+0000⟩⟨U+000A⟩⟨U+202E⟩b⟨U+E0041⟩")
    }

    func testAnExactValueIsTheSameForABrowser() {
        XCTAssertEqual(
            text("<a href=\"\(exact: "/?a='b'&c=\u{202E}\u{85}\r\n")\">"),
            "<a href=\"/?a=&#39;b&#39;&amp;c=&#x202E;\u{85}&#x000D;&#x000A;\">")
        // No page can have this one.
        XCTAssertEqual(text("\(exact: "\u{0}")"), "\u{FFFD}")
    }

    func testPartsMayBeLeftOut() {
        let none: String? = nil
        XCTAssertEqual(text("a\("<b>", if: true)\("<c>", if: false)"), "a<b>")
        XCTAssertEqual(text("\("<b>", if: false, else: "<c>")"), "<c>")
        XCTAssertEqual(text("\(none.markup { "<b>\($0)" })"), "")
        XCTAssertEqual(text("\(("<" as String?).markup { "<b>\($0)" })"), "<b>&lt;")
        XCTAssertEqual(
            text("\(["<", ">"].markup(separator: "<br>") { "\($0)" })"), "&lt;<br>&gt;")
    }

    func testFilesOfPagesStandInThemAsTheyAre() {
        for file in [
            EmbeddedFile.reportStyle, EmbeddedFile.reportScript, EmbeddedFile.auditStyle,
            EmbeddedFile.sandboxStyle,
        ] {
            XCTAssertFalse(file.isEmpty)
            XCTAssertFalse(file.text.contains { "<&".contains($0) })
        }
    }
}
