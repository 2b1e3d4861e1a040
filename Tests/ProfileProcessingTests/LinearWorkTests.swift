import Captures
import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import XCTest
import XMLCore

/// What a message can cost a bundle and a comparison: a constant times its size.
final class LinearWorkTests: XCTestCase {
    func testMessagesOfDeepPathsAreComparedInLinearTime() throws {
        func message(_ size: Int, _ value: String) -> String {
            let name = String(repeating: "n", count: size / 250)
            let children = String(repeating: "<b/>", count: size / 5)
            return String(repeating: "<\(name)>", count: 100) + children + "<c>\(value)</c>"
                + String(repeating: "</\(name)>", count: 100)
        }
        let growth = try LinearCost.growth(from: 50_000) { size in
            let difference = try MessageDifference(
                from: XML.Document(parsing: Array(message(size, "1").utf8)),
                to: XML.Document(parsing: Array(message(size, "2").utf8)))
            XCTAssertEqual(difference.changes.map(\.kind), [.text])
        }
        XCTAssertLessThan(growth, 8)
    }

    func testPathsAreAsLongAsNamesAreUsually() throws {
        let name = String(repeating: "n", count: 1000)
        let difference = try MessageDifference(
            from: XML.Document(parsing: Array("<\(name)><b>1</b></\(name)>".utf8)),
            to: XML.Document(parsing: Array("<\(name)><b>2</b></\(name)>".utf8)))
        XCTAssertEqual(difference.changes.map(\.path), [String(repeating: "n", count: 64) + "/b"])
    }

    func testValuesOfEveryShapeAreBundledInLinearTime() throws {
        for unit in [
            "a.", "a-", "a.-", "..a", "\\", "%25", "é", "e\u{301}", "QUJD", "-", "a:", "=41",
        ] {
            let folder = try scratchFolder()
            let growth = try LinearCost.growth(from: 8_000) { size in
                let count = size / unit.utf8.count
                let xml = ResponseFixture().xml.replacing(
                    "tv-14", with: String(repeating: unit, count: count))
                try folder.write(Array(xml.utf8), to: "message.xml")
                var bundle = SupportBundle(
                    processor: .unchecked, key: Array(repeating: 7, count: 32))
                var reader = CaptureReader(paths: [folder.path("message.xml")])
                bundle.add(try XCTUnwrap(reader.next()), named: "message.xml")
            }
            // Chance decides how often a bundle is tried.
            XCTAssertLessThan(growth, 10, unit)
        }
    }
}
