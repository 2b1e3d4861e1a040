import Captures
import Foundation
import SAMLBindings
import TestSupport
import XCTest

/// Files that are one message.
final class WholeMessageTests: XCTestCase {
    func testAFileIsOneMessageByteForByte() throws {
        let folder = try temporaryFolder()
        let text = "\u{FEFF}<a>\r\n</a>\r\n"
        let entries = try folder.read(file: "a.xml", content: text)
        XCTAssertEqual(entries.count, 1)
        XCTAssertEqual(entries[0].message?.utf8.map { $0 }, Array(text.utf8))
        XCTAssertNil(entries[0].line)
    }

    func testAnObjectOverSeveralLinesIsOneMessageWithItsTimeAndHost() throws {
        let folder = try temporaryFolder()
        let text = "{\n  \"time\": \"t\",\r\n\"host\": \"h\",\n  \"SAMLResponse\": \"<a/>\"\n}\n"
        try folder.write(text, to: "a.json")
        var reader = CaptureReader(inputs: [folder.path])
        let record = try XCTUnwrap(reader.next())
        let message = try record.message()
        XCTAssertEqual(message.bytes, Array("<a/>".utf8))
        XCTAssertEqual(message.source.time, "t")
        XCTAssertEqual(message.source.host, "h")
        XCTAssertNil(message.source.line)
        XCTAssertNil(reader.next())
        let options = CaptureReader.Options(format: .json, field: "host")
        var named = CaptureReader(inputs: [folder.path], options: options)
        XCTAssertEqual(try named.next()?.message().bytes, Array("h".utf8))
        let broken = try temporaryFolder().read(content: "{\n\"a\": 1\n\"b\": 2\n}")
        XCTAssertEqual(broken.map(\.error), [.init(.invalidJSON, at: 9)])
    }

    func testAWholeMessageIsReadHoweverItsLinesAreBroken() throws {
        let xml = try Repository.sample("captures/36-unsigned.xml")
        let base64 = Data(xml).base64EncodedString()
        let lines = stride(from: 0, to: base64.count, by: 76).map {
            String(base64.dropFirst($0).prefix(76))
        }
        func padded(_ number: Int, _ radix: Int, _ count: Int) -> String {
            let text = String(number, radix: radix)
            return String(repeating: "0", count: count - text.count) + text
        }
        // As `od -t x1` writes.
        var listing = stride(from: 0, to: xml.count, by: 16).map { start in
            padded(start, 8, 7) + " "
                + xml[start...].prefix(16).map { padded(Int($0), 16, 2) }.joined(separator: " ")
        }
        listing.append(padded(xml.count, 8, 7))
        for (file, text) in [
            (
                "page.html",
                "<form method=\"post\"><input name=\"SAMLResponse\" value=\""
                    + lines.joined(separator: "&#13;\n") + "\"/></form>"
            ), ("a.properties", "SAMLResponse=" + lines.joined(separator: "\\\n    ") + "\n"),
            ("dump.txt", listing.joined(separator: "\n") + "\n"),
        ] {
            let folder = try temporaryFolder()
            try folder.write(text, to: file)
            var reader = CaptureReader(inputs: [folder.path])
            let message = try XCTUnwrap(reader.next(), file).message()
            XCTAssertEqual(try EnvelopeDecoder().envelope(from: message).xml, xml, file)
            XCTAssertNil(reader.next(), file)
        }
    }

    func testDocumentsBehindEachOtherAreMessagesOfTheirOwn() throws {
        let other = SmallMessage.xml.replacing("_a", with: "_other")
        let declaration = "<?xml version=\"1.0\"?>\n"
        let text = "\(declaration)\(SmallMessage.xml)\n\(declaration)\(other)\n"
        let entries = try temporaryFolder().read(file: "a.xml", content: text)
        XCTAssertEqual(entries.map { $0.message?.contains("_other") }, [false, true])
        // A comment may follow the root.
        let one = SmallMessage.xml + "\n<!-- end -->\n"
        XCTAssertEqual(
            try temporaryFolder().read(file: "a.xml", content: one).map(\.message), [one])
    }

    func testAnEmptyFileIsAnEmptyMessage() throws {
        let entries = try temporaryFolder().read(content: "")
        XCTAssertEqual(entries.map(\.message), [""])
    }

