import BatchEngine
import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// Reading results gives what the records gave.
final class SavedResultsTests: XCTestCase {
    private var folder: ScratchFolder?

    override func setUpWithError() throws { folder = try ScratchFolder() }
    override func tearDown() { folder?.removeAll() }

    private func saved(_ bytes: [UInt8]) throws -> SavedResults {
        SavedResults(path: try XCTUnwrap(folder).write(bytes, to: "results"))
    }

    private func entries(of results: SavedResults) throws -> [ResultEntry] {
        var entries: [ResultEntry] = []
        let account = try results.forEach { entries.append($0) }
        XCTAssertEqual(account.recordCount, entries.count)
        XCTAssertEqual(account.brokenCount, 0)
        return entries
    }

    /// The record of every sample, verified.
    private func records() throws -> [ProfileRecord] {
        let processor = try ProfileProcessor.reference(
            includesPayload: true, trust: ProfileProcessor.sampleTrust())
        var reader = CaptureReader(paths: [Repository.samplePath("captures")])
        var records: [ProfileRecord] = []
        while let captured = reader.next() { records.append(processor.record(of: captured)) }
        XCTAssertGreaterThan(records.count, 1000)
        return records
    }

    private func bytes(_ records: [ProfileRecord], _ format: RecordFormat) -> [UInt8] {
        var bytes = format.header
        for record in records { format.append(record, to: &bytes) }
        return bytes
    }

    /// The entry of a record, without what saved results do not say.
    private func entry(of record: ProfileRecord) -> ResultEntry {
        var entry = ResultEntry(record)
        entry.number = nil
        return entry
    }

    func testSavedRecordsGiveTheSameEntriesAsTheRecordsThemselves() throws {
        let records = try records()
        for format in RecordFormat.allCases {
            let read = try entries(of: try saved(bytes(records, format)))
            XCTAssertEqual(read.count, records.count)
            for (entry, record) in zip(read, records) {
                XCTAssertEqual(entry, self.entry(of: record), "\(format) \(record.index)")
            }
        }
    }

    func testAPartOfATableWithoutItsHeaderIsRead() throws {
        let records = Array(try records().prefix(60))
        var bytes: [UInt8] = []
        for record in records { RecordFormat.csv.append(record, to: &bytes) }
        XCTAssertEqual(try entries(of: try saved(bytes)), records.map(entry))
    }

    func testTablesThatWerePutTogetherAreReadAsOne() throws {
        let records = Array(try records().prefix(20))
        let bytes = bytes(records, .csv)
        XCTAssertEqual(try entries(of: try saved(bytes + bytes)).count, 40)
    }

    func testBrokenLinesAreCountedAndTheOthersRead() throws {
        let records = Array(try records().prefix(9))
        for format in RecordFormat.allCases {
            var bytes = bytes(records, format)
            bytes.removeLast(40)
            var count = 0
            let account = try saved(bytes).forEach { _ in count += 1 }
            XCTAssertEqual(count, 8)
            XCTAssertEqual(account.brokenCount, 1)
            XCTAssertEqual(account.firstBrokenLine, format == .ndjson ? 9 : 10)
        }
    }

    func testResultsCutOffAnywhereAreReadUpToThere() throws {
        let records = Array(try records().prefix(3))
        for format in RecordFormat.allCases {
            let bytes = bytes(records, format)
            for count in stride(from: bytes.count - 1, to: format.header.count, by: -211) {
                // A number that lost its last digits cannot be told from a smaller one.
                let rest = bytes[count...].prefix { $0 != 0x0D && $0 != 0x0A }
                let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
                if rest.allSatisfy(digits.contains), digits.contains(bytes[count - 1]) { continue }
                var seen: [ResultEntry] = []
                // Where not even one record is left there are no results.
                _ = try? saved(Array(bytes.prefix(count))).forEach { seen.append($0) }
                // A last line that only lacks its end may be whole.
                XCTAssertEqual(seen, Array(records.map(entry).prefix(seen.count)))
            }
        }
    }

