import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// What columns, members and parameters hold in the place of a message.
final class FieldValueTests: XCTestCase {
    private let message = "PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFtZXM6dGM"
    private let words = [
        "", " ", "-", "--", "n/a", "N/A", "null", "NULL", "(null)", "<null>", "nil", "undefined",
        "none", " null ", "\\N", String(repeating: "-", count: 64),
    ]
    private let masks = [
        "[REDACTED]", "***", "**", "••••••••", "xxxx", "[FILTERED]", "████",
        "Overwritten by the exporter", "(masked)",
    ]
    private let marks = ["…", "...", " …", " [truncated]", "...(truncated 200 bytes)", "[...]"]

    func testWordsForNothingMasksAndCutsAreTold() {
        for word in words { XCTAssertEqual(FieldValue(Array(word.utf8)[...]), .nothing, word) }
        for mask in masks { XCTAssertEqual(FieldValue(Array(mask.utf8)[...]), .redacted, mask) }
        XCTAssertEqual(FieldValue(Array("<private>".utf8)[...]), .leftOut(.hidden))
        for mark in marks {
            for value in [message, "<samlp:Response ID=\"_a"] {
                XCTAssertEqual(
                    FieldValue(Array((value + mark).utf8)[...]), .truncated, value + mark)
            }
        }
        for value in [
            message, "<Response>...</Response>", "<a/>", "x", "1", "at 12 answer=x ...",
            "SAMLResponse=redacted=", "<Redaction>masked</Redaction>", "{}",
        ] {
            XCTAssertEqual(FieldValue(Array(value.utf8)[...]), .content, value)
        }
    }

    func testAColumnAndAMemberMeanTheSame() throws {
        let folder = try temporaryFolder()
        let values: [(String, CaptureError.Code?)] =
            words.map { ($0, nil) } + masks.map { ($0, .redactedMessage) }
            + marks.map { (message + $0, .truncatedMessage) }
        for (value, code) in values {
            let escaped = value.replacing("\\", with: "\\\\")
            for (name, content) in [
                ("a.csv", "x,SAMLResponse\n1,\(value)\n2,\(message)\n"),
                (
                    "a.ndjson",
                    #"{"SAMLResponse":"\#(escaped)"}"# + "\n{\"SAMLResponse\":\"\(message)\"}\n"
                ),
                (
                    "a.json",
                    #"[{"a":{"SAMLResponse":"\#(escaped)"}},{"SAMLResponse":"\#(message)"}]"#
                ),
            ] {
                let entries = try folder.read(file: name, content: content)
                XCTAssertEqual(
                    entries.map(\.error?.code), (code.map { [$0] } ?? []) + [nil], content)
                XCTAssertEqual(entries.last?.message, message, content)
            }
        }
    }

    func testRowsAndMembersThatHoldNothingAreCounted() throws {
        let folder = try temporaryFolder()
        for (name, content) in [
            ("a.csv", "x,SAMLResponse\n1,\n2,null\n3,\(message)\n"),
            (
                "a.ndjson",
                "{\"SAMLResponse\":null}\n{\"SAMLResponse\":\"\"}\n{\"SAMLResponse\":\"\(message)\"}\n"
            ),
        ] {
            try folder.write(content, to: name)
            var reader = CaptureReader(inputs: [folder.path(name)], options: .init())
            XCTAssertEqual(try reader.next()?.message().bytes, Array(message.utf8), name)
            XCTAssertNil(reader.next(), name)
            XCTAssertEqual(reader.passedOverCount, 2, name)
        }
        XCTAssertEqual(
            try folder.read(content: "x,SAMLResponse\n1,\n").map(\.error?.code), [.noMessage])
        XCTAssertEqual(
            try folder.read(content: "{\"SAMLResponse\":null}\n").map(\.error?.code), [.noMessage])
        XCTAssertEqual(
            try folder.read(content: "{\"SAMLResponse\":null,\"samlResponse\":\"x\"}\n")
                .map(\.message), ["x"])
        XCTAssertEqual(
            try folder.read(content: "{\"a\":null}\n{\"a\":\"x\"}\n", field: "a").map(\.message),
            ["x"])
    }
}
