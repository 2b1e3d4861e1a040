import Captures
import Foundation
import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import SAMLBindings
import SignatureDiagnostics
import TestSupport
import XCTest
import XMLSecurity

/// The published JSON Schema of records against the code and against real records.
final class RecordSchemaTests: XCTestCase {
    func testTheSchemaListsExactlyTheReasonCodes() throws {
        XCTAssertEqual(
            try listed("#/$defs/reason/properties/code"), ReasonCode.all.map(\.rawValue))
        XCTAssertEqual(try listed("#/$defs/note/properties/code"), Note.allCodes)
    }

    func testTheSchemaListsExactlyTheValuesOfEveryEnumeration() throws {
        let properties = "#/properties/"
        try expect(ProfileRecord.Outcome.self, at: properties + "outcome")
        try expect(MessageEnvelope.Step.self, at: properties + "envelope/items")
        try expect(EncryptedPart.self, at: properties + "encrypted/items")
        let signature = properties + "signature/properties/"
        try expect(SignatureSummary.Verdict.self, at: signature + "verdict")
        try expect(SignatureSummary.SignedElement.self, at: signature + "signed/items")
        try expect(
            ConditionsSummary.Verdict.self, at: properties + "conditions/properties/verdict")
        let normalization = properties + "normalization/properties/"
        try expect(Normalization.self, at: normalization + "mode")
        try expect(
            NormalizationSummary.Warning.self, at: normalization + "warnings/items")
        XCTAssertEqual(
            Set(try listed("#/$defs/reason/properties/likelyCause")), Set(LikelyCause.all))
        XCTAssertEqual(
            try schema().definition(properties + "kind")?["enum"],
            .array(ProfileRecord.Kind.allCases.map { .string($0.rawValue) } + [.null]))
    }

    func testEverySampleRecordFitsTheSchema() throws {
        let schema = try schema()
        for includesPayload in [false, true] {
            let processor = try ProfileProcessor.reference(includesPayload: includesPayload)
            for row in try SampleOutcome.files() {
                let record = try JSONTree(parsing: processor.record(ofSample: row.path).json)
                XCTAssertEqual(schema.problems(of: record), [], row.path)
            }
        }
    }

    func testRecordsOfSubscriberLinesFitTheSchema() throws {
        let schema = try schema()
        let processor = try ProfileProcessor.reference()
        var reader = CaptureReader(paths: [Repository.samplePath(SampleOutcome.subscribers)])
        var count = 0
        while let captured = reader.next() {
            count += 1
            // Those that are not accepted are the ones that differ.
            let record = processor.record(of: captured)
            guard count <= 20 || record.outcome != .accepted else { continue }
            XCTAssertEqual(schema.problems(of: try JSONTree(parsing: record.json)), [], "\(count)")
        }
        XCTAssertEqual(count, 1000)
    }

    func testTheSchemaRefusesWhatIsNoRecord() throws {
        let path = "captures/24-required-attribute-missing.xml"
        let record = try JSONTree(
            parsing: ProfileProcessor.reference().record(ofSample: path).json)
        let members = try XCTUnwrap(record.members)
        let changes: [(String, JSONTree?)] = [
            ("index", "0"), ("index", -1), ("outcome", "fine"), ("outcome", nil), ("extra", 1),
            ("reasons", .array([.object(["code": "x.y", "message": ""])])),
            ("source", .object([:])), ("attributes", .object(["uid": "1"])), ("kind", "request"),
            ("bytes", .number(0.5)), ("response", .object([:])),
        ]
        for (name, value) in changes {
            var changed = members
            changed[name] = value
            XCTAssertNotEqual(try schema().problems(of: .object(changed)), [], name)
        }
    }

    func testEveryFieldIsDescribed() throws {
        func undescribed(_ schema: JSONTree, at path: String) -> [String] {
            let own = schema["description"] == nil && schema["$ref"] == nil ? [path] : []
            let inner = (schema["properties"]?.members ?? [:]).flatMap { name, schema in
                undescribed(schema, at: "\(path)/\(name)")
            }
            return own + inner
                + (schema["items"].map { undescribed($0, at: path + "/items") } ?? [])
        }
        let schema = try schema()
        XCTAssertEqual(undescribed(schema.root, at: ""), [])
        XCTAssertEqual(
            undescribed(try XCTUnwrap(schema.definition("#/$defs/reason")), at: "reason"), [])
        XCTAssertEqual(
            undescribed(try XCTUnwrap(schema.definition("#/$defs/note")), at: "note"), [])
    }

    private func schema() throws -> JSONSchema {
        let file = Repository.root.appending(path: "Documentation/record.schema.json")
        return JSONSchema(try JSONTree(parsing: Data(contentsOf: file)))
    }

    private func listed(_ reference: String) throws -> [String] {
        let schema = try XCTUnwrap(schema().definition(reference), reference)
        return try XCTUnwrap(schema["enum"]?.elements).compactMap(\.string)
    }

    private func expect<Values: CaseIterable & RawRepresentable<String>>(
        _ type: Values.Type, at reference: String
    ) throws {
        XCTAssertEqual(try listed(reference), Values.allCases.map(\.rawValue), reference)
    }
}
