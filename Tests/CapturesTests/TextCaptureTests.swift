import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Logs, pages and the output of tools, in which messages stand anywhere.
final class TextCaptureTests: XCTestCase {
    private let xml = """
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a" Version="2.0">\
        <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_b">x</saml:Assertion>\
        </samlp:Response>
        """
    private var base64: String { Data(xml.utf8).base64EncodedString() }
    private var line: String {
        "192.0.2.1 - - \"GET /acs?SAMLResponse=\(percent(base64)) HTTP/1.1\" 200"
    }
    private let other =
        "192.0.2.1 - - [15/Jan/2026:12:00:00 +0000] \"GET /a/b?c=d HTTP/1.1\" 200 512"

    func testAnAccessLogGivesARecordForEachLineWithAMessage() throws {
        let entries = try temporaryFolder().read(
            content: "\(other)\n\(line)\n\(other)\r\n\(other)\n\(line)\n")
        XCTAssertEqual(entries.map(\.line), [2, 5])
        XCTAssertEqual(
            entries.map(\.message), Array(repeating: "SAMLResponse=\(percent(base64))", count: 2))
    }

    func testAMessageThatStandsTwiceOnALineIsOneWithAFurtherPlace() throws {
        let twice = "a=SAMLResponse=\(percent(base64))&RelayState=1 b=\(base64) c=\(xml)"
        let text = "\(other)\n\(twice)\n\(line)\n\(line)"
        for size in [1, 100, 256 << 10] {
            let found = reading(PieceSource(Array(text.utf8)), pieceSize: size)
            XCTAssertEqual(found.map(\.line), [2, 3, 4], "\(size)")
            XCTAssertEqual(found.map(\.alsoAt), [[2, 2], [], []], "\(size)")
        }
    }

    func testALineWithVeryManyMessagesIsNotHeldBack() throws {
        let text = String(repeating: "\(xml) \(base64) ", count: 500)
        XCTAssertEqual(reading(PieceSource(Array(text.utf8))).map(\.alsoAt.count), [999])
        let distinct = (0..<50).map { xml.replacing("_a", with: "_a\($0)") }
        let found = reading(PieceSource(Array((distinct + distinct).joined().utf8)))
        XCTAssertEqual(found.count, 100)
    }

    func testAWrappedMessageAfterTheNameOfAParameterIsWhole() throws {
        for (width, lineFeed) in [(64, "\n"), (76, "\r\n")] {
            var rest = base64[...]
            var lines: [Substring] = []
            while !rest.isEmpty {
                lines.append(rest.prefix(width))
                rest = rest.dropFirst(width)
            }
            let wrapped = lines.joined(separator: lineFeed)
            let entries = try temporaryFolder().read(
                content: "\(other)\na SAMLResponse=\(wrapped)\(lineFeed)END\n")
            XCTAssertEqual(entries.map(\.error), [nil], "\(width)")
            XCTAssertEqual(entries.map(\.message), [wrapped], "\(width)")
        }
    }

    func testAWordThatALogSaysOfAMessageIsNoMessage() throws {
        let text = "a SAMLResponse=ok user=5\nb SAMLRequest=received\n"
        XCTAssertEqual(
            try temporaryFolder().read(content: text).map(\.error?.code), [.noMessage])
        let query = "\(other)\nGET /acs?SAMLResponse=broken HTTP/1.1\n"
        XCTAssertEqual(
            try temporaryFolder().read(content: query).map(\.message), ["SAMLResponse=broken"])
    }

