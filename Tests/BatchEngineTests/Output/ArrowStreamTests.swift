import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

@testable import BatchEngine

/// Records in Arrow's streaming format, held against the same records as JSON.
final class ArrowStreamTests: XCTestCase {
    private func records(_ processor: ProfileProcessor) throws -> [ProfileRecord] {
        var reader = CaptureReader(paths: [Repository.samplePath("captures")])
        var records: [ProfileRecord] = []
        while let captured = reader.next() { records.append(processor.record(of: captured)) }
        XCTAssertGreaterThan(records.count, 1000)
        return records
    }

    /// A value without the members that are null, which Arrow has and JSON may not.
    private static func trimmed(_ value: Any) -> Any {
        if let members = value as? [String: Any] {
            return NSDictionary(
                dictionary: members.filter { !($0.value is NSNull) }.mapValues(trimmed))
        }
        return (value as? [Any]).map { NSArray(array: $0.map(trimmed)) } ?? value
    }

    func testEachRowIsTheRecord() throws {
        for processor in [
            try ProfileProcessor.reference(
                includesPayload: true, trust: ProfileProcessor.sampleTrust()), .unchecked,
        ] {
            let records = try records(processor)
            var columns = ArrowRecords()
            for record in records { columns.append(record) }
            let read = try ArrowReading(ArrowStream.schema + columns.message + ArrowStream.end)
            XCTAssertTrue(read.hasSchema)
            XCTAssertEqual(read.counts, [records.count])
            for (row, record) in zip(read.records, records) {
                let object = try JSONSerialization.jsonObject(with: Data(record.json))
                XCTAssertEqual(
                    Self.trimmed(row) as? NSDictionary, Self.trimmed(object) as? NSDictionary,
                    "\(record.index)")
            }
        }
    }

    /// A member that the columns do not have would be lost.
    func testTheColumnsAreThoseOfTheDocumentedSchema() throws {
        let document = try XCTUnwrap(
            JSONSerialization.jsonObject(
                with: Data(
                    contentsOf: Repository.root.appending(
                        path: "Documentation/record.schema.json"))) as? [String: Any])
        func part(_ value: Any?) -> [String: Any] {
            guard let value = value as? [String: Any] else { return [:] }
            guard let reference = value["$ref"] as? String else { return value }
            return reference.split(separator: "/").dropFirst().reduce(document) {
                $0[String($1)] as? [String: Any] ?? [:]
            }
        }
        func compare(_ type: ArrowType, _ schema: [String: Any], _ path: String) {
            let kinds = (schema["type"] as? [String]) ?? [schema["type"] as? String ?? "object"]
            switch type {
            case .integer: XCTAssertTrue(kinds.contains("integer"), path)
            case .boolean: XCTAssertTrue(kinds.contains("boolean"), path)
            case .text: XCTAssertTrue(kinds.contains("string"), path)
            case .list(let element):
                XCTAssertTrue(kinds.contains("array"), path)
                compare(element, part(schema["items"]), path + "[]")
            case .map(let value):
                XCTAssertNil(schema["properties"], path)
                compare(value, part(schema["additionalProperties"]), path + "{}")
            case .object(let fields):
                let properties = schema["properties"] as? [String: Any] ?? [:]
                XCTAssertEqual(Set(fields.map(\.name)), Set(properties.keys), path)
                for field in fields {
                    compare(field.type, part(properties[field.name]), path + "." + field.name)
                }
            }
        }
        compare(.object(ArrowField.record), document, "")
    }

    func testARunWritesTheSchemaTheBatchesAndTheEnd() async throws {
        var sink = CollectingSink()
        let run = BatchRun(
            processor: try .reference(trust: ProfileProcessor.sampleTrust()), format: .arrow,
            jobs: 2)
        _ = try await run.run(
            CaptureReader(paths: [Repository.samplePath("captures")]), into: &sink)
        let count = try records(.unchecked).count
        let read = try ArrowReading(sink.bytes)
        XCTAssertTrue(read.hasSchema)
        XCTAssertGreaterThan(read.counts.count, 10)
        XCTAssertEqual(read.records.count, count)
        XCTAssertEqual(
            read.records.map { $0["index"] as? Int }, (0..<count).map { Optional($0) })
    }
}
