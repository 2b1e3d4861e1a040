import BatchEngine
import ProfileProcessing
import ProfileTestSupport
import SAMLBindings
import TestSupport
import XCTest

/// Records as comma-separated values, held against the same records as JSON.
final class RecordCSVTests: XCTestCase {
    func testCellsReadBackToTheValuesOfTheJSON() throws {
        let records = try sampleRecords()
        let table = try CSVTable(parsing: csv(records))
        let header = try XCTUnwrap(table.rows.first)
        XCTAssertEqual(Set(header).count, header.count)
        XCTAssertEqual(table.rows.count, records.count + 1)
        for row in table.rows { XCTAssertEqual(row.count, header.count) }
        for (record, cells) in zip(records, table.records) {
            let json = try JSONTree(parsing: record.json)
            for column in header {
                let path = column.split(separator: ".").map(String.init)
                let value = path.reduce(json) { $0[$1] ?? .null }
                XCTAssertEqual(try Self.value(of: cells[column], like: value), value, column)
            }
        }
    }

    func testColumnsAreAllTheFieldsOfTheJSON() throws {
        var names: Set<String> = []
        for record in try sampleRecords() {
            for (name, value) in try XCTUnwrap(JSONTree(parsing: record.json).members) {
                switch (name, value) {
                case ("attributes", _), ("claimed", _): names.insert(name)
                case (_, .object(let members)):
                    names.formUnion(members.keys.map { "\(name).\($0)" })
                case (_, .null): break
                default: names.insert(name)
                }
            }
        }
        let header = Set(try XCTUnwrap(CSVTable(parsing: RecordFormat.csv.header).rows.first))
        XCTAssertEqual(names.subtracting(header), [])
        // Only what no sample has: entries of lists, time and host of message files, what is known of
        // encrypted parts with a key for them, and the time of issue as that of judgement.
        let absent: Set = [
            "count", "source.entry", "source.line", "source.time", "source.host",
            "source.part", "source.alsoAt",
            "encryption.methods",
            "encryption.keyTransports", "encryption.orders", "conditions.now",
        ]
        XCTAssertEqual(header.subtracting(names), absent)
    }

    func testCellsWithSeparatorsQuotesAndLineEndsAreQuoted() throws {
        for name in ["a,b", "a\"b", "a\r\nb", "\"", "a\nb", ",", " a "] {
            let record = ProfileProcessor.unchecked.record(
                of: CapturedMessage(bytes: [], source: MessageSource(file: name)))
            let table = try CSVTable(parsing: csv([record]))
            XCTAssertEqual(table.records.first?["source.file"], name)
        }
        let record = ProfileProcessor.unchecked.record(
            of: CapturedMessage(bytes: [], source: MessageSource(file: "a\"b,c")))
        XCTAssertTrue(
            String(decoding: csv([record]), as: UTF8.self).contains("\r\n4,0,\"a\"\"b,c\","))
    }

    func testThereIsNoHeaderInNDJSON() {
        XCTAssertEqual(RecordFormat.ndjson.header, [])
    }

    private func sampleRecords() throws -> [ProfileRecord] {
        let processor = try ProfileProcessor.reference(
            includesPayload: true, trust: ProfileProcessor.sampleTrust())
        return try SampleOutcome.files().map { try processor.record(ofSample: $0.path) }
    }

    private func csv(_ records: [ProfileRecord]) -> [UInt8] {
        var bytes = RecordFormat.csv.header
        for record in records { RecordFormat.csv.append(record, to: &bytes) }
        return bytes
    }

    /// What a cell says, given the kind of value it should hold: nothing is an empty cell, text
    /// stands there as it is, and everything else as JSON.
    private static func value(of cell: String?, like value: JSONTree) throws -> JSONTree {
        let cell = try XCTUnwrap(cell)
        switch value {
        case .null: return cell.isEmpty ? .null : .string(cell)
        case .string: return .string(cell)
        default: return try JSONTree(parsing: cell.utf8)
        }
    }
}