    func testSamplesGiveTheirMessages() throws {
        for (name, lines) in [
            ("synthetic/synthetic-cloudwatch-s3-export.txt", [1, 2]),
            ("synthetic/synthetic-keyvalue.log", [1, 2, 3]),
            ("real/mitmdump-flow-detail-4.txt", [32, 50]), ("real/curl-7.88-i-L.txt", [5, 18]),
            ("synthetic/synthetic-zap-messages.txt", [20, 34]),
        ] {
            let file = Repository.root.appending(path: "Tests/Captures/\(name)")
            let text = try String(contentsOf: file, encoding: .utf8)
            let entries = try temporaryFolder().read(content: text, format: .text)
            XCTAssertEqual(entries.map(\.line), lines, name)
            XCTAssertEqual(entries.compactMap(\.error), [], name)
            for entry in entries {
                let message = CapturedMessage(bytes: Array((entry.message ?? "").utf8))
                XCTAssertNoThrow(try EnvelopeDecoder().envelope(from: message), name)
            }
        }
    }

    func testAValueThatTheUnifiedLogCutSaysSo() throws {
        let name = "Tests/Captures/synthetic/synthetic-oslog-compact.txt"
        let file = Repository.root.appending(path: name)
        let entries = try temporaryFolder().read(
            content: String(contentsOf: file, encoding: .utf8))
        XCTAssertEqual(entries.map(\.line), [34, 36])
        XCTAssertEqual(entries.map(\.error?.code), [nil, .truncatedMessage])
    }

    func testPiecesOfEverySizeGiveTheSame() throws {
        let text = [other, line, xml, "x \(base64)", "SAMLResponse=<private>", other, xml]
            .joined(separator: "\n")
        let bytes = Array((String(repeating: text + "\n", count: 40)).utf8)
        let expected = reading(PieceSource(bytes))
        XCTAssertEqual(expected.count, 200)
        for size in [1, 7, 100, 4096] {
            XCTAssertEqual(reading(PieceSource(bytes, pieceSize: size)), expected, "\(size)")
        }
    }

    func testRandomTextGivesTheSameInPiecesOfEverySize() throws {
        var generator = SeededGenerator("text, random fragments")
        let fragments = [
            line, xml, base64, String(base64.prefix(70)) + "\n", "SAMLResponse=", "samlResponse: ",
            "SAMLRequest%3D", "\"SAMLResponse\\\":\\\"", "&RelayState=a", "<samlp:Response SAML:",
            "<saml:Assertion xmlns=\"SAML:\">", "</saml:Assertion>", "</samlp:Response>",
            "&lt;Response ",
            "\\u003c", "%3C", "%2B", "%", "&#43;", "&", "\\", "\n", "\r\n", " ", "=", "\"",
            "<private>",
            "...", "****", "P", "<?xml version=\"1.0\"?>", "<Envelope>", "</Envelope>", other,
            "\u{A0}", "é",
            "name=\"SAMLResponse\" value=\"", "/>", "verificationToken=",
            String(repeating: "A", count: 500),
        ]
        for _ in 0..<300 {
            let count = Int.random(in: 1...60, using: &generator)
            let text = (0..<count).map { _ in fragments.randomElement(using: &generator) ?? "" }
                .joined()
            let bytes = Array(text.utf8)
            let expected = reading(PieceSource(bytes))
            let size = Int.random(in: 1...3000, using: &generator)
            let pieces = reading(PieceSource(bytes, pieceSize: size), pieceSize: size)
            XCTAssertEqual(pieces, expected, text)
        }
    }

    func testAnEndBeforeTheBeginningIsKnownAcrossPieces() {
        let filling = String(repeating: "-", count: 3000)
        let end = "</samlp:Response>\n\(filling)\n"
        let texts = [
            (end + String(xml.dropLast(20)), CaptureError.Code.disorderedMessage),
            (end + xml + "\n" + filling + "\n" + String(xml.dropLast(20)), .truncatedMessage),
        ]
        for (text, code) in texts {
            for size in [700, 2000, 256 << 10] {
                let readings = reading(
                    PieceSource(Array(text.utf8), pieceSize: size), pieceSize: size)
                XCTAssertThrowsError(try readings.last?.outcome.get(), "\(size)") {
                    XCTAssertEqual(($0 as? CaptureError)?.code, code, "\(size)")
                }
            }
        }
    }

