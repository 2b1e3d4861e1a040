@_spi(Measurement) import BatchEngine
import Foundation
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// Records as lines of NDJSON, held against the same records as JSON.
final class RecordLineTests: XCTestCase {
    func testALineOfNDJSONIsTheObjectAndALineFeed() throws {
        let processor = try ProfileProcessor.reference(includesPayload: true)
        for row in try SampleOutcome.files() {
            let record = try processor.record(ofSample: row.path)
            var output: [UInt8] = [0x2A]
            RecordFormat.ndjson.append(record, to: &output)
            XCTAssertEqual(output, [0x2A] + record.json + [0x0A], row.path)
            output = [0x2A]
            record.appendLine(to: &output)
            XCTAssertEqual(output, [0x2A] + record.json + [0x0A], row.path)
        }
    }

    func testEntriesDifferFromObjectsInTheirMapsAlone() throws {
        let processors = [try ProfileProcessor.reference(includesPayload: true), .unchecked]
        for row in try SampleOutcome.files() {
            for processor in processors {
                let record = try processor.record(ofSample: row.path)
                var entries: [UInt8] = []
                RecordFormat.ndjsonEntries.append(record, to: &entries)
                let read = try XCTUnwrap(
                    JSONSerialization.jsonObject(with: Data(entries)) as? NSDictionary)
                let object = try XCTUnwrap(
                    JSONSerialization.jsonObject(with: Data(record.json)) as? NSDictionary)
                XCTAssertEqual(Self.withMaps(read, of: "") as? NSDictionary, object, row.path)
            }
        }
    }

    /// A value with arrays of entries as the objects they stand for.
    private static func withMaps(_ value: Any, of name: String) -> Any {
        if name == "attributes", let entries = value as? [[String: Any]] {
            let pairs = entries.map { ($0["key"] as? String ?? "", $0["value"] ?? NSNull()) }
            return NSDictionary(dictionary: Dictionary(pairs) { $1 })
        }
        guard let members = value as? [String: Any] else { return value }
        return NSDictionary(
            dictionary: Dictionary(
                uniqueKeysWithValues: members.map { ($0, withMaps($1, of: $0)) }))
    }
}
