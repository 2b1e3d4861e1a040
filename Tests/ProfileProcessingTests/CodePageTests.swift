import Foundation
import SignatureDiagnostics
import TestSupport
import WireText
import XCTest
import XMLSecurity

@testable import ProfileProcessing

/// The codes of records against the pages about them.
final class CodePageTests: XCTestCase {
    private let warnings = NormalizationSummary.Warning.allCases.map(\.rawValue)
    private let reasons = ReasonCode.all.map(\.rawValue)

    /// The words that records choose among, from every enumeration of their schema.
    private func words() throws -> Set<String> {
        let file = Repository.root.appending(path: "Documentation/record.schema.json")
        func words(_ tree: JSONTree) -> [String] {
            switch tree {
            case .object(let members):
                (members["enum"]?.elements ?? []).compactMap(\.string)
                    + members.values.flatMap(words)
            case .array(let elements): elements.flatMap(words)
            default: []
            }
        }
        return Set(words(try JSONTree(parsing: Array(Data(contentsOf: file)))))
    }

    func testEveryWordOfRecordsAndScreensHasAPage() throws {
        let words = try words()
        XCTAssertGreaterThan(words.count, 300)
        for word in [
            "accepted", "refused", "notChecked", "artifactResolve", "hexadecimal",
            "overlongPayload",
        ] {
            XCTAssertTrue(words.contains(word), word)
        }
        let unknown = words.union(["claimed"]).filter { ReasonPage.page(of: $0) == nil }
        XCTAssertEqual(unknown.sorted(), [])
    }

    func testEveryCodeHasOnePageAndEveryPageACode() throws {
        let codes = reasons + Note.allCodes + warnings + LikelyCause.all
        let pages = ReasonPage.all.map(\.code)
        XCTAssertEqual(
            Set(pages).subtracting(codes).subtracting(try words()).sorted(), ["claimed"],
            "pages without a code")
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
