import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Files with a JSON object a line.
final class NDJSONTests: XCTestCase, ReachesUnsafeCode {
    func testTheUsualFieldsAreFoundAndTheFirstOfThemIsPreferred() throws {
        let usual = [
            "SAMLResponse", "samlResponse", "samlAttributeQueryResponse", "SAMLRequest",
            "verificationToken",
        ]
        let folder = try temporaryFolder()
        for (place, name) in usual.enumerated() {
            // Later names of the list come first in the object.
            let members = usual[place...].reversed().map { "\"\($0)\":\"\($0)!\"" }
            let line = "{\"a\":{\"SAMLResponse\":\"inner\"},\(members.joined(separator: ","))}"
            XCTAssertEqual(try folder.read(content: line).map(\.message), ["\(name)!"])
        }
    }

    func testANamedFieldIsTheOnlyOneLookedAt() throws {
        let folder = try temporaryFolder()
        let line = "{\"SAMLResponse\":\"a\",\"body é\":\"b\"}"
        XCTAssertEqual(try folder.read(content: line, field: "body é").map(\.message), ["b"])
        XCTAssertEqual(
            try folder.read(content: line, field: "bod").map(\.error),
            [.init(.missingField, field: "bod")])
        XCTAssertEqual(try folder.read(content: "{\"\":\"c\"}", field: "").map(\.message), ["c"])
    }

    func testFieldNamesAndMessagesMayBeEscaped() throws {
        let line = #"{"SAML\u0052esponse":"\u003ca b=\"\u00e9\ud83d\ude00\"\/>\\\b\f\n\r\t"}"#
        let entries = try temporaryFolder().read(content: line)
        XCTAssertEqual(entries.map(\.message), ["<a b=\"é\u{1F600}\"/>\\\u{8}\u{C}\n\r\t"])
    }

    func testRowsWithoutAMessageArePassedOverAndAFileOfThemSaysSo() throws {
        let folder = try temporaryFolder()
        XCTAssertEqual(
            try folder.read(content: "{}\n{\"a\":\"b\"}\n").map(\.error),
            [.init(.noMessage, detail: CaptureFormat.ndjson.title)])
        try folder.write("{\"a\":1}\n[2]\nstarted\n{\"SAMLResponse\":\"x\"}\n", to: "log")
        var reader = CaptureReader(inputs: [folder.path("log")], options: .init())
        XCTAssertEqual(try reader.next()?.message().source.line, 4)
        XCTAssertNil(reader.next())
        XCTAssertEqual(reader.passedOverCount, 3)
    }

    func testRowsWithThePiecesOfOneMessageAreNotAmongThoseWithoutOne() throws {
        let base64 = SmallMessage.base64
        let rows = [
            "a", "12:00 part 1: \(base64.prefix(150))", "12:00 part 2: \(base64.dropFirst(150))",
            "z",
        ]
        .map { "{\"log\":\"\($0)\\n\",\"stream\":\"stdout\",\"time\":\"2026-01-15T12:00:00Z\"}\n" }
        let folder = try temporaryFolder()
        try folder.write(rows.joined(), to: "log")
        var reader = CaptureReader(inputs: [folder.path("log")], options: .init())
        let message = try reader.next()?.message()
        XCTAssertEqual(message?.source.line, 2)
        XCTAssertEqual(message.map { String(decoding: $0.bytes, as: UTF8.self) }, base64)
        XCTAssertNil(reader.next())
        XCTAssertEqual(reader.passedOverCount, 2)
    }

    func testTheMessagesOfADamagedRowAreGivenBeforeItsFault() throws {
        let folder = try temporaryFolder()
        let message = SmallMessage.base64
        for row in [
            "{\"SAMLResponse\":\"\(message)\",}", "{\"SAMLResponse\":\"\(message)\",\"a\":",
        ] {
            let entries = try folder.read(content: "\(row)\n{\"SAMLResponse\":\"x\"}\n")
            XCTAssertEqual(entries.map(\.message), [message, nil, "x"], row)
            XCTAssertEqual(entries.map(\.error?.code), [nil, .invalidJSON, nil], row)
        }
    }

