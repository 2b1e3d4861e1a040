import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

@testable import BatchEngine

/// Only what a trusted key signed makes a message a duplicate.
final class DeduplicationTests: XCTestCase, SharesState {
    private func records(
        _ messages: [[UInt8]], isVerified: Bool
    ) async throws -> (records: [ProfileRecord], duplicates: Int) {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let lines = messages.map { Data($0).base64EncodedString() + "\n" }.joined()
        let path = try folder.write(Array(lines.utf8), to: "lines.txt")
        let trust = isVerified ? try ProfileProcessor.sampleTrust() : nil
        var run = BatchRun(
            processor: try ProfileProcessor.reference(trust: trust), format: nil, jobs: 2)
        run.deduplicates = true
        var sink = CollectingSink()
        let outcome = try await run.run(
            CaptureReader(paths: [path], format: .lines), into: &sink)
        return (sink.records, outcome.summary.duplicateCount)
    }

    private func changed(_ message: [UInt8], _ old: String, _ new: String) -> [UInt8] {
        Array(String(decoding: message, as: UTF8.self).replacing(old, with: new).utf8)
    }

    func testACopyThatIsNotVerifiedDoesNotMakeTheGenuineMessageVanish() async throws {
        let genuine = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let unsigned = changed(genuine, "<ds:SignatureValue>", "<ds:SignatureValue>AAAA")
        // Only the assertion is signed: this one stays verified, and is rejected.
        let failed = changed(genuine, "status:Success", "status:Responder")
        XCTAssertNotEqual(unsigned, genuine)
        XCTAssertNotEqual(failed, genuine)
        let (records, duplicates) = try await records(
            [unsigned, unsigned, failed, genuine, genuine, failed], isVerified: true)
        XCTAssertEqual(records.map(\.index), [0, 1, 2, 3])
        XCTAssertEqual(records.map(\.outcome), [.rejected, .rejected, .rejected, .accepted])
        XCTAssertEqual(duplicates, 2)
    }

    func testWithoutTrustOnlyTheWholeMessageMakesADuplicate() async throws {
        let message = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let other = changed(message, "status:Success", "status:Responder")
        let (records, duplicates) = try await records(
            [other, message, message, other, Array("<a".utf8), Array("<a".utf8)], isVerified: false)
        XCTAssertEqual(records.map(\.index), [0, 1, 4, 5])
        XCTAssertEqual(duplicates, 2)
    }
}
