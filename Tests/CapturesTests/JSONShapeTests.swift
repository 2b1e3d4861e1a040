import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages in JSON of any shape.
final class JSONShapeTests: XCTestCase {
    private static let namespace = "urn:oasis:names:tc:SAML:2.0:protocol"
    /// Two messages, as text in Base64.
    private let one = Data(
        "<samlp:Response xmlns:samlp=\"\(JSONShapeTests.namespace)\" ID=\"_one\"/>".utf8
    )
    .base64EncodedString()
    private let other = Data(
        "<samlp:Response xmlns:samlp=\"\(JSONShapeTests.namespace)\" ID=\"_other\"/>".utf8
    )
    .base64EncodedString()

    func testAMessageIsFoundAtAnyDepth() throws {
        for shape in [
            #"{"a":{"b":{"c":"MESSAGE"}}}"#, #"{"a":[[{"b":["x","MESSAGE"]}]]}"#, #"["MESSAGE"]"#,
            #"[{"a":1},[["MESSAGE"]]]"#, #"{"SAMLResponse":["MESSAGE","second value"]}"#,
            #"{"form":[{"name":"SAMLResponse","value":"MESSAGE"}]}"#,
            #"{"a":"{\"b\":\"MESSAGE\"}"}"#, #"{"a":"{\"b\":\"[\\\"MESSAGE\\\"]\"}"}"#,
            #"{"a":"{\"b\":\"{\\\"c\\\":\\\"{\\\\\\\"d\\\\\\\":\\\\\\\"MESSAGE\\\\\\\"}\\\"}\"}"}"#,
            #"{"a":"2026-01-15 INFO answer MESSAGE received"}"#,
            #"{"SAMLResponse":null,"SAMLRequest":"MESSAGE"}"#,
        ] {
            for text in [shape, "\u{FEFF}" + shape + "\r\n", try indented(shape)] {
                let entries = try read(text.replacingOccurrences(of: "MESSAGE", with: one))
                XCTAssertEqual(entries.map(\.message), [one], shape)
            }
        }
    }

    func testDeepNestingIsNoOverflow() throws {
        for depth in [64, 66, 100_000] {
            let text =
                String(repeating: "[", count: depth) + "\"\(one)\""
                + String(repeating: "]", count: depth)
            for content in [text, "{\"a\":\(text)}\n{\"SAMLResponse\":\"\(other)\"}"] {
                let errors = try temporaryFolder().read(content: content).compactMap(\.error?.code)
                XCTAssertEqual(
                    errors, depth == 64 && content == text ? [] : [.invalidJSON], "\(depth)")
            }
        }
        // Each string begins anew, and all of them count.
        let inner =
            String(repeating: "[", count: 60) + "\\\"\(one)\\\""
            + String(repeating: "]", count: 60)
        let text =
            String(repeating: "[", count: 10) + "\"\(inner)\""
            + String(repeating: "]", count: 10)
        XCTAssertEqual(try read("{\"a\":\(text)}").compactMap(\.error?.code), [.noMessage])
    }

    func testTwoMessagesOfALineAreTwoRecordsAndTheSameTwiceIsOne() throws {
        let line = #"{"time":"t","a":"\#(one)","b":{"host":"h","c":"\#(other)"},"d":["\#(one)"]}"#
        let entries = try read(line + "\n{}\n" + line + "\n")
        XCTAssertEqual(entries.map(\.message), [one, other, one, other])
        XCTAssertEqual(entries.map(\.source.line), [1, 1, 3, 3])
        XCTAssertEqual(entries.map(\.source.host), [nil, "h", nil, "h"])
        XCTAssertEqual(entries.map(\.source.time), ["t", "t", "t", "t"])
        XCTAssertEqual(entries.map(\.source.alsoAt.count), [1, 0, 1, 0])
    }

    func testElementsOfAnArrayAreElementsOfTheFile() throws {
        let text = #"[{"a":"\#(one)"},{"b":1},"x",{"a":"\#(one)"},["\#(other)"]]"#
        for content in [text, try indented(text), "\n" + text + "\n"] {
            let entries = try read(content)
            XCTAssertEqual(entries.map(\.message), [one, one, other])
            XCTAssertEqual(entries.map(\.source.entry), [0, 3, 4])
            XCTAssertEqual(entries.map(\.source.line), [nil, nil, nil])
        }
    }

