import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// CSV files with a header row.
final class CSVTests: XCTestCase {
    func testTheMessagesOfAllUsualColumnsAreFound() throws {
        let folder = try temporaryFolder()
        let entries = try folder.read(
            content: "SAMLRequest,x,samlResponse\nq,1,r\n\"q2\",,\"r2\"\n")
        XCTAssertEqual(entries.map(\.message), ["q", "r", "q2", "r2"])
        XCTAssertEqual(entries.map(\.line), [2, 2, 3, 3])
        let token = try folder.read(content: "verificationToken,SAMLResponse\nt,r\n")
        XCTAssertEqual(token.map(\.message), ["r"])
        let named = try folder.read(content: "a,body é\r\n1,m\r\n", field: "body é")
        XCTAssertEqual(named.map(\.message), ["m"])
    }

    func testMessagesInOtherCellsOfARowWithAUsualColumnAreFound() throws {
        let folder = try temporaryFolder()
        let (base64, xml) = (SmallMessage.base64, SmallMessage.xml.replacing("\"", with: "\"\""))
        let other = Data(SmallMessage.xml.replacing("x+y", with: "z").utf8).base64EncodedString()
        let text = """
            SAMLResponse,text
            ,got \(base64) here
            \(base64),"got \(xml) here"
            \(base64),got SAMLResponse=[REDACTED] here
            ***,got \(other) here
            -,SAMLResponse=PHNhbWxwOlJlc3BvbnNl…
            null,nothing

            """
        XCTAssertNotEqual(other, base64)
        let entries = try folder.read(content: text)
        XCTAssertEqual(
            entries.map(\.message), [base64, base64, base64, nil, other, nil])
        XCTAssertEqual(entries.map(\.line), [2, 3, 4, 5, 5, 6])
        XCTAssertEqual(
            entries.compactMap(\.error?.code), [.redactedMessage, .truncatedMessage])
        var reader = CaptureReader(inputs: [folder.path])
        var places: [[Int?]] = []
        while let record = reader.next() { places.append(record.source.alsoAt.map(\.line)) }
        XCTAssertEqual(places.prefix(6), [[], [3], [], [], [], []])
        XCTAssertEqual(reader.passedOverCount, 1)
        let named = try folder.read(content: text, field: "SAMLResponse")
        XCTAssertEqual(named.map(\.line), [3, 4, 5])
    }

    func testTimeAndHostAreTakenAlong() throws {
        let folder = try temporaryFolder()
        try folder.write("\u{FEFF}host,SAMLResponse,time\r\nh,m,t\r\n,m,\r\n", to: "a")
        var reader = CaptureReader(inputs: [folder.path])
        let first = try XCTUnwrap(reader.next()).message().source
        XCTAssertEqual([first.host, first.time], ["h", "t"])
        let second = try XCTUnwrap(reader.next()).message().source
        XCTAssertEqual([second.host, second.time], [nil, nil])
        XCTAssertNil(reader.next())
    }

    func testQuotedCellsMayHoldCommasQuotesAndLineBreaks() throws {
        let entries = try temporaryFolder().read(
            content:
                "\"x\",\"SAMLResponse\"\r\n\"1\r\n2\",\"a,\"\"b\"\"\n\r\nc\"\r\n\r\n3,\"\"\"\"\n4,d"
        )
        XCTAssertEqual(entries.map(\.message), ["a,\"b\"\n\r\nc", "\"", "d"])
        XCTAssertEqual(entries.map(\.line), [2, 7, 8])
    }

    func testAWrongRowIsReportedWithItsLineAndTheNextOnesAreRead() throws {
        let entries = try temporaryFolder().read(
            content: "x,SAMLResponse\n1\n1,a,b\n1,a\"b\n\"1\"x,a\n1,\"b\"\n1,\"c\n1,d\n")
        XCTAssertEqual(
            entries.map(\.error?.code),
            [.cellCount, .cellCount, .invalidCSV, .invalidCSV, nil, .invalidCSV])
        XCTAssertEqual(entries.map(\.line), [2, 3, 4, 5, 6, 7])
        XCTAssertEqual(entries[4].message, "b")
        XCTAssertEqual(entries.compactMap(\.error?.offset), [26, 32, 44])
    }

