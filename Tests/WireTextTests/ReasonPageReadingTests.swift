import TestSupport
import XCTest

@testable import WireText

/// The pages as they are read from Markdown.
final class ReasonPageReadingTests: XCTestCase, ReachesUnsafeCode {
    private let document = """
        # Title

        An introduction, which is no page.

        ## Chapter

        ### one

        The first sentence
        goes on with `<code>`.

        More of it.

        And more.

        **Usually:** A cause
        of two lines.

        **What to do:** A remedy.

        ## Another chapter

        ### audienceX, issuerX

        The {audience|issuer} differs.

        **What to do:** Change the {first|second} {a|b}.
        """

    func testASectionIsAPage() {
        let pages = ReasonPage.pages(in: document)
        XCTAssertEqual(pages.map(\.code), ["one", "audienceX", "issuerX"])
        XCTAssertEqual(
            pages.first,
            ReasonPage(
                code: "one", sentence: "The first sentence goes on with <code>.",
                detail: "More of it. And more.", usual: "A cause of two lines.", action: "A remedy."
            ))
        XCTAssertEqual(
            pages.first?.meaning,
            "The first sentence goes on with <code>. More of it. And more.")
    }

    func testASectionAboutSeveralCodesIsFilledInForEach() {
        let pages = ReasonPage.pages(in: document)
        XCTAssertEqual(
            pages.map(\.sentence).suffix(2), ["The audience differs.", "The issuer differs."])
        XCTAssertEqual(
            pages.map(\.action).suffix(2), ["Change the first a.", "Change the second b."])
    }

    func testNothingOfMarkdownIsLeftInThePagesOfTheProgram() {
        XCTAssertGreaterThan(ReasonPage.all.count, 250)
        for page in ReasonPage.all {
            XCTAssertFalse(page.code.isEmpty || page.code.contains(" "), page.code)
            for (_, text) in page.paragraphs {
                for mark in ["`", "**Usually", "**What", "{", "|", "  ", "\n"] {
                    XCTAssertFalse(text.contains(mark), "\(page.code): \(text)")
                }
            }
        }
    }

    func testAPageIsFoundByItsCodeAndByThePartAfterTheLayer() {
        XCTAssertEqual(ReasonPage.page(of: "conditions.expired")?.code, "conditions.expired")
        XCTAssertEqual(ReasonPage.page(of: "expired")?.code, "expired")
        XCTAssertEqual(ReasonPage.page(of: "digestMismatch")?.code, "signature.digestMismatch")
        XCTAssertNil(ReasonPage.page(of: "noSuchCode"))
    }
}