    func testAMessageUnderOtherNamesOfADocumentIsAFurtherPlace() throws {
        for text in [
            #"[{"a":"\#(one)"},{"b":{"c":"\#(one)"}}]"#,
            #"{"x":[{"a":"\#(one)"},{"b":{"c":"\#(one)"}}],"y":1}"#,
        ] {
            let entries = try read(try indented(text))
            XCTAssertEqual(entries.map(\.message), [one], text)
            XCTAssertEqual(entries.map(\.source.alsoAt.count), [1], text)
        }
        // With times they are events.
        let events = #"[{"time":"1","a":"\#(one)"},{"time":"2","b":"\#(one)"}]"#
        XCTAssertEqual(try read(try indented(events)).map(\.message), [one, one])
    }

    func testObjectsWithoutLineBreaksAreReadOneByOne() throws {
        let row = #"{"a":"\#(one)"}"#
        let entries = try read(row + row + " " + row + "\n" + row + "{\"a\"\n" + row)
        XCTAssertEqual(entries.map(\.message), [one, one, one, one, nil, one])
        XCTAssertEqual(entries.map(\.source.line), [1, 1, 1, 2, 2, 3])
        let spread = try indented(row)
        XCTAssertEqual(try read(spread + "\n" + spread + spread).map(\.source.entry), [0, 1, 2])
    }

    func testObjectsWithoutLineBreaksAreHeldOneAtATime() throws {
        let row = #"{"a":"\#(one)"}"#
        var search = JSONSearch(Array((row + "{}" + row).utf8), MessageSource(), field: nil)
        XCTAssertTrue(search.steps().isEmpty)
        var parts = try XCTUnwrap(search.parts)
        var texts: [String] = []
        while let part = parts.next() { texts.append(String(decoding: part.bytes, as: UTF8.self)) }
        XCTAssertEqual(texts, [row, "{}", row])
        let entries = try read("{}{\"a\":1}{}\(row){}{\"a\"\n")
        XCTAssertEqual(entries.map(\.message), [one, nil])
        XCTAssertEqual(entries.map(\.error?.code), [nil, .invalidJSON])
    }