    func testWithoutTheColumnThereIsOneError() throws {
        let folder = try temporaryFolder()
        let rows = "a,b\n1,2\n3,4\n"
        XCTAssertEqual(
            try folder.read(content: rows, format: .csv).map(\.error?.code), [.noMessage])
        XCTAssertEqual(
            try folder.read(file: "x.CSV", content: rows, field: "c").map(\.error),
            [.init(.missingColumn, field: "c")])
        XCTAssertEqual(
            try folder.read(content: "c,c\n1,2\n", format: .csv, field: "c").map(\.error),
            [.init(.repeatedField)])
        XCTAssertEqual(
            try folder.read(content: "", format: .csv).map(\.error), [.init(.missingColumn)])
    }

    func testWithoutAUsualColumnEveryCellIsSearched() throws {
        let message =
            "PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFtZXM6dGM6U0FNTDoyLjA6"
            + "cHJvdG9jb2wiIElEPSJfYSI+PC9zYW1scDpSZXNwb25zZT4="
        let xml = "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>"
        let quoted = xml.replacing("\"", with: "\"\"")
        for (separator, name) in [(",", "a"), (";", "b"), ("\t", "c.tsv")] {
            let rows = [
                ["_time", "host", "_raw", "n"], ["t1", "h", "x samlResponse=\(message)", message],
                ["t2", "", "nothing", "1"], ["t3", "", "\"a \(quoted) b\"", "2"], ["t4"],
            ]
            let content = rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n")
            let entries = try temporaryFolder().read(file: name, content: content)
            XCTAssertEqual(entries.map(\.message), [message, xml], separator)
            XCTAssertEqual(entries.map(\.line), [2, 4], separator)
        }
    }

    func testATableWithoutAHeaderRowGivesItsFirstMessage() throws {
        let message =
            "PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFtZXM6dGM6U0FNTDoyLjA6"
            + "cHJvdG9jb2wiIElEPSJfYSI+PC9zYW1scDpSZXNwb25zZT4="
        let entries = try temporaryFolder().read(
            file: "a.csv", content: "1,t,\(message)\r\n2,t,x\r\n3,t,\(message)\r\n")
        XCTAssertEqual(entries.map(\.message), [message, message])
        XCTAssertEqual(entries.map(\.line), [1, 3])
    }

    func testARowWithAMessageIsNoHeaderRow() throws {
        let message =
            "PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFtZXM6dGM6U0FNTDoyLjA6"
            + "cHJvdG9jb2wiIElEPSJfYSI+PC9zYW1scDpSZXNwb25zZT4="
        let rows = "2026\tINFO\tSAMLResponse\t\(message)\n2026\tINFO\tSAMLResponse\t\(message)\n"
        for name in ["a.tsv", "a"] {
            let entries = try temporaryFolder().read(file: name, content: rows)
            XCTAssertEqual(entries.map(\.message), [message, message], name)
            XCTAssertEqual(entries.map(\.line), [1, 2], name)
        }
    }

    func testANamedColumnIsTakenWhateverSeparatesTheCells() throws {
        let folder = try temporaryFolder()
        for separator in [";", "\t"] {
            let rows =
                ["when", "body", "x"].joined(separator: separator) + "\n"
                + ["1", "a,b", "2"].joined(separator: separator) + "\n"
            XCTAssertEqual(try folder.read(content: rows, field: "body").map(\.message), ["a,b"])
            let usual = rows.replacing("body", with: "SAMLResponse")
            XCTAssertEqual(try folder.read(content: usual).map(\.message), ["a,b"])
        }
    }

    func testATableWithoutAMessageSaysWhatItWasTakenFor() throws {
        let entries = try temporaryFolder().read(content: "a,b\n1,2\n3,4\n")
        XCTAssertEqual(entries.map(\.error?.code), [.noMessage])
        XCTAssertEqual(entries[0].error?.description.contains("comma-separated values"), true)
    }