    func testEveryRowLacksTheFieldThatWasNamed() throws {
        let entries = try temporaryFolder().read(
            content: "{}\n{\"body\":\"x\"}\n{\"SAMLResponse\":\"y\"}\n", field: "body")
        XCTAssertEqual(entries.map(\.message), [nil, "x", nil])
        XCTAssertEqual(
            entries.first?.error?.description, "The JSON object has no message in the field body.")
    }

    func testAFieldThatIsNoStringIsReportedAtItsValue() throws {
        let folder = try temporaryFolder()
        for value in ["1", "true", "[\"x\"]", "{\"x\":\"y\"}"] {
            XCTAssertEqual(
                try folder.read(content: "{\"SAMLResponse\": \(value)}").map(\.error),
                [.init(.missingField, at: 17, field: "SAMLResponse")], value)
        }
    }

    func testARepeatedFieldIsReportedAtItsSecondPlaceHoweverItIsWritten() throws {
        let folder = try temporaryFolder()
        for second in ["SAMLResponse", #"\u0053AMLResponse"#] {
            XCTAssertEqual(
                try folder.read(content: "{\"SAMLResponse\":\"x\",\"\(second)\":\"x\"}")
                    .map(\.error),
                [.init(.repeatedField, at: 20)])
        }
        XCTAssertEqual(
            try folder.read(content: "{\"a\":1,\"a\":2,\"SAMLResponse\":\"x\"}").map(\.message),
            ["x"])
    }

    func testTimeAndHostAreTakenAlong() throws {
        let folder = try temporaryFolder()
        try folder.write(
            "{\"time\":\"2026-01-15T11:00:01Z\",\"host\":\"sp.example\",\"SAMLResponse\":\"x\"}\n"
                + "{\"time\":5,\"host\":null,\"SAMLResponse\":\"y\"}\n", to: "a.ndjson")
        var reader = CaptureReader(inputs: [folder.path])
        let first = try XCTUnwrap(reader.next()).message()
        XCTAssertEqual(first.source.time, "2026-01-15T11:00:01Z")
        XCTAssertEqual(first.source.host, "sp.example")
        XCTAssertEqual(first.source.line, 1)
        XCTAssertNil(first.source.entry)
        let second = try XCTUnwrap(reader.next()).message()
        XCTAssertNil(second.source.time)
        XCTAssertNil(second.source.host)
        XCTAssertEqual(second.bytes, Array("y".utf8))
    }

    func testBlankLinesLineEndsAndAMissingLastOneDoNotMatter() throws {
        let entries = try temporaryFolder().read(
            content: "\u{FEFF}{\"SAMLResponse\":\"a\"}\r\n\r\n  \n{\"SAMLResponse\":\"b\"}\n"
                + " {\"SAMLResponse\" : \"c\"} ")
        XCTAssertEqual(entries.map(\.message), ["a", "b", "c"])
        XCTAssertEqual(entries.map(\.line), [1, 4, 5])
    }

    func testABrokenLineIsReportedAndTheNextOnesAreRead() throws {
        let entries = try temporaryFolder().read(
            content: "{\"SAMLResponse\":\"a\"}\n{\"SAMLResponse\":\"b\n{\"SAMLResponse\":\"c\"}\n"
                + "{1}\n{\"SAMLResponse\":\"d\"}}\n{\"SAMLResponse\":\"e\"}")
        XCTAssertEqual(entries.map(\.message), ["a", nil, "c", nil, nil, "e"])
        XCTAssertEqual(
            entries.compactMap(\.error),
            [.init(.invalidJSON, at: 18), .init(.invalidJSON, at: 1), .init(.invalidJSON, at: 20)])
    }

    func testALineAboveTheLimitIsReportedAndTheNextOnesAreRead() throws {
        let long = String(repeating: "x", count: 1_000_000)
        let entries = try temporaryFolder().read(
            content: "{\"SAMLResponse\":\"\(long)\"}\n{\"SAMLResponse\":\"b\"}\n", limit: 500_000)
        XCTAssertEqual(entries.map(\.error), [.init(.inputTooLarge), nil])
        XCTAssertEqual(entries.map(\.message), [nil, "b"])
        XCTAssertEqual(entries.map(\.line), [1, 2])
    }
}
