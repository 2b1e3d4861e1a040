import TestSupport
import XCTest

@testable import Captures

/// What the reader of JSON lines accepts, and where it finds fault.
final class JSONLineTests: XCTestCase, ReachesUnsafeCode {
    func testEveryKindOfValueIsAccepted() throws {
        let line = """
            {"a":[],"b":{},"c":[1,-0,0.5,1e9,1E+2,-2.5e-3,true,false,null,"",[[{}]]],"d":"\u{7F}"} 
            """
        XCTAssertEqual(try JSONLine(parsing: Array(line.utf8)).string("d"), "\u{7F}")
    }

    func testEachFaultIsReportedAtItsByte() {
        let faults: [(String, Int)] = [
            ("", 0), ("x", 0), (" [1]", 1), ("{", 1), ("{]", 1), ("{a", 1), ("{\"a", 3),
            ("{\"a\"", 4), ("{\"a\" 1}", 5), ("{\"a\":}", 5), ("{\"a\":1", 6), ("{\"a\":1]", 6),
            ("{\"a\":1,}", 7), ("{\"a\":1 \"b\"", 7), ("{\"a\":tru}", 8), ("{\"a\":nulL}", 8),
            ("{\"a\":01}", 6), ("{\"a\":-}", 6), ("{\"a\":1.}", 7), ("{\"a\":.5}", 5),
            ("{\"a\":1e}", 7), ("{\"a\":+1}", 5), ("{\"a\":[1,]}", 8), ("{\"a\":[1 2]}", 8),
            ("{\"a\":[1}", 7), ("{\"a\":\"\t\"}", 6), ("{\"a\":\"\\x\"}", 7),
            ("{\"a\":\"\\u12g4\"}", 10), ("{\"a\":\"\\u12", 10), ("{\"a\":\"\\", 7),
            ("{\"a\":'b'}", 5), ("{}x", 2), ("{} {}", 3), ("{}\u{0}", 2), ("{\"a\":NaN}", 5),
        ]
        for (text, offset) in faults {
            XCTAssertThrowsError(try JSONLine(parsing: Array(text.utf8)), text) { error in
                XCTAssertEqual(
                    error as? CaptureError, CaptureError(.invalidJSON, at: offset), text)
            }
        }
    }

    func testWhatEndsOrInterruptsAStringIsFoundInEveryPlace() throws {
        for length in 0..<100 {
            let text = String(repeating: "x", count: length)
            let line = try JSONLine(parsing: Array("{\"f\":\"\(text)\",\"g\":1}".utf8))
            XCTAssertEqual(line.string("f"), text)
            let escaped = try JSONLine(parsing: Array("{\"f\":\"\(text)\\n\(text)\"}".utf8))
            XCTAssertEqual(escaped.string("f"), "\(text)\n\(text)")
            XCTAssertThrowsError(
                try JSONLine(parsing: Array("{\"f\":\"\(text)\u{1F}\(text)\"}".utf8))
            ) { error in
                XCTAssertEqual((error as? CaptureError)?.offset, 6 + length)
            }
        }
    }

    func testNestingIsAcceptedUpToSixtyFourLevels() {
        func line(depth: Int) -> [UInt8] {
            let inner = depth - 1
            return Array(
                ("{\"a\":" + String(repeating: "[", count: inner) + "1"
                    + String(repeating: "]", count: inner) + "}").utf8)
        }
        XCTAssertNoThrow(try JSONLine(parsing: line(depth: 64)))
        XCTAssertThrowsError(try JSONLine(parsing: line(depth: 65)))
        XCTAssertThrowsError(try JSONLine(parsing: line(depth: 1_000_000)))
    }

    func testUnpairedSurrogatesBecomeReplacementCharacters() throws {
        for (escaped, expected) in [
            (#"\ud83d"#, "\u{FFFD}"), (#"\ude00"#, "\u{FFFD}"),
            (#"\ud83dx\ude00"#, "\u{FFFD}x\u{FFFD}"),
            (#"\ud83d\ud83d\ude00"#, "\u{FFFD}\u{1F600}"), (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"),
            (#"\ud83d\n"#, "\u{FFFD}\n"),
        ] {
            let line = try JSONLine(parsing: Array("{\"a\":\"\(escaped)\"}".utf8))
            XCTAssertEqual(line.string("a"), expected, escaped)
        }
    }
}
