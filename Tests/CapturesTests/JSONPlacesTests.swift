import WireText
import XCTest

@testable import Captures

final class JSONPlacesTests: XCTestCase {
    private func read(_ text: String) throws -> JSONValue {
        try XCTUnwrap(JSONValue(reading: Array(text.utf8)))
    }

    func testTheFirstPlaceWithAValueIsTaken() throws {
        let value = try read(#"{"a":{"b":null,"c":"d"},"e":"f","g":""}"#)
        XCTAssertEqual(value[["a.c", "e"]]?.text, "d")
        XCTAssertEqual(value[["a.b", "e"]]?.text, "f")
        XCTAssertEqual(value[["x.y", "a.c.z", "e"]]?.text, "f")
        XCTAssertNil(value[["a.b", "x"]])
        XCTAssertNil(value[[]])
        XCTAssertEqual(value.filledText(["e"]), "f")
        XCTAssertNil(value.filledText(["g"]))
        XCTAssertNil(value.filledText(["a"]))
    }

    func testHeadersAreReadInEveryFormThatRecordersWrite() throws {
        for text in [
            #"{"A":"b","C":["d","7"]}"#,
            #"[{"name":"A","value":"b"},{"name":"C","value":"d"},{"name":"C","value":7}]"#,
            #"[{"key":"A","value":"b"},{"key":{"name":"C"},"value":"d"},{"key":"C","value":"7"}]"#,
            #"[["A","b"],["C","d"],["C",7]]"#, #"["A: b","C:d","C: 7"]"#, #""A: b\nC: d\nC: 7""#,
        ] {
            let headers = try XCTUnwrap(HTTPHeaders(try read(text)), text)
            XCTAssertEqual(headers.fields.map { "\($0.name)=\($0.value)" }, ["A=b", "C=d", "C=7"])
        }
        for text in ["null", "7", "true"] { XCTAssertNil(HTTPHeaders(try read(text)), text) }
    }

    func testHeadersThatAreSwitchedOffWereNotSent() throws {
        let headers = HTTPHeaders(
            try read(
                #"[{"key":"A","disabled":true},{"key":"B","disabled":false,"value":null},"#
                    + #"{"key":{"name":"C"},"isEnabled":false}]"#))
        XCTAssertEqual(headers?.fields, [.init(name: "B", value: "")])
    }
}