    func testMessagesAcrossPiecesAreFoundWhole() throws {
        let piece = 256 << 10
        for shift in stride(from: 0, through: line.utf8.count + 1100, by: 211) {
            let filling = String(repeating: "-", count: piece - shift) + "\n"
            let entries = try temporaryFolder().read(
                content: "a b\n\(filling)\(line)\n\(xml)\n\(filling)\(xml)\n", format: .text)
            XCTAssertEqual(entries.map(\.line), [3, 4, 6], "\(shift)")
            XCTAssertEqual(entries.map(\.error), [nil, nil, nil], "\(shift)")
        }
    }

    func testAFileWithoutAMessageSaysWhatItWasTakenFor() throws {
        let entries = try temporaryFolder().read(content: "\(other)\n\(other)\n")
        XCTAssertEqual(entries.map(\.error?.code), [.noMessage])
        XCTAssertEqual(
            entries[0].error?.description.contains("text with messages anywhere"), true)
    }

    func testAMessageAboveTheLimitIsRefusedAndTheNextOneIsRead() throws {
        let long = String(repeating: "A", count: 3 << 20)
        let entries = try temporaryFolder().read(
            content:
                "a SAMLResponse=PHNh\(long)\n\(line)\n<samlp:Response SAML:>\(long)\n\(line)\n",
            format: .text, limit: 1 << 20)
        XCTAssertEqual(
            entries.map(\.error?.code), [.inputTooLarge, nil, .inputTooLarge, nil])
        XCTAssertEqual(entries.map(\.line), [1, 2, 3, 4])
    }

    func testAPageGivesTheMessageOfItsForm() throws {
        let page = """
            <!doctype html><html><body onload="document.forms[0].submit()"><form method="post">
            <input type="hidden" name="RelayState" value="x"><input type="hidden"
            name="SAMLResponse" value="\(base64.replacing("+", with: "&#43;"))"></form></body></html>
            """
        let entries = try temporaryFolder().read(content: page)
        XCTAssertEqual(entries.map(\.error), [nil])
        XCTAssertEqual(entries.map(\.line), [3])
    }

    func testOneMessageAFileStaysOne() {
        for text in [
            xml, base64, "\n\(base64)\n", "SAMLResponse=\(percent(base64))&RelayState=a\n",
            "https://a.example/?SAMLRequest=\(percent(base64))", percent(base64),
            "SAMLResponse=\(base64.replacing("A", with: " "))", "<?xml version=\"1.0\"?>\n\(xml)\n",
        ] {
            XCTAssertEqual(format(text), .message, text)
        }
        for text in [
            "\(xml)\n\(xml)\n", "a \(xml)", "\(line)\n\(line)", line, "<html>\(html(xml))</html>",
            "https://a.example/?SAMLRequest=a\nhttps://a.example/?SAMLRequest=b\n",
        ] {
            XCTAssertEqual(format(text), .text, text)
        }
    }

    // MARK: -

    private struct Reading: Equatable {
        let line: Int?
        let outcome: Result<String, CaptureError>
        let alsoAt: [Int?]
    }

    private func reading(_ source: any ByteSource, pieceSize: Int = 256 << 10) -> [Reading] {
        let context = CaptureContext(source: MessageSource(), options: .init())
        let capture = TextCapture(
            ByteReader(source), context, pieceSize: pieceSize)
        var readings: [Reading] = []
        while case .entry(let entry)? = capture.next() {
            readings.append(
                Reading(
                    line: entry.source.line, outcome: entry.outcome,
                    alsoAt: entry.source.alsoAt.map(\.line)))
        }
        return readings
    }

    private func format(_ text: String) -> CaptureFormat {
        CaptureFormat(
            detecting: CaptureHead(Array(text.utf8)[...], isWhole: true, fileExtension: nil))
    }

    private func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func html(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