    func testACellAboveTheLimitIsReportedAndTheNextRowIsRead() throws {
        let long = String(repeating: "x", count: 600_000)
        let entries = try temporaryFolder().read(
            content: "y,SAMLResponse\n1,\(long)\n\"\(long)\",a\n2,\"\(long)\"\n3,b\n",
            limit: 500_000)
        XCTAssertEqual(
            entries.map(\.error?.code), [.inputTooLarge, nil, .inputTooLarge, nil])
        XCTAssertEqual(entries.map(\.message), [nil, "a", nil, "b"])
    }

    func testTheHeaderRowTellsTheFormat() {
        func format(_ text: String, field: String? = nil) -> CaptureFormat {
            CaptureFormat(
                detecting: CaptureHead(
                    Array(text.utf8)[...], isWhole: true, fileExtension: nil, field: field))
        }
        XCTAssertEqual(format("SAMLResponse\nx\n"), .csv)
        XCTAssertEqual(format("\u{FEFF}time,\"SAMLResponse\"\r\nx,y\r\n"), .csv)
        XCTAssertEqual(format("time,body\nx,y\n", field: "body"), .csv)
        XCTAssertEqual(format("time,body\nx,y\n"), .csv)
        XCTAssertEqual(format("SAMLResponse=x\nSAMLResponse=yz\n"), .lines)
    }

    func testRandomTablesAreReadAsTheyWereWrittenHoweverTheyAreSplit() throws {
        var generator = SeededGenerator("CSV, random tables")
        let pieces = ["a", ",", "\"", "\n", "\r\n", "é", " ", "PHNh", ""]
        for _ in 0..<500 {
            let columnCount = Int.random(in: 1...4, using: &generator)
            let place = Int.random(in: 0..<columnCount, using: &generator)
            var header = (0..<columnCount).map { "c\($0)" }
            header[place] = "SAMLResponse"
            var expected: [String] = []
            var lines: [Int] = []
            let end = Bool.random(using: &generator) ? "\r\n" : "\n"
            var text = header.joined(separator: ",") + end
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                let cells = (0..<columnCount).map { _ in
                    (0..<Int.random(in: 0...4, using: &generator))
                        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                }
                if cells[place].utf8.contains(where: { $0 > 0x20 }) {
                    lines.append(1 + text.utf8.count { $0 == UInt8(ascii: "\n") })
                    expected.append(cells[place])
                }
                text +=
                    cells.map { cell in
                        let needsQuotes = cell.utf8.contains { ",\"\r\n".utf8.contains($0) }
                        // A row of one empty cell would be a blank line.
                        return needsQuotes || cell.isEmpty || Bool.random(using: &generator)
                            ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
                    }.joined(separator: ",") + end
            }
            for size in [1, 2, 3, 7, 1000] {
                let source = PieceSource(Array(text.utf8), pieceSize: size)
                let capture = CSVCapture(ByteReader(source), .small)
                var found: [String] = []
                var foundLines: [Int?] = []
                while let step = capture.next() {
                    guard case .entry(let entry) = step, entry.source.line != nil else { continue }
                    found.append((try? entry.outcome.get()) ?? "error")
                    foundLines.append(entry.source.line)
                }
                XCTAssertEqual(found, expected, text)
                XCTAssertEqual(foundLines, lines, text)
            }
        }
    }

    func testWhereverAFileIsCutOffTheRowsBeforeAreGiven() throws {
        let text = "x,SAMLResponse\r\n1,\"a\"\"\r\n\"\r\n2,b\r\n\"3\",\"c\"\r\n"
        let whole = ["a\"\r\n", "b", "c"]
        let ends = [28, 33, 42]
        for count in 0...text.utf8.count {
            let source = PieceSource(Array(text.utf8.prefix(count)))
            let capture = CSVCapture(ByteReader(source), .small)
            var found: [String] = []
            while case .entry(let entry)? = capture.next() {
                found.append((try? entry.outcome.get()) ?? "!")
            }
            let expected = whole[..<ends.count { $0 <= count }]
            XCTAssertEqual(Array(found.prefix(expected.count)), Array(expected), "\(count)")
            XCTAssertLessThanOrEqual(found.count, expected.count + 1, "\(count)")
        }
    }
}