    func testMembersAreReadInAnyOrderAndWithEscapesInTheirNames() throws {
        let plain =
            #"{"schema":3,"index":7,"source":{"file":"a","line":2},"outcome":"rejected","issuer":"i","bytes":9}"#
        let others = [
            #"{"bytes":9,"issuer":"i","outcome":"rejected","source":{"line":2,"file":"a"},"index":7,"schema":3}"#,
            #"{"sch\u0065ma":3,"\u0069ndex":7,"sourc\u0065":{"fil\u0065":"a","lin\u0065":2},"outcom\u0065":"rejected","issuer":"i","bytes":9}"#,
            #"{"indexes":1,"schema":3,"inde":{"index":1},"index":7,"source":{"files":1,"file":"a","line":2},"x":[{"index":8}],"outcome":"rejected","issuer":"i","bytes":9}"#,
        ]
        let expected = try XCTUnwrap(ResultEntry(line: Array(plain.utf8)))
        XCTAssertEqual(expected.file, "a")
        for other in others {
            XCTAssertEqual(ResultEntry(line: Array(other.utf8)), expected, other)
        }
    }

    /// Lines are read many at a time, on all processors.
    func testEachOfManyLinesIsReadOnceAndKnowsItsPlace() async throws {
        let count = 12_000
        let broken: Set = [0, 255, 256, 4095, 4096, 4097, 8191, 8192, count - 1]
        let empty: Set = [254, 4094, 8193]
        let lines = (0..<count).map { number in
            let filler = String(repeating: "x", count: number % 197)
            return empty.contains(number)
                ? ""
                : broken.contains(number)
                    ? "{" : #"{"index":\#(number),"\#(filler)":[],"outcome":"accepted"}"#
        }
        let bytes = Array(lines.joined(separator: "\n").utf8)
        XCTAssertGreaterThan(bytes.count, 1 << 20)
        let results = try saved(bytes)
        var expected: [Int] = []
        let inOrder = try results.forEach { expected.append($0.index) }
        XCTAssertEqual(
            expected, (0..<count).filter { !broken.contains($0) && !empty.contains($0) })
        for partCount in [1, 2, 7] {
            let (parts, account) = try await results.gather(
                into: [Int: Int](), count: partCount
            ) { part, entry, place, withWords in
                XCTAssertNil(part.updateValue(entry.index, forKey: place))
                XCTAssertEqual(withWords(), entry)
            }
            XCTAssertEqual(parts.count, partCount)
            let all = parts.flatMap { $0 }.sorted { $0.key < $1.key }
            XCTAssertEqual(all.map(\.value), expected)
            XCTAssertEqual(account, inOrder)
        }
        XCTAssertEqual(inOrder.recordCount, expected.count)
        XCTAssertEqual(inOrder.brokenCount, broken.count)
        XCTAssertEqual(inOrder.firstBrokenLine, 1)
    }

    /// Signatures that were read before are not read again.
    func testSignaturesThatRepeatAreReadAsIfEachWereTheFirst() throws {
        let signatures =
            (0..<12).map { number in
                #"{"verdict":"valid","signed":[],"keySHA256":"\#(number)"}"#
            } + [
                "null", "{}", #"{"verdict":"invalid"}"#, #"{"verdict":"valid"}"#,
                #"{"keySHA256":"1","verdict":"valid","signatureMethod":"m"}"#,
                #"{"verdict":"valid","signature":{"verdict":"refused"}}"#,
                #"{"verdict":"valid"},"signature":{"digestMethod":"d"}"#,
                #"{"digestMethod":"e"},"signature":{"verdict":"valid"}"#,
                #"{"verdict":"valid"}, "claimed":{"signature":{"verdict":"valid","signatureMethod":"x"}}"#,
                #"{"verdict":"valid"}}"#, #"{"verdict":"valid""#,
            ]
        var generator = SeededGenerator("signatures")
        let lines = (0..<600).map { number in
            let signature = signatures.randomElement(using: &generator) ?? ""
            return
                #"{"schema":3,"index":\#(number),"outcome":"accepted","signature":\#(signature)}"#
        }
        var read: [ResultEntry] = []
        _ = try saved(Array(lines.joined(separator: "\n").utf8)).forEach { read.append($0) }
        let alone = lines.compactMap { ResultEntry(line: Array($0.utf8)) }
        XCTAssertEqual(read, alone)
        XCTAssertGreaterThan(alone.count, 300)
        XCTAssertLessThan(alone.count, 600)
        XCTAssertGreaterThan(Set(alone.map(\.keySHA256)).count, 11)
    }