    func testABinaryFileIsOneMessageWhereThatIsForced() throws {
        let folder = try temporaryFolder()
        let noise = try Repository.sample("captures/malformed/random-bytes.bin")
        try folder.write(noise, to: "noise.bin")
        var reader = CaptureReader(inputs: [folder.path], options: .init(format: .message))
        let record = try XCTUnwrap(reader.next())
        XCTAssertEqual(try record.message().bytes, noise)
        XCTAssertEqual(record.byteCount, noise.count)
        XCTAssertNil(reader.next())
    }

    func testAFileOfSeveralBlocksIsReadWhole() throws {
        let text = "<a>" + String(repeating: "0123456789abcde\n", count: 50_000) + "</a>"
        let entries = try temporaryFolder().read(content: text)
        XCTAssertEqual(entries.count, 1)
        XCTAssertTrue(entries[0].message == text)
    }

    func testAFileAboveTheLimitIsRefusedAndOneAtTheLimitIsNot() throws {
        let folder = try temporaryFolder()
        XCTAssertEqual(try folder.read(content: "<abcde/>", limit: 8)[0].message, "<abcde/>")
        XCTAssertEqual(
            try folder.read(content: "<abcdef/>", limit: 8).map(\.error?.code), [.inputTooLarge])
    }

    func testWhatFollowsAFirstLineAboveTheLimitIsSearched() throws {
        let long = String(repeating: "x.", count: 300_000)
        let text = "\(long)\n2026 a\n2026 SAMLResponse=\(SmallMessage.base64)\n"
        let entries = try temporaryFolder().read(content: text, limit: 500_000)
        XCTAssertEqual(entries.map(\.error?.code), [.inputTooLarge, nil])
        XCTAssertEqual(entries.map(\.line), [1, 3])
        XCTAssertEqual(
            try temporaryFolder().read(content: long, limit: 500_000).map(\.error?.code),
            [.inputTooLarge])
    }

    func testAFileOfSpacesAboveTheLimitIsRefusedOnceAndTheNextFileIsRead() throws {
        let folder = try temporaryFolder()
        try folder.write([UInt8](repeating: 0x20, count: 700_000), to: "a")
        try folder.write("<b/>", to: "b")
        let entries = folder.read(options: .init(entryByteCount: 600_000))
        XCTAssertEqual(entries.map(\.error?.code), [.inputTooLarge, nil])
        XCTAssertEqual(entries.map(\.message), [nil, "<b/>"])
    }

    func testWrappedBase64IsOneMessage() throws {
        let folder = try temporaryFolder()
        for name in ["32-base64-76-columns.b64", "verification-token.b64"] {
            let bytes = try Repository.sample("captures/\(name)")
            try folder.write(bytes, to: name)
            let entries = folder.read([name])
            XCTAssertEqual(entries.map(\.message), [String(decoding: bytes, as: UTF8.self)], name)
            XCTAssertEqual(entries.map(\.line), [nil], name)
        }
    }

    func testASinglePayloadIsOneMessageWithoutALine() throws {
        let folder = try temporaryFolder()
        for name in [
            "33-base64-percent-encoded.txt", "34-base64-doubly-percent-encoded.txt",
            "35-form-body.form", "verification-token.redirect",
        ] {
            try folder.write(Repository.sample("captures/\(name)"), to: name)
            let entries = folder.read([name])
            XCTAssertEqual(entries.count, 1, name)
            XCTAssertNil(entries[0].line, name)
        }
    }

    func testEverySampleCaptureIsReadAndOnlyTheSubscribersHaveLines() throws {
        let captures = try temporaryFolder()
        try captures.link("samples", to: Repository.samples.appending(path: "captures").path)
        let entries = captures.read(["samples"])
        let subscribers = entries.filter { $0.file?.hasSuffix("subscribers-1000.ndjson") == true }
        XCTAssertEqual(subscribers.count, 1000)
        XCTAssertEqual(subscribers.map(\.line), Array(1...1000))
        XCTAssertEqual(subscribers.count { $0.error?.code == .invalidJSON }, 2)
        let others = entries.filter { $0.file?.hasSuffix("subscribers-1000.ndjson") == false }
        XCTAssertEqual(others.count, 53)
        XCTAssertTrue(others.allSatisfy { $0.line == nil && $0.error == nil })
    }
}
