import Foundation
import ProfileProcessing
import TestSupport
import XCTest

@testable import samlkit

/// The pages about reasons and causes.
final class ReasonPageTests: XCTestCase {
    func testEveryCodeHasACompletePage() {
        for code in ReasonCode.all.map(\.rawValue) {
            guard let page = ReasonPage.all.first(where: { $0.code == code }) else {
                XCTFail("\(code) has no page")
                continue
            }
            XCTAssertFalse(page.meaning.isEmpty || page.action.isEmpty, code)
            XCTAssertNotNil(page.usual, code)
        }
    }

    func testEveryWarningOfEncodingHasAPage() {
        for warning in NormalizationSummary.Warning.allCases {
            let page = ReasonPage.page(of: warning.rawValue)
            XCTAssertEqual(page?.code, warning.rawValue)
            XCTAssertNotNil(page?.usual, warning.rawValue)
        }
    }

    func testEveryCauseHasAPageWithAShortForm() {
        for code in LikelyCause.all {
            XCTAssertNotNil(ReasonPage.page(of: code), code)
            XCTAssertNotNil(ReasonPage.shortForms[code], "\(code) has no short form")
        }
    }

    func testNoPageIsThereTwice() {
        let codes = ReasonPage.all.map(\.code)
        XCTAssertEqual(Set(codes).count, codes.count)
        XCTAssertTrue(codes.allSatisfy { !$0.contains(" ") })
    }

    func testTheDocumentationIsMadeOfThePages() throws {
        let file = Repository.root.appending(path: "Documentation/reasons.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        XCTAssertTrue(
            text == ReasonPage.markdown,
            "Write it again: samlkit explain --markdown > Documentation/reasons.md")
    }

    func testExplainPrintsAPage() throws {
        let result = try Samlkit.run(["explain", "conditions.expired", "prettyPrinted"])
        XCTAssertEqual(result.status, 0)
        for text in ["conditions.expired", "Usually: ", "What to do: ", "prettyPrinted"] {
            XCTAssertTrue(result.text.contains(text), text)
        }
        XCTAssertTrue(result.lines.allSatisfy { $0.count <= 80 })
        let list = try Samlkit.run(["explain"])
        XCTAssertEqual(list.lines.count, ReasonPage.all.count)
        let json = try Samlkit.run(["explain", "expired", "--json"])
        XCTAssertEqual(try JSONTree(parsing: json.output)["code"], "expired")
    }

    func testAMistypedCodeSuggestsTheRightOne() throws {
        let result = try Samlkit.run(["explain", "prettyprintet"])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("Did you mean prettyPrinted?"), result.errors)
    }

    func testShortFormsSuitOneMessageAndMany() {
        XCTAssertEqual(
            ReasonPage.phrase(of: "prettyPrinted", count: 13),
            "were pretty-printed on the way: fix the logger, not the key")
        XCTAssertEqual(
            ReasonPage.phrase(of: "prettyPrinted", count: 1),
            "was pretty-printed on the way: fix the logger, not the key")
        let first = ReasonPage.shortForms.keys.compactMap {
            ReasonPage.phrase(of: $0, count: 1)?.split(separator: " ").first
        }
        XCTAssertEqual(
            Set(first).subtracting([
                "was", "is", "has", "lost", "got", "had", "went", "mixes", "names", "answers",
                "begins", "ends", "comes", "declares", "seems", "sends",
            ]), [])
        XCTAssertEqual(
            ReasonPage.phrase(of: "postdated", count: 1),
            "begins to be valid after it was issued: tell the provider both times")
        XCTAssertEqual(
            ReasonPage.phrase(of: "expired", count: 1),
            "had expired when it was judged: pass --now with the time of receipt if it was recorded"
        )
    }
}
