import Captures
import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import XCTest
@_spi(Fuzzing) import XMLCore

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
        for unit in Self.units {
            let folder = try scratchFolder()
            let growth = try LinearCost.growth(from: 8_000) { size in
                try bundle(Self.message(of: unit, size: size), in: folder)
            }
            // Chance decides how often a bundle is tried.
            XCTAssertLessThan(growth, 10, unit)
        }
    }

    /// The key is always the same and nothing is signed, so that no chance is in the counts.
    func testValuesOfEveryShapeAreBundledWithWorkInProportionToTheirSize() throws {
        let folder = try scratchFolder()
        for unit in Self.units {
            func work(_ size: Int) throws -> Int {
                let message = Self.message(of: unit, size: size)
                return try XML.Work.measuring { try bundle(message, in: folder) }.work.total
            }
            let (one, four) = (try work(4_000), try work(16_000))
            // Each byte of the value is counted.
            XCTAssertGreaterThan(one, 4_000, unit)
            XCTAssertLessThanOrEqual(Double(four), Double(one) * 4.5, unit)
        }
    }

    private static let units = [
        "a.", "a-", "a.-", "..a", "\\", "%25", "é", "e\u{301}", "QUJD", "-", "a:", "=41",
    ]

    /// A message with a value of one piece of text, repeated; a word behind it keeps it from being taken for a mask.
    private static func message(of unit: String, size: Int) -> [UInt8] {
        let value = String(repeating: unit, count: size / unit.utf8.count)
        return Array(ResponseFixture().xml.replacing("tv-14", with: value + "tv-14").utf8)
    }

    private func bundle(_ message: [UInt8], in folder: ScratchFolder) throws {
        try folder.write(message, to: "message.xml")
        var bundle = SupportBundle(processor: .unchecked, key: Array(repeating: 7, count: 32))
        var reader = CaptureReader(paths: [folder.path("message.xml")])
        bundle.add(try XCTUnwrap(reader.next()), named: "message.xml")
    }
}
