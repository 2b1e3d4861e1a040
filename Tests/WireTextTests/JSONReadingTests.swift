import WireText
import XCTest

final class JSONReadingTests: XCTestCase {
    private func read(_ text: String) -> JSONValue? { JSONValue(reading: Array(text.utf8)) }

    func testAValueThatIsReadIsWrittenAsItWas() {
        for text in [
            #"{"a":[1,-2,0.5,"b",true,false,null,{}],"c":"d"}"#, "[]", "\"\"", "12", "null",
        ] {
            XCTAssertEqual(read(text)?.bytes, Array(text.utf8), text)
        }
    }

    func testWhatIsNotJSONIsNoValue() {
        let deep = String(repeating: "[", count: 66) + String(repeating: "]", count: 66)
        for text in ["", "{", "[1,]", "1 2", "{\"a\" 1}", "tru", deep] {
            XCTAssertNil(read(text), text)
        }
    }

    func testPartsAreThoseOfTheirKindOnly() throws {
        let value = try XCTUnwrap(
            read(#"{"text":"a","number":7.9,"flag":false,"none":null,"list":[1],"text":"b"}"#))
        XCTAssertEqual(value["text"]?.text, "a")
        XCTAssertEqual(value["number"]?.wholeNumber, 7)
        XCTAssertEqual(value["flag"]?.boolean, false)
        XCTAssertEqual(value["list"]?.elements?.count, 1)
        XCTAssertEqual(value.members?.count, 6)
        XCTAssertNotNil(value["none"])
        XCTAssertNil(value["missing"])
        for part in ["flag", "none", "list"] {
            XCTAssertNil(value[part]?.text, part)
            XCTAssertNil(value[part]?.wholeNumber, part)
            XCTAssertNil(value[part]?["text"], part)
            XCTAssertNil(value[part]?.members, part)
        }
        XCTAssertNil(value["text"]?.boolean)
        XCTAssertNil(value["text"]?.elements)
        XCTAssertNil(read("1e300")?.wholeNumber)
    }
}
