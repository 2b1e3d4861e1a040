import SignatureDiagnostics
import WireText
import XCTest
import XMLSecurity

@testable import ProfileProcessing

/// The codes of records against the pages about them.
final class CodePageTests: XCTestCase {
    private let warnings = NormalizationSummary.Warning.allCases.map(\.rawValue)
    private let reasons = ReasonCode.all.map(\.rawValue)

    func testEveryCodeHasOnePageAndEveryPageACode() {
        let codes = reasons + Note.allCodes + warnings + LikelyCause.all
        let pages = ReasonPage.all.map(\.code)
        XCTAssertEqual(Set(pages).subtracting(codes).sorted(), [], "pages without a code")
        XCTAssertEqual(Set(codes).subtracting(pages).sorted(), [], "codes without a page")
        XCTAssertEqual(
            Dictionary(grouping: pages) { $0 }.filter { $1.count > 1 }.keys.sorted(), [],
            "codes with two pages")
    }

    func testEveryPageSaysWhatItMeansWhatUsuallyMakesItAndWhatToDo() {
        for page in ReasonPage.all {
            XCTAssertTrue(page.sentence.hasSuffix("."), page.code)
            XCTAssertFalse(page.action.isEmpty, page.code)
            XCTAssertNotNil(page.usual, page.code)
        }
    }

    func testAReasonAndAnExplanationHaveTheWordsOfThePage() {
        for hypothesis in SignatureExplanation.Hypothesis.allCases {
            let reason = Reason(
                .signature(.digestMismatch), message: "A symptom.",
                likelyCause: hypothesis.rawValue)
            let page = ReasonPage.page(of: hypothesis.rawValue)
            XCTAssertEqual(reason.statement, page?.sentence)
            XCTAssertEqual(hypothesis.explanation, page?.sentence)
            XCTAssertEqual(hypothesis.advice, page?.action)
        }
    }
}
