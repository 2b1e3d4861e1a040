import AdobePass
import Foundation
import TestSupport
import XCTest

final class ArticleTests: XCTestCase {
    private func article() throws -> String {
        try String(
            decoding: Data(
                contentsOf: Repository.root.appending(
                    path: "Sources/AdobePass/AdobePass.docc/SignOn.md")), as: UTF8.self)
    }

    private static func table(_ api: SignOnFlow.API) -> String {
        let rows = SignOnFlow.arrows(api: api).map {
            "| `\($0.from.rawValue)` | \($0.label) | `\($0.to.rawValue)` |"
        }
        return (["| From | When | To |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
    }

    func testTheArticleListsExactlyTheArrows() throws {
        let article = try article()
        for api in SignOnFlow.API.allCases {
            XCTAssert(
                article.contains("\n\(Self.table(api))\n\n"),
                "the table of \(api.rawValue) is not up to date")
        }
    }
}