    func testAFieldIsANameOrAPath() throws {
        let row =
            #"{"a.b":"literal","a":{"b":"path","c":[{"d":"1"},{"d":"2"}]},"e":"{\"f\":\"g\"}"}"#
        for (field, expected) in [
            ("a.b", ["literal"]), ("a.c.d", ["1", "2"]), ("e.f", ["g"]), ("e", [#"{"f":"g"}"#]),
        ] {
            for text in [row, try indented(row)] {
                XCTAssertEqual(try read(text, field: field).map(\.message), expected, field)
            }
        }
        for field in ["a", "a.x", "b", "a.c.d.e", "a.", ""] {
            XCTAssertEqual(
                try read(row, field: field).map(\.error),
                [.init(.missingField, at: field == "a" ? 21 : nil, field: field)], field)
        }
        let hits = #"{"hits":{"hits":[{"_source":{"m":"\#(one)","n":"\#(other)"}}]}}"#
        XCTAssertEqual(try read(hits, field: "hits.hits._source.n").map(\.message), [other])
    }

    func testAMaskAndACutInAFieldSaySo() throws {
        for mask in ["<private>", "[REDACTED]", "****", "********", "<redacted>"] {
            for row in [
                #"{"SAMLResponse":"\#(mask)"}"#, #"{"a":{"SAMLResponse":"\#(mask)"}}"#,
                #"{"eventMessage":"SAMLResponse: \#(mask)"}"#,
            ] {
                XCTAssertEqual(
                    try read(row + "\n").map(\.error?.code), [.redactedMessage], row)
            }
        }
        let xml =
            "<samlp:Response xmlns:samlp=\"\(Self.namespace)\">"
            + String(repeating: "a", count: 4096) + "</samlp:Response>"
        for text in [Data(xml.utf8).base64EncodedString(), xml.replacing("\"", with: "'")] {
            for row in [
                #"{"SAMLResponse":"\#(text.prefix(1024))"}"#,
                #"{"a":{"SAMLResponse":"\#(text.prefix(4096))"}}"#,
            ] {
                XCTAssertEqual(
                    try read(row + "\n").map(\.error?.code), [.truncatedMessage], row)
            }
        }
    }

    func testTheMessagesInTextOfAFieldAreTaken() throws {
        let row = #"{"result":{"_raw":"at 12 answer=\#(one) status=201"},"x":"\#(other)"}"#
        XCTAssertEqual(try read(row, field: "result._raw").map(\.message), [one])
    }

    func testAFileInPiecesOfEverySizeIsReadAsAWhole() throws {
        let row = #"{"time":"t","a":"\#(one)","b":"{\"c\":\"\#(other)\"}","d":"\u00e9\""}"#
        for (text, isLines) in [
            (row + "\n\n" + row + row + "\r\n{\"x\n" + row, true), ("[\(row),\n1,\(row)]", false),
            (try indented(row), false),
        ] {
            let whole = reading(PieceSource(Array(text.utf8)), isLines: isLines)
            XCTAssertGreaterThan(whole.count, 1)
            for size in [1, 2, 3, 5, 7, 11, 64] {
                let pieces = PieceSource(Array(text.utf8), pieceSize: size)
                XCTAssertEqual(reading(pieces, isLines: isLines), whole, "\(size)")
            }
        }
    }

    func testAFileThatIsCutOffGivesWhatCameBeforeAndOneFailure() throws {
        let text = #"[{"a":"\#(one)"},{"a":"\#(other)"}]"#
        let second = try XCTUnwrap(text.range(of: ",{")).lowerBound
        for place in text.indices where place > second {
            let entries = try read(String(text[..<place]), format: .json)
            let count = text[place...].count == 1 ? 2 : 1
            XCTAssertEqual(
                entries.prefix(count).map(\.message), [one, other].prefix(count).map { $0 })
            XCTAssertEqual(entries.dropFirst(count).map(\.error?.code), [.invalidJSON])
        }
    }

    func testAnObjectLargerThanTheLimitIsReadElementByElement() throws {
        let rows = (0..<100).map { #"{"_source":{"m":"\#($0 == 70 ? other : one)","n":\#($0)}}"# }
        let text =
            #"{"took":5,"hits":{"total":{"value":1},"hits":[\#(rows.joined(separator: ","))]}}"#
        for content in [text, try indented(text), "[\(rows.joined(separator: ","))]"] {
            let entries = try read(content, limit: 300)
            XCTAssertEqual(entries.map(\.source.entry), Array(0..<100))
            XCTAssertEqual(entries.map(\.message), (0..<100).map { $0 == 70 ? other : one })
        }
        let named = try read(text, field: "hits.hits._source.m", limit: 300)
        XCTAssertEqual(named.count, 100)
        XCTAssertEqual(try read(text, field: "hits.x", limit: 300).map(\.error?.code), [.noMessage])
        // An element above the limit is refused, and those behind it are read.
        let long =
            #"[{"a":"\#(one)"},{"a":"\#(String(repeating: "x", count: 500))"},"#
            + #"{"a":"\#(other)"}]"#
        let refused = try read(long, limit: 300)
        XCTAssertEqual(refused.map(\.message), [one, nil, other])
        XCTAssertEqual(refused.map(\.error?.code), [nil, .inputTooLarge, nil])
        XCTAssertEqual(refused.map(\.source.entry), [0, 1, 2])
    }

    func testManyObjectsInALineAboveTheLimitAreReadOneByOne() throws {
        let rows = (0..<50).map { #"{"a":"\#($0 == 7 ? other : one)"}"# }
        let entries = try read(rows.joined() + "\n" + rows[0], limit: 300)
        XCTAssertEqual(entries.map(\.message), (0...50).map { $0 == 7 ? other : one })
        XCTAssertEqual(entries.map(\.source.line), Array(repeating: 1, count: 50) + [2])
    }

    private struct Entry: Equatable {
        var message: String?
        var error: CaptureError?
        var source: MessageSource
    }

    private func read(
        _ content: String, format: CaptureFormat? = nil, field: String? = nil, limit: Int = 32 << 20
    ) throws -> [Entry] {
        let folder = try temporaryFolder()
        try folder.write(content, to: "capture")
        var reader = CaptureReader(
            inputs: [folder.path("capture")],
            options: .init(format: format, field: field, entryByteCount: limit))
        var entries: [Entry] = []
        while let record = reader.next() { entries.append(entry(of: record)) }
        return entries
    }

    private func entry(of record: CapturedRecord) -> Entry {
        do throws(CaptureError) {
            let message = try record.message()
            return Entry(
                message: String(decoding: message.bytes, as: UTF8.self), source: message.source)
        } catch {
            return Entry(error: error, source: record.source)
        }
    }

    private func reading(_ source: any ByteSource, isLines: Bool) -> [Entry] {
        let capture = JSONCapture(ByteReader(source, blockSize: 64), .small, isLines: isLines)
        var entries: [Entry] = []
        while let step = capture.next() {
            guard case .entry(let step) = step else { continue }
            entries.append(
                entry(of: CapturedRecord(index: 0, source: step.source, content: step.content)))
        }
        return entries
    }

    private func indented(_ json: String) throws -> String {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys]
        return String(
            decoding: try JSONSerialization.data(withJSONObject: value, options: options),
            as: UTF8.self)
    }
}
