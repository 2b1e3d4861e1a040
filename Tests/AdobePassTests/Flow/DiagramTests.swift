import AdobePass
import XCTest

final class DiagramTests: XCTestCase {
    func testMermaidDrawsEveryArrowOnce() {
        for api in SignOnFlow.API.allCases {
            let lines = SignOnFlow.MermaidDiagram.text(api: api).split(separator: "\n")
            XCTAssertEqual(lines.first, "flowchart TD")
            let arrows = lines.filter { $0.contains("-->") }
            XCTAssertEqual(arrows.count, SignOnFlow.arrows(api: api).count)
            XCTAssertEqual(Set(arrows).count, arrows.count)
        }
        XCTAssert(
            SignOnFlow.MermaidDiagram.text(api: .v1).contains(
                "    v1_checkAuthentication -->|\"authenticated\"| v1_authorize\n"))
    }

    func testMermaidNamesNoNodeByAWordOfTheLanguage() {
        for api in SignOnFlow.API.allCases {
            XCTAssertFalse(SignOnFlow.MermaidDiagram.text(api: api).contains(" end("))
            XCTAssert(SignOnFlow.MermaidDiagram.text(api: api).contains("end_mediaToken([\""))
        }
    }

    func testDOTDrawsEveryStepAndEveryArrow() {
        for api in SignOnFlow.API.allCases {
            let text = SignOnFlow.DOTDiagram.text(api: api)
            for step in SignOnFlow.steps(api: api) {
                XCTAssert(text.contains("    \"\(step.rawValue)\" [label=\"\(step.title)\""))
            }
            let arrows = text.split(separator: "\n").filter { $0.contains(" -> ") }
            XCTAssertEqual(arrows.count, SignOnFlow.arrows(api: api).count)
            XCTAssert(text.hasPrefix("digraph \"sign-on \(api.rawValue)\" {\n"))
            XCTAssert(text.hasSuffix("}\n"))
        }
    }
}
