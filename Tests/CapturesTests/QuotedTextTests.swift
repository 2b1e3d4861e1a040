import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages in mails, comments and logs that write something before each line.
final class QuotedTextTests: XCTestCase, ReachesUnsafeCode {
    func testBase64WithAPrefixOnEachLineIsJoined() throws {
        for prefix in [
            "> ", ">", "> > ", "| ", "# ", "// ", " * ", "2026-01-15T12:00:00.123Z INFO idp: ",
        ] {
            let wrapped = SmallMessage.wrapped(SmallMessage.base64, 64, prefix: prefix)
            for text in [
                "\(wrapped)\n", "Dear all,\n\(wrapped)\n\(prefix)end\nbye\n",
                "a\n\(prefix)SAMLResponse=\(wrapped.dropFirst(prefix.count))\n",
                "a\r\n\(wrapped.replacing("\n", with: "\r\n"))\r\n",
            ] {
                XCTAssertEqual(try decoded(text), [SmallMessage.xml], text)
            }
        }
    }

    func testTheDigitsOfATimeMayDiffer() throws {
        let lines = SmallMessage.wrapped(SmallMessage.base64, 76).split(separator: "\n")
        let log = lines.enumerated().map { "12:00:0\($0).\($0)17 [main] \($1)" }
            .joined(separator: "\n")
        XCTAssertEqual(try decoded("start of the log\n\(log)\nend\n"), [SmallMessage.xml])
    }

