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
}
