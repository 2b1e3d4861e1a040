import TestSupport
import XCTest

/// The diagrams of the sign-on.
final class FlowTests: XCTestCase {
    func testEachVersionIsDrawnInBothLanguages() throws {
        for version in ["v1", "v2"] {
            let mermaid = try Samlkit.run(["flow", "--api", version, "--format", "mermaid"])
            XCTAssertEqual(mermaid.status, 0)
            XCTAssertEqual(mermaid.lines.first, "flowchart TD")
            let dot = try Samlkit.run(["flow", "--api", version, "--format", "dot"])
            XCTAssertEqual(dot.status, 0)
            XCTAssertTrue(dot.text.hasPrefix("digraph "), dot.text)
            XCTAssertEqual(
                mermaid.lines.count { $0.contains("-->") },
                dot.lines.count { $0.contains(" -> ") }, version)
        }
    }

    func testOtherVersionsAndLanguagesAreWrongUsage() throws {
        XCTAssertEqual(try Samlkit.run(["flow", "--api", "v3"]).status, 2)
        XCTAssertEqual(try Samlkit.run(["flow", "--format", "svg"]).status, 2)
    }
}