    func testLineNumbersMayHaveMoreDigitsFurtherOn() throws {
        func numbered(_ text: String, _ prefix: (String) -> String) -> String {
            text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
                prefix("\($0 + 9)") + $1
            }.joined(separator: "\n")
        }
        func padded(_ number: String, _ width: Int) -> String {
            String(repeating: " ", count: width - number.count) + number
        }
        let prefixes: [(String) -> String] = [
            { "\(padded($0, 6))\t" }, { "\(padded($0, 6))  " }, { "\(padded($0, 3)) | " },
            { "\($0): " }, { "\($0):" },
        ]
        let wrapped = SmallMessage.wrapped(SmallMessage.base64, 64)
        for (place, prefix) in prefixes.enumerated() {
            for text in [wrapped, "SAMLResponse=\(wrapped)", SmallMessage.lines] {
                XCTAssertEqual(
                    try decoded("x y\n\(numbered(text, prefix))\n"),
                    [text == SmallMessage.lines ? text : SmallMessage.xml], "\(place) \(text)")
            }
        }
    }

    func testColorsOfATerminalAroundLinesAreNoPartOfTheMessage() throws {
        for (start, end) in [
            ("\u{1B}[33m", "\u{1B}[0m"), ("\u{1B}[32mINFO\u{1B}[0m ", ""),
            ("\u{1B}[01;31m\u{1B}[K", "\u{1B}[m\u{1B}[K"),
        ] {
            for text in [
                SmallMessage.base64, SmallMessage.wrapped(SmallMessage.base64, 64),
                SmallMessage.lines,
            ] {
                let colored = start + text.replacing("\n", with: "\(end)\n\(start)") + end
                let expected = text == SmallMessage.lines ? text : SmallMessage.xml
                XCTAssertEqual(try decoded("x y\n\(colored)\n"), [expected], colored)
                XCTAssertEqual(try decoded("\(colored)\n"), [expected], colored)
            }
        }
    }

    func testAFileWithOneMessageBrokenIntoTwoLinesHoldsOne() throws {
        let base64 = SmallMessage.base64
        for label in ["", "SAMLResponse="] {
            for end in ["\n", "\r\n"] {
                let text = label + base64.prefix(99) + end + base64.dropFirst(99) + end
                XCTAssertEqual(try decoded(text), [SmallMessage.xml], label)
            }
        }
        // Two that are cut off stay two.
        let cut = base64.prefix(120)
        XCTAssertEqual(try temporaryFolder().read(content: "\(cut)\n\(cut)x\n").count, 2)
    }

    func testXMLWithAPrefixOnEachLineIsRead() throws {
        for prefix in ["> ", "| ", "> > ", "2026-01-15 12:00:00,123 DEBUG "] {
            let quoted = prefix + SmallMessage.lines.replacing("\n", with: "\n\(prefix)")
            XCTAssertEqual(
                try decoded("a b\n\(quoted)\n\(prefix)end\n"), [SmallMessage.lines], prefix)
            let declared = "\(prefix)<?xml version=\"1.0\"?>\n\(prefix)\n\(quoted)"
            XCTAssertEqual(
                try decoded("a b\n\(declared)\n"),
                ["<?xml version=\"1.0\"?>\n\n\(SmallMessage.lines)"], prefix)
        }
    }

    func testXMLIsLeftAsItIsWhereItsLinesHaveNoPrefix() throws {
        let lines = SmallMessage.lines
        for text in ["got \(lines)\n", "  \(lines.replacing("\n", with: "\n  "))\n"] {
            let expected = text.dropFirst(text.hasPrefix("got") ? 4 : 2).dropLast()
            XCTAssertEqual(try decoded("a b\n\(text)"), [String(expected)])
        }
        let nested = "<soap>\(SmallMessage.xml.replacing("><", with: ">\n<"))\n</soap>\n"
        XCTAssertEqual(
            try decoded("a b\n\(nested)"), [SmallMessage.xml.replacing("><", with: ">\n<")])
    }

    func testMessagesOnNeighbouringLinesStayApart() throws {
        let base64 = SmallMessage.base64
        for line in [
            "> \(base64)", "2026-01-15 SAMLResponse=\(base64)", "{\"SAMLResponse\":\"\(base64)\"}",
        ] {
            XCTAssertEqual(
                try decoded("x y\n\(line)\n\(line)\n"), [SmallMessage.xml, SmallMessage.xml])
        }
    }

    func testPiecesOfEverySizeGiveTheSame() throws {
        let quoted = SmallMessage.wrapped(SmallMessage.base64, 64, prefix: "> ")
        let xml = "12:00 " + SmallMessage.lines.replacing("\n", with: "\n12:00 ")
        let text = "a b\n\(quoted)\n> c\n\(xml)\n12:00 d\n"
        let bytes = Array(String(repeating: text, count: 20).utf8)
        let expected = readings(PieceSource(bytes), pieceSize: 256 << 10)
        XCTAssertEqual(expected.count, 40)
        for size in [1, 7, 100, 999, 4096] {
            let found = readings(PieceSource(bytes, pieceSize: size), pieceSize: size)
            XCTAssertEqual(found, expected, "\(size)")
        }
    }

    // MARK: Quoted-printable

    func testQuotedPrintableMailIsDecoded() throws {
        for text in [SmallMessage.lines, "SAMLResponse=\(SmallMessage.base64)"] {
            let mail = """
                Subject: a message
                Content-Type: multipart/mixed; boundary="=_x"

                --=_x
                Content-Transfer-Encoding: Quoted-Printable

                \(quotedPrintable(text))

                --=_x--
                """
            let expected = text.hasPrefix("<") ? text : SmallMessage.xml
            XCTAssertEqual(try decoded(mail), [expected])
            XCTAssertEqual(try decoded(mail.replacing("\n", with: "\r\n")).count, 1)
            XCTAssertEqual(try temporaryFolder().read(content: mail).map(\.line), [7])
        }
    }

    func testQuotedPrintableXMLWithoutAHeaderIsDecoded() throws {
        let text = "It says:\n\(quotedPrintable(SmallMessage.xml))\nbye\n\(SmallMessage.xml)\n"
        let entries = try temporaryFolder().read(content: text)
        XCTAssertEqual(entries.map(\.message), [SmallMessage.xml, SmallMessage.xml])
        let lineCount = quotedPrintable(SmallMessage.xml).split(separator: "\n").count
        XCTAssertEqual(entries.map(\.line), [2, lineCount + 3])
    }

    func testSoftLineBreaksLeaveNothingInXMLOfSeveralLines() throws {
        let xml = SmallMessage.lines.replacing(
            ">\n", with: "><!--\(String(repeating: "b", count: 90))-->\n")
        let mail =
            "Content-Transfer-Encoding: quoted-printable\n\n\(quotedPrintable(xml))\nbye\n"
            + SmallMessage.xml + "\n"
        let entries = try temporaryFolder().read(content: mail)
        XCTAssertEqual(entries.map(\.message), [xml, SmallMessage.xml])
        let lineCount = mail.split(separator: "\n", omittingEmptySubsequences: false).count
        XCTAssertEqual(entries.map(\.line), [3, lineCount - 1])
    }

    func testALogThatAMailAttachesInBase64IsRead() throws {
        for end in ["\n", "\r\n"] {
            let log = "2026 a\n2026 got SAMLResponse=\(SmallMessage.base64)\n2026 b"
            let wrapped = SmallMessage.wrapped(Data(log.utf8).base64EncodedString(), 76)
            let mail = """
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary="b"

                --b
                Content-Type: text/plain; name="a.log"
                Content-Transfer-Encoding: base64

                \(wrapped)

                --b
                Content-Type: text/plain

                \(SmallMessage.xml)
                --b--
                """
            let text = mail.replacing("\n", with: end)
            XCTAssertEqual(try decoded(text), [SmallMessage.xml, SmallMessage.xml])
            let entries = try temporaryFolder().read(content: text)
            let lineCount = wrapped.split(separator: "\n").count
            XCTAssertEqual(entries.map(\.line), [8, 8 + lineCount + 4])
        }
    }

    func testAnEscapedMessageInAWrapperWithADeclarationIsRead() throws {
        let escaped = SmallMessage.lines.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        for start in ["<Events><Event><Data>", "<Event>\n<Data>"] {
            let text = "<?xml version=\"1.0\"?>\n\(start)\(escaped)</Data></Event></Events>\n"
            XCTAssertEqual(try decoded(text), [SmallMessage.lines])
        }
    }

    func testOtherPartsOfAMailAreNotDecoded() throws {
        let mail = """
            Content-Type: multipart/mixed; boundary=sep

            --sep
            Content-Transfer-Encoding: quoted-printable

            a=3Db

            --sep
            Content-Transfer-Encoding: 7bit

            \(SmallMessage.xml.replacing("x+y", with: "x=3Dy"))
            --sep--
            """
        XCTAssertEqual(
            try decoded(mail), [SmallMessage.xml.replacing("x+y", with: "x=3Dy")])
    }

    // MARK: -

    private func decoded(_ text: String) throws -> [String] {
        try temporaryFolder().read(content: text).map { entry in
            if let error = entry.error { return "\(error.code)" }
            let message = CapturedMessage(bytes: Array((entry.message ?? "").utf8))
            return String(
                decoding: try EnvelopeDecoder().envelope(from: message).xml, as: UTF8.self)
        }
    }

    private func readings(_ source: any ByteSource, pieceSize: Int) -> [String] {
        let context = CaptureContext(source: MessageSource(), options: .init())
        let capture = TextCapture(
            ByteReader(source), context, pieceSize: pieceSize)
        var readings: [String] = []
        while case .entry(let entry)? = capture.next() {
            readings.append("\(entry.source.line ?? 0) \(entry.outcome)")
        }
        return readings
    }

    private func quotedPrintable(_ text: String) -> String {
        text.replacing("=", with: "=3D").split(separator: "\n").map { line in
            var rest = Substring(line)
            var rows: [Substring] = []
            while rest.count > 75 {
                var row = rest.prefix(75)
                while row.suffix(2).contains("=") { row = row.dropLast() }
                rows.append(row)
                rest = rest.dropFirst(row.count)
            }
            return (rows + [rest]).joined(separator: "=\n")
        }.joined(separator: "\n")
    }
}
