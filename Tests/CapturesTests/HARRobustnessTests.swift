import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// HAR files however they arrive, cut off, changed and made up.
final class HARRobustnessTests: XCTestCase, ReachesUnsafeCode {
    private static let small = Array(
        (#"{"log":{"pages":[{"a":[1.5e3,true]}],"entries":[{"startedDateTime":"2026","request":"#
            + #"{"url":"https:\/\/e.example\/?SAMLRequest=\u0066%2B"}},{"request":{"postData":"#
            + #"{"params":[{"name":"SAMLResponse","value":"PD\u002b\ud83d\ude00"}]}}},{},"#
            + #"{"response":{"content":{"text":"{\"authenticationRequest\":{\"request\":\"P\"}}"}}}"#
            + #"]}}"#).utf8)

    func testEverySplitIntoBlocksGivesTheSame() {
        let whole = HARReading(PieceSource(Self.small))
        XCTAssertEqual(
            whole.texts, ["SAMLRequest=f%2B", "SAMLResponse=PD%2B%F0%9F%98%80", "P"])
        XCTAssertEqual(whole.passedOverCount, 1)
        for size in 1...Self.small.count {
            XCTAssertEqual(HARReading(PieceSource(Self.small, pieceSize: size)), whole, "\(size)")
            XCTAssertEqual(HARReading(SplitSource(Self.small, at: size)), whole, "\(size)")
        }
    }

    func testWhereverAFileIsCutOffWhatWasWholeIsGivenAndOneErrorFollows() throws {
        let whole = HARReading(PieceSource(Self.small))
        // An entry counts from the byte after its brace, which is found by a parser of its own.
        let ends = (1...Self.small.count).filter { count in
            let text = String(decoding: Self.small.prefix(count), as: UTF8.self) + "]}}"
            return text.hasSuffix("}]}}") && Self.entryCount(text) != nil
        }
        for count in 0..<Self.small.count {
            let reading = HARReading(PieceSource(Array(Self.small.prefix(count))))
            let wholeEntries = ends.last { $0 <= count }.flatMap { end in
                Self.entryCount(
                    String(decoding: Self.small.prefix(end), as: UTF8.self) + "]}}")
            }
            let expected = whole.messages.filter { $0.entry ?? 0 < wholeEntries ?? 0 }
            XCTAssertEqual(Array(reading.messages.dropLast()), expected, "\(count)")
            XCTAssertEqual(reading.errors, [CaptureError(.invalidJSON, at: count)], "\(count)")
        }
    }

    private static func entryCount(_ text: String) -> Int? {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return ((object?["log"] as? [String: Any])?["entries"] as? [Any])?.count
    }

    func testEntriesAroundAMissingCommaAreReadAndItIsReported() throws {
        func entry(_ value: String) -> String {
            #"{"request":{"url":"https://e.example/?SAMLRequest=\#(value)"}}"#
        }
        let text =
            #"{"log":{"entries":[\#(entry("a")) \#(entry("b"))\#(entry("c")),\#(entry("d"))]}}"#
        let entries = try temporaryFolder().read(file: "a.har", content: text)
        XCTAssertEqual(
            entries.map(\.message),
            ["SAMLRequest=a", "SAMLRequest=b", "SAMLRequest=c", "SAMLRequest=d", nil])
        XCTAssertEqual(entries.compactMap(\.error?.code), [.invalidJSON])
        XCTAssertEqual(
            entries.compactMap { $0.error?.description.contains("a comma is missing") }, [true])
    }

    func testABodyInGzipWhoseBytesAreCharactersIsUnpacked() throws {
        let form = "SAMLResponse=\(SmallMessage.base64.replacing("+", with: "%2B"))"
        let packed = try Tool.run("gzip", ["-nc"], input: Array(form.utf8))
        let text = String(String.UnicodeScalarView(packed.map { Unicode.Scalar($0) }))
        func file(_ body: String) throws -> String {
            let body = String(
                decoding: try JSONSerialization.data(
                    withJSONObject: body, options: .fragmentsAllowed), as: UTF8.self)
            return #"{"log":{"entries":[{"request":{"method":"POST","url":"https://a/","#
                + #""postData":{"mimeType":"application/x-www-form-urlencoded","text":\#(body)}}}]}}"#
        }
        XCTAssertEqual(
            try temporaryFolder().read(file: "a.har", content: file(text)).map(\.message), [form])
        // A decoder of UTF-8 loses bytes for good.
        let lost = String(decoding: packed, as: UTF8.self)
        XCTAssertEqual(
            try temporaryFolder().read(file: "a.har", content: file(lost)).map(\.error?.code),
            [.undecodable])
    }

    func testRandomFilesAreReadAsFoundationReadsThem() throws {
        var generator = SeededGenerator("HAR, random files")
        var messageCount = 0
        for _ in 0..<1500 {
            let text = RandomHAR.file(using: &generator)
            let expected = try ReferenceHAR.messages(in: text)
            let size = Int.random(in: 1...300, using: &generator)
            let reading = HARReading(PieceSource(Array(text.utf8), pieceSize: size))
            XCTAssertEqual(
                reading.messages.map { "\($0.entry ?? -1) \((try? $0.outcome.get()) ?? "error")" },
                expected.map { "\($0.entry) \($0.text)" }, text)
            messageCount += expected.count
        }
        XCTAssertGreaterThan(messageCount, 1000)
    }

    func testMutatedFilesNeverEndInMoreThanOneErrorOfJSON() {
        var generator = SeededGenerator("HAR, mutated files")
        var brokenCount = 0
        for _ in 0..<3000 {
            var bytes = Array(RandomHAR.file(using: &generator).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            let isJSON = (try? JSONLine(parsing: bytes)) != nil
            let errors = HARReading(PieceSource(bytes, pieceSize: 97)).fileErrors
            if isJSON {
                XCTAssertTrue(errors.allSatisfy { $0.code != .invalidJSON }, "\(bytes)")
            } else {
                XCTAssertEqual(errors.count { $0.code == .invalidJSON }, 1, "\(bytes)")
                brokenCount += 1
            }
        }
        XCTAssertGreaterThan(brokenCount, 500)
    }

    func testABigFileIsReadInLittleMemory() {
        // AddressSanitizer keeps what was freed, and a margin around every block.
        let isSanitized = ProcessInfo.processInfo.environment["TEST_SANITIZER"] == "address"
        let before = peakMemory()
        let source = RepeatingSource(
            head: #"{"log":{"pages":[],"entries":["#,
            entry:
                #"{"request":{"url":"https://e.example/?SAMLRequest=f"},"response":{"content":{"text":""#,
            fillCount: 1 << 20, entryEnd: #""}}}"#, count: isSanitized ? 180 : 60, tail: "]}}")
        let reading = HARReading(source)
        XCTAssertEqual(reading.texts.count, isSanitized ? 180 : 60)
        XCTAssertEqual(reading.errors, [])
        XCTAssertGreaterThan(source.fileByteCount, (isSanitized ? 180 : 60) << 20)
        XCTAssertLessThan(
            peakMemory() - before,
            isSanitized ? source.fileByteCount / 2 : source.fileByteCount / 3)
    }

    private func peakMemory() -> Int {
        var usage = rusage()
        // 0 is RUSAGE_SELF, whose type differs between systems.
        _ = unsafe getrusage(0, &usage)
        #if os(Linux)
        return usage.ru_maxrss << 10
        #else
        return usage.ru_maxrss
        #endif
    }
}
