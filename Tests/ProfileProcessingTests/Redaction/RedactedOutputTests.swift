import Captures
import Foundation
import ProfileProcessing
import SAML2
import TestSupport
import XCTest

/// Every output of the samples, searched for what the samples say about subscribers.
final class RedactedOutputTests: XCTestCase {
    private func records(_ redaction: Redaction?) throws -> [ProfileRecord] {
        var options = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust()).options
        options.redaction = redaction
        let processor = ProfileProcessor(options: options)
        // Beside those with the required attributes alone, all attributes.
        options.requiredAttributes = []
        let all = ProfileProcessor(options: options)
        var reader = CaptureReader(paths: [Repository.samplePath("captures")])
        var records: [ProfileRecord] = []
        while let captured = reader.next() {
            for processor in [processor, all] {
                guard let message = try? captured.message() else { continue }
                records.append(processor.record(of: message, index: records.count))
            }
        }
        return records
    }

    /// The values, without those that stand elsewhere in records anyway or are too short to tell.
    private func values(_ records: [ProfileRecord]) -> Set<Data> {
        let texts = records.flatMap { record in
            record.attributes.flatMap { $0.values.compactMap(\.text) }
                + [record.nameID?.value].compactMap { $0 }
        }
        return Set(texts.map { Data($0.utf8) }.filter { $0.count >= 6 })
    }

    private func outputs(_ records: [ProfileRecord]) throws -> [String: Data] {
        var outputs: [String: Data] = [:]
        for format in RecordFormat.allCases {
            var octets = format.header
            for record in records { format.append(record, to: &octets) }
            outputs[format.rawValue] = Data(octets)
        }
        #if SQLite
        let folder = try scratchFolder()
        try SQLiteFixture.write(records, to: folder.path("results.sqlite"))
        outputs["sqlite"] = Data(try folder.read("results.sqlite"))
        #endif
        return outputs
    }

    func testNoValueOfTheSamplesIsInAnyOutput() throws {
        let plain = try records(nil)
        let values = values(plain)
        XCTAssertGreaterThan(values.count, 1000)
        for (name, output) in try outputs(plain) {
            let found = values.count { output.range(of: $0) != nil }
            XCTAssertGreaterThan(found, values.count * 9 / 10, "\(name) shows the search works")
        }
        let redaction = try Redaction(key: Array(repeating: 7, count: 16))
        for (name, output) in try outputs(records(redaction)) {
            for value in values where output.range(of: value) != nil {
                XCTFail("\(name): \(String(decoding: value, as: UTF8.self))")
            }
        }
    }

    func testAsManyDifferentHashesAsValues() throws {
        func distinct(_ records: [ProfileRecord]) -> Int {
            let items = records.flatMap(\.attributes)
            let texts = items.flatMap { $0.values.compactMap(\.text) }
            return Set(texts.map { Array($0.utf8) }).count
        }
        let redaction = try Redaction(key: Array(repeating: 7, count: 16))
        XCTAssertEqual(distinct(try records(redaction)), distinct(try records(nil)))
    }
}
