import Foundation
import SAML2
import TestSupport
import XCTest
import XMLCore

/// Every sample is read as the kind it is listed with.
final class SampleReadingTests: XCTestCase, ReachesUnsafeCode {
    private struct Sample {
        let path: String
        let kind: String
        let reason: String
    }

    /// All that are listed but the one that is compressed, which is not for this module to undo.
    private func samples() throws -> [Sample] {
        let table = String(decoding: try Repository.sample("expected.tsv"), as: UTF8.self)
        return table.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t").map(String.init)
            return Sample(path: fields[0], kind: fields[1], reason: fields[4])
        }.filter { !$0.path.hasSuffix(".redirect") }
    }

    /// The document, out of the form field, percent-encoding and Base64 that some samples are in.
    private func document(_ path: String) throws -> [UInt8] {
        let bytes = try Repository.sample(path)
        guard !path.hasSuffix(".xml"), !path.contains("malformed") else { return bytes }
        let parameters = String(decoding: bytes, as: UTF8.self).split(separator: "&")
        var text = String(try XCTUnwrap(parameters.first)).replacing("SAMLResponse=", with: "")
        while let decoded = text.removingPercentEncoding, decoded != text { text = decoded }
        return Array(
            try XCTUnwrap(Data(base64Encoded: text, options: .ignoreUnknownCharacters), path))
    }

    private func message(_ path: String) throws -> SAML.Message {
        try SAML.Message(
            unverified: XML.Document(parsing: document(path)).rootElement)
    }

    func testEverySampleIsReadAsItsKind() throws {
        var counts: [String: Int] = [:]
        for sample in try samples() {
            counts[sample.kind, default: 0] += 1
            switch (sample.kind, Result { try message(sample.path) }) {
            case ("response", .success(.response(let response))):
                XCTAssertEqual(
                    response.assertions.count + response.encryptedAssertionCount,
                    sample.reason == "status" ? 0 : 1, sample.path)
                XCTAssertEqual(
                    response.encryptedAssertionCount, sample.reason == "encrypted" ? 1 : 0,
                    sample.path)
                XCTAssertEqual(response.issueInstant?.description.isEmpty, false, sample.path)
            case ("attributeQuery", .success(.attributeQuery)): break
            case ("none", .failure(is XML.ParsingError)):
                XCTAssertNotEqual(sample.reason, "root", sample.path)
            case ("none", .failure(let error as SAML.StructureError)):
                XCTAssertEqual(error.code, .unexpectedRoot, sample.path)
                XCTAssertEqual(sample.reason, "root", sample.path)
            case (_, let result): XCTFail("\(sample.path): \(result)")
            }
        }
        print("samples read: \(counts.sorted { $0.key < $1.key })")
        XCTAssertEqual(counts, ["response": 39, "attributeQuery": 2, "none": 11])
    }

    func testFailuresOfTheSamplesAreTheOnesListed() throws {
        let context = SAML.ProcessingContext(
            now: try instant(ResponseFixture.now), audience: "https://saml.sp.auth.adobe.com")
        let failures: [String: [SAML.ConditionsFailure]] = [
            "expired": [.expired], "notyet": [.notYetValid], "audience": [.audienceMismatch],
            "status": [.statusNotSuccess],
        ]
        var seen: Set<String> = []
        for sample in try samples() {
            guard sample.kind == "response", case .response(let response) = try message(sample.path)
            else { continue }
            XCTAssertEqual(
                response.failures(in: context), failures[sample.reason] ?? [], sample.path)
            let selection = SAML.AttributeSelection(
                requiring: ["uid", "uniqueId"], from: response.assertion?.attributes ?? [])
            let isComplete = !["missing", "status", "encrypted"].contains(sample.reason)
            XCTAssertEqual(selection.missing.isEmpty, isComplete, sample.path)
            seen.insert(sample.reason)
        }
        XCTAssertTrue(seen.isSuperset(of: failures.keys), "\(seen)")
    }

    func testValuesOfTheSamplesAreRead() throws {
        guard
            case .response(let response) = try message(
                "captures/21-nil-empty-nested-attribute-values.xml")
        else { return XCTFail("no response") }
        let selection = SAML.AttributeSelection(
            requiring: ["zip", "city", "packages", "authorized_resources", "NameID"],
            from: response.assertion?.attributes ?? [],
            nameID: response.assertion?.subject?.nameID)
        let values = selection.items.map { $0.values.map(\.text) }
        XCTAssertEqual(values[0], [nil])
        XCTAssertEqual(values[1], [""])
        XCTAssertEqual(
            values[2].map { $0?.split(whereSeparator: \.isWhitespace).joined(separator: " ") },
            ["Base & News"])
        XCTAssertEqual(values[3], ["news", "sports"])
        XCTAssertEqual(values[4], ["5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8"])
    }

    func testResponsesAnswerTheQueryOfTheSamples() throws {
        guard case .attributeQuery(let query) = try message("captures/verification-token.xml")
        else { return XCTFail("no query") }
        for sample in try samples() {
            guard sample.kind == "response", case .response(let response) = try message(sample.path)
            else { continue }
            XCTAssertEqual(response.inResponseTo, query.id, sample.path)
        }
    }
}
