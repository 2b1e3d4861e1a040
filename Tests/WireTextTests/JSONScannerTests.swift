import TestSupport
import WireText
import XCTest

/// The reader of JSON that is in memory.
final class JSONScannerTests: XCTestCase, ReachesUnsafeCode {
    func testValuesAreReadByTheKindThatIsAskedFor() throws {
        var scanner = JSONScanner(
            Array(#" { "i" : -12 , "b":[true,false,1,0,null], "s":"a\/\u00e9\n", "n":null } "#.utf8)
        )
        var names: [String] = []
        try scanner.object { (name, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            names.append(name)
            switch name {
            case "i": XCTAssertEqual(try scanner.integer(), -12)
            case "b":
                var values: [Bool?] = []
                try scanner.array { (scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                    values.append(try scanner.boolean())
                }
                XCTAssertEqual(values, [true, false, true, false, nil])
            case "s": XCTAssertEqual(try scanner.string(), "a/é\n")
            default: XCTAssertNil(try scanner.string())
            }
        }
        XCTAssertEqual(names, ["i", "b", "s", "n"])
        XCTAssertTrue(scanner.isAtEnd)
    }

    func testNullHasNoMembersAndNoElements() throws {
        var scanner = JSONScanner(Array("null null null".utf8))
        try scanner.object { (_, _) throws(JSONScanner.Failure) in XCTFail("a member") }
        try scanner.array { (_) throws(JSONScanner.Failure) in XCTFail("an element") }
        XCTAssertEqual(try scanner.strings(), [])
        XCTAssertTrue(scanner.isAtEnd)
    }

    func testAValueIsFoundWhereItStands() throws {
        let bytes = Array(#"{"a": [1, {"b": "\n"}] , "c":"\t"}"#.utf8)
        var scanner = JSONScanner(bytes)
        var values: [String] = []
        try scanner.members { (name, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            let value = try scanner.value()
            values.append(String(decoding: scanner.content(of: name), as: UTF8.self))
            values.append(String(decoding: bytes[value.range], as: UTF8.self))
        }
        XCTAssertEqual(values, ["a", #"[1, {"b": "\n"}]"#, "c", #""\t""#])
    }

    func testAnotherKindOfValueFailsAtItsFirstWrongByte() {
        for (text, offset) in [
            ("\"1\"", 0), ("1.5", 3), ("1e2", 3), ("{}", 0), ("", 0), ("  x", 2),
            ("99999999999999999999", 20),
        ] {
            var scanner = JSONScanner(Array(text.utf8))
            XCTAssertThrowsError(try scanner.integer(), text) { error in
                XCTAssertEqual((error as? JSONScanner.Failure)?.offset, offset, text)
            }
        }
    }

    func testNestingIsReadUpToSixtyFourLevels() {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: levels) + "1"
                    + String(repeating: "]", count: levels)).utf8)
        }
        var allowed = JSONScanner(nested(64))
        XCTAssertNoThrow(try allowed.skip())
        for levels in [65, 1_000_000] {
            var scanner = JSONScanner(nested(levels))
            XCTAssertThrowsError(try scanner.skip())
        }
    }
}
