import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages that terminals, languages and loggers broke into pieces, colored or escaped.
final class BrokenTextTests: XCTestCase, ReachesUnsafeCode {
    private let xml = SmallMessage.xml
    private let base64 = SmallMessage.base64

    func testAURLEncodedTwiceInAnotherURLIsRead() throws {
        let inner = percent("https://sp/acs?SAMLResponse=\(percent(base64))")
        for url in [inner, percent(inner)] { try assertRead("GET https://a/?u=\(url) HTTP/1.1") }
    }

    func testLinesFoldedAtOneWidthAreJoined() throws {
        // Of two lines, the first would tell nothing of a width.
        let content = SmallMessage.xml.replacing(
            "x+y?~", with: String(repeating: "x+y?~", count: 100))
        let long = Data(content.utf8).base64EncodedString()
        for width in [60, 80, 100, 160] {
            for start in [
                "SAMLResponse=", "> SAMLResponse=", "2026-01-15 INFO SAMLResponse=",
                "2026-01-15 12:00:00 INFO got ",
            ] {
                let prefix = start.hasPrefix("> ") ? "> " : ""
                let text = String((start + long).dropFirst(prefix.count))
                let folded = SmallMessage.wrapped(text, width - prefix.count, prefix: prefix)
                let lines = "first line\n\(folded)\n\(prefix)bye\n2026-01-15 next\n"
                XCTAssertEqual(decodedMessages(lines), [content], "\(start) \(width)")
                let others = lines.replacing("\n", with: "\r\n")
                XCTAssertEqual(decodedMessages(others), [content], "\(start) \(width)")
            }
            let encoded = "name SAMLResponse=\(percent(long))"
            let lines = SmallMessage.wrapped(encoded, width) + "\nnext\n"
            XCTAssertEqual(decodedMessages(lines), [content], "\(width)")
        }
    }

    func testListsOfMessagesAsWideAsEachOtherStayApart() throws {
        for line in [base64, "SAMLResponse=\(base64)", "got \(base64)"] {
            XCTAssertEqual(
                decodedMessages("a b\n\(line)\n\(line)\n\(line)\n"), [xml, xml, xml], line)
        }
        let cut = String(base64.prefix(160))
        XCTAssertEqual(decodedMessages("a b\ngot \(cut)\ngot \(cut)\n").count, 2)
    }

    func testColorsOfTerminalsAreNoPartOfAMessage() throws {
        for (escape, end) in [("\u{1B}[33m", "\u{1B}[0m"), ("\u{1B}[1;33m", "\u{1B}[39;49m")] {
            try assertRead("\(escape)INFO\(end) SAMLResponse=\(escape)\(base64)\(end) done")
            try assertRead("\(escape)SAMLResponse\(end)=\(escape)\(base64)\(end)")
            try assertRead("got \(escape)\(base64)\(end)")
            let colored = xml.replacing("<", with: "\(escape)<").replacing(">", with: ">\(end)")
            try assertRead("got \(colored) done")
        }
        try assertRead("got \\u001b[33m\(base64)\\u001b[0m")
    }

    func testListsOfOneValueAreReadAsTheValue() throws {
        for value in ["[\(base64)]", "['\(base64)']", "[\"\(base64)\"]"] {
            try assertRead("params {RelayState=[a], SAMLResponse=\(value), x=[b]}")
        }
        XCTAssertEqual(
            decodedMessages("a SAMLResponse=[null] b SAMLResponse: [x]\n"), [])
    }

    func testEscapedLineEndsAndQuotationMarksOfXMLAreUndone() throws {
        let lines = SmallMessage.lines
        for text in [
            lines.replacing("\n", with: "#012"), lines.replacing("\n", with: "\\n"),
            lines.replacing("\n", with: "\\x0A").replacing("\"", with: "\\x22"),
            lines.replacing("\n", with: "\\n' +\n     '"),
        ] {
            XCTAssertEqual(decodedMessages("INFO '\(text)'\n"), [lines], text)
        }
        let flat = xml.replacing("x+y", with: "\\xC3\\xA9\\x5Cn").replacing("\"", with: "\\x22")
        XCTAssertEqual(
            decodedMessages("a \"\(flat)\" b\n"), [xml.replacing("x+y", with: "é\\n")])
    }