    func testTheFirstBrokenLineIsTheFirstOfTheFile() async throws {
        let line = #"{"index":1,"outcome":"accepted","x":"\#(String(repeating: "x", count: 900))"}"#
        var lines = Array(repeating: line, count: 5000)
        lines[3210] = "{"
        lines[4444] = "["
        let results = try saved(Array(lines.joined(separator: "\r\n").utf8))
        for partCount in [1, 3] {
            let account = try await results.gather(into: 0, count: partCount) { part, _, _, _ in
                part += 1
            }.account
            XCTAssertEqual(account.firstBrokenLine, 3211)
            XCTAssertEqual(account.brokenCount, 2)
        }
    }

    func testALaterVersionFarDownEndsEveryPart() async throws {
        let line =
            #"{"schema":3,"index":1,"outcome":"accepted","x":"\#(String(repeating: "x", count: 900))"}"#
        var lines = Array(repeating: line, count: 5000)
        lines[2000] = #"{"schema":99,"new":{}}"#
        let results = try saved(Array(lines.joined(separator: "\n").utf8))
        do {
            _ = try await results.gather(into: 0, count: 2) { part, _, _, _ in part += 1 }
            XCTFail("It was read.")
        } catch {
            XCTAssertEqual(error.code, .newerVersion)
        }
    }

    func testLinesThatAreNoRecordsAreRefusedWhateverTheyAre() {
        for text in [
            "", "{", "{}", "[]", "null", "{\"index\":0}", "{\"index\":0,\"outcome\":\"fine\"}",
            "{\"index\":-1,\"outcome\":\"accepted\"}", "{\"index\":0,\"outcome\":\"accepted\"",
            "{\"index\":0,\"outcome\":\"accepted\"}x", "{\"index\":\"0\",\"outcome\":\"accepted\"}",
            "{\"index\":0,\"outcome\":\"acc\\u00",
            "{\"index\":99999999999999999999,\"outcome\":\"accepted\"}",
            String(repeating: "[", count: 100_000),
            "{\"a\":" + String(repeating: "[", count: 100_000),
        ] {
            XCTAssertNil(ResultEntry(line: Array(text.utf8)), String(text.prefix(60)))
        }
        XCTAssertNotNil(ResultEntry(line: Array("{\"index\":0,\"outcome\":\"accepted\"}".utf8)))
    }

    func testWhatIsNoResultsIsSaid() throws {
        let contents: [(String, SavedResultsError.Code)] = [
            ("<html/>", .notResults), ("{\"a\":1}\n", .notResults),
            ("a,b,c\r\n1,2,3\r\n", .notResults),
        ]
        for (text, code) in contents {
            XCTAssertThrowsError(try entries(of: try saved(Array(text.utf8))), text) { error in
                XCTAssertEqual((error as? SavedResultsError)?.code, code)
            }
        }
        XCTAssertThrowsError(try entries(of: try saved([0x1F, 0x8B, 8, 0]))) { error in
            XCTAssertEqual((error as? SavedResultsError)?.code, .compressed)
        }
        XCTAssertThrowsError(try entries(of: SavedResults(path: "/nowhere/results"))) { error in
            XCTAssertEqual((error as? SavedResultsError)?.code, .unreadable)
        }
    }

    func testNoMessagesAreNoError() throws {
        XCTAssertEqual(try entries(of: try saved([])), [])
        XCTAssertEqual(try entries(of: try saved(RecordFormat.csv.header)), [])
    }

    func testReadingIsMeasured() throws {
        let records = try records().filter { $0.outcome == .accepted }.prefix(40)
        for format in RecordFormat.allCases {
            var bytes = format.header
            for _ in 0..<2 { for record in records { format.append(record, to: &bytes) } }
            let results = try saved(bytes)
            var count = 0
            let elapsed = try ContinuousClock().measure {
                _ = try results.forEach { _ in count += 1 }
            }
            print("\(format): \(bytes.count / count) bytes a record, read in \(elapsed / count)")
            XCTAssertEqual(count, records.count * 2)
        }
    }
}
