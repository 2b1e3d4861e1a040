import BatchEngine
import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import XCTest

/// Every output of the samples, searched for what the samples say about subscribers.
final class RedactedOutputTests: XCTestCase {
    /// The records of all samples; both tests look at the same.
    private static let plain = Result { try records(nil) }
    private static let redacted = Result {
        try records(Redaction(key: Array(repeating: 7, count: 16)))
    }

    private static func records(_ redaction: Redaction?) throws -> [ProfileRecord] {
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
            record.content.attributes.flatMap { $0.values.compactMap(\.text) }
                + [record.content.nameID?.value].compactMap { $0 }
        }
        return Set(texts.map { Data($0.utf8) }.filter { $0.count >= 6 })
    }

    /// The values that stand anywhere in the output, which is looked through once for all of them.
    private func values(_ values: Set<Data>, in output: Data) -> Set<Data> {
        let mask: UInt64 = 0xFFFF_FFFF_FFFF
        let byBeginning = Dictionary(grouping: values) { value in
            value.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        let bytes = [UInt8](output)
        // Most windows begin no value: a table of their last two bytes is faster to ask.
        var mayEnd = [Bool](repeating: false, count: 1 << 16)
        for beginning in byBeginning.keys { mayEnd[Int(beginning & 0xFFFF)] = true }
        var found: Set<Data> = []
        var window: UInt64 = 0
        var index = -1
        while index + 1 < bytes.count {
            index += 1
            window = (window << 8 | UInt64(bytes[index])) & mask
            guard mayEnd[Int(window & 0xFFFF)], index >= 5, let candidates = byBeginning[window]
            else { continue }
            for value in candidates where bytes[(index - 5)...].starts(with: value) {
                found.insert(value)
            }
        }
        return found
    }

    private func outputs(_ records: [ProfileRecord]) throws -> [String: Data] {
        var outputs: [String: Data] = [:]
        for format in RecordFormat.allCases {
            var bytes = format.header
            for record in records { format.append(record, to: &bytes) }
            outputs[format.rawValue] = Data(bytes)
        }
        #if SQLite
        let folder = try scratchFolder()
        try SQLiteFixture.write(records, to: folder.path("results.sqlite"))
        outputs["sqlite"] = Data(try folder.read("results.sqlite"))
        #endif
        return outputs
    }

    func testNoValueOfTheSamplesIsInAnyOutput() throws {
        let plain = try Self.plain.get()
        let values = values(plain)
        XCTAssertGreaterThan(values.count, 1000)
        for (name, output) in try outputs(plain) {
            let found = self.values(values, in: output)
            XCTAssertGreaterThan(
                found.count, values.count * 9 / 10, "\(name) shows the search works")
        }
        // Names of columns may hold a value by chance.
        let empty = try outputs([])
        for (name, output) in try outputs(Self.redacted.get()) {
            let harmless = empty[name].map { self.values(values, in: $0) } ?? []
            for value in self.values(values, in: output).subtracting(harmless) {
                XCTFail("\(name): \(String(decoding: value, as: UTF8.self))")
            }
        }
    }

    func testAsManyDifferentHashesAsValues() throws {
        func distinct(_ records: [ProfileRecord]) -> Int {
            let items = records.flatMap(\.content.attributes)
            let texts = items.flatMap { $0.values.compactMap(\.text) }
            return Set(texts.map { Array($0.utf8) }).count
        }
        XCTAssertEqual(distinct(try Self.redacted.get()), distinct(try Self.plain.get()))
    }
}