    func testEscapedLineEndsInBase64OfXMLOnOneLineAreUndone() throws {
        let digits = SmallMessage.wrapped(base64, 64)
        let message = xml.replacing("x+y?~", with: digits)
        for mark in ["#012", "\\012", "\\n", "\\x0a"] {
            let text = message.replacing("\n", with: mark)
            XCTAssertEqual(decodedMessages("INFO \(text) done\n"), [message], mark)
        }
        let returns = message.replacing("\n", with: "\r\n")
        for mark in ["#015#012", "\\r\\n", "\\015\\012"] {
            let text = message.replacing("\n", with: mark)
            XCTAssertEqual(decodedMessages("INFO \(text) done\n"), [returns], mark)
        }
    }

    func testABackslashInAMessageIsLeftAlone() throws {
        let path = xml.replacing("x+y", with: "\\nas\\x41 #012")
        XCTAssertEqual(decodedMessages("got \(path) b\n"), [path])
    }

    func testPiecesOfStringsAreJoined() throws {
        for (lineEnd, close) in [
            ("' +\n     '", "' }"), ("\" +\n    \"", "\";"), ("\"\n  \"", "\")"), ("\\\n", "\""),
            ("#012", " done"), ("#015#012", " done"), ("\"\n    + \"", "\";"),
        ] {
            let pieces = SmallMessage.wrapped(base64, 72).replacing("\n", with: lineEnd)
            let quote = close.first.map(String.init) ?? ""
            try assertRead("s = \(quote)\(pieces)\(close)\nnext\n")
            try assertRead("SAMLResponse=\(pieces)\(close)\nnext\n")
        }
    }

    func testPrefixesOfDiffAndGrepAreTakenOffXML() throws {
        let lines = SmallMessage.lines.split(separator: "\n")
        let diff = lines.map { "+\($0)\n" }.joined()
        XCTAssertEqual(decodedMessages("@@ -0,0 +1,4 @@\n\(diff)"), [SmallMessage.lines])
        let grep = lines.enumerated().map { "app.log-\($0 + 9)-\($1)\n" }.joined()
        XCTAssertEqual(decodedMessages("app.log:8:got\n\(grep)--\n"), [SmallMessage.lines])
    }

    func testFurtherLayersOfEncodingAreUndone() throws {
        try assertRead("blob=\(Data(base64.utf8).base64EncodedString())")
        let html = xml.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
        try assertRead("body \(percent(html)) end")
    }

    func testPiecesOfEverySizeGiveTheSame() throws {
        let folded = SmallMessage.wrapped("INFO SAMLResponse=\(base64)", 80)
        let broken = SmallMessage.wrapped(base64, 72).replacing("\n", with: "' +\n  '")
        let lines = SmallMessage.lines.replacing("\n", with: "\\n' +\n '")
        let text = "a b\n\(folded)\nc\n'\(broken)'\n \u{1B}[33m\(base64)\u{1B}[0m\n'\(lines)'\n"
        let bytes = Array(String(repeating: text, count: 10).utf8)
        for size in [1, 7, 100, 999, 256 << 10] {
            let context = CaptureContext(source: MessageSource(), options: .init())
            let capture = TextCapture(
                ByteReader(PieceSource(bytes, pieceSize: size)), context, pieceSize: size)
            var count = 0
            while case .entry(let entry)? = capture.next() {
                if case .success = entry.content { count += 1 }
            }
            XCTAssertEqual(count, 40, "\(size)")
        }
    }

    func testHostileBreaksTakeLinearTime() {
        let digits = String(repeating: "PHNhbWxwOlJlc3BvbnNl", count: 10)
        for text in [
            "\(digits)\n", "\(digits.prefix(60))'\n'", "#012", "\u{1B}[33", "\u{1B}[33mPHN", "a%25",
            "<samlp:Response SAML: >\\n", "' +\n", "SAMLResponse=\(digits.prefix(60))\n", "[['",
        ] {
            let growth = LinearCost.growth(from: 200_000) { size in
                let bytes = Array(String(repeating: text, count: size / text.utf8.count).utf8)
                _ = MessageFinder.messages(in: bytes[...])
            }
            XCTAssertLessThan(growth, 10, text)
        }
    }

    // MARK: -

    private func assertRead(_ text: String, line: UInt = #line) throws {
        XCTAssertEqual(decodedMessages("a b\n\(text)\n"), [xml], text, line: line)
    }

    private func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
