import BatchEngine
import Captures
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore

/// What a run adds up beside the outcomes.
final class BatchSummaryTests: XCTestCase {
    func testIssuersReasonsAndWarningsAreCounted() async throws {
        let summary = try await summary(of: [
            response(issuer: "https://a.example", uid: "1"),
            response(issuer: "https://b.example", uid: "two  spaces"),
            response(issuer: "https://a.example", uid: nil), "<a/>", "%",
        ])
        XCTAssertEqual(summary.counts.unverified, 2)
        XCTAssertEqual(summary.issuers.keys.sorted(), ["https://a.example", "https://b.example"])
        XCTAssertEqual(summary.issuers["https://a.example"]?.unverified, 1)
        XCTAssertEqual(summary.issuers["https://a.example"]?.rejected, 1)
        XCTAssertEqual(
            summary.reasons,
            [
                .missingAttribute: 1, .saml(.unexpectedRoot): 1,
                .envelope(.invalidPercentEncoding): 1,
            ])
        XCTAssertEqual(summary.warnings, [.textChanged: 1])
        XCTAssertEqual(summary.brokenByNormalization, 0)
        XCTAssertEqual(summary.verifiedCount, 0)
    }

    func testOnlyTheFirstReasonOfAMessageIsCounted() async throws {
        let body = HandmadeMessage.response(body: "")
        let summary = try await summary(of: [body])
        XCTAssertEqual(summary.reasons, [.conditions(.missingAssertion): 1])
    }

    func testIssuersWithoutNumberAreCountedTogetherAndNoneIsLost() async throws {
        let count = 1100
        for jobs in [1, 3] {
            let messages = (0..<count).map { response(issuer: "urn:issuer:\($0)", uid: "1") }
            let summary = try await summary(of: messages, jobs: jobs)
            XCTAssertEqual(summary.issuers.count, 1001)
            XCTAssertEqual(summary.issuers[BatchSummary.otherIssuers]?.unverified, count - 1000)
            XCTAssertEqual(summary.issuers.values.map(\.total).reduce(0, +), count)
        }
    }

    func testIssuersAreToldApartByTheirBytes() async throws {
        let summary = try await summary(of: [
            response(issuer: "urn:caf\u{E9}", uid: "1"),
            response(issuer: "urn:cafe\u{301}", uid: "1"),
            response(issuer: "urn:cafe\u{301}", uid: "1"),
        ])
        XCTAssertEqual(summary.issuers["urn:caf\u{E9}"]?.total, 1)
        XCTAssertEqual(summary.issuers["urn:cafe\u{301}"]?.total, 2)
    }

    func testSignaturesThatNormalizationBreaksAreCounted() async throws {
        let broken = HandmadeMessage.response(
            attributes: HandmadeMessage.attribute("uid", "two  spaces"),
            signature: HandmadeMessage.signature())
        let summary = try await summary(of: [broken, response(issuer: "urn:a", uid: "1")])
        XCTAssertEqual(summary.brokenByNormalization, 1)
        XCTAssertEqual(
            summary.byteCount, broken.utf8.count + response(issuer: "urn:a", uid: "1").utf8.count)
    }

    func testAQueryThatIsNotJudgedAddsNoIssuer() async throws {
        let query = String(
            decoding: try Repository.sample("captures/verification-token.xml"), as: UTF8.self)
        let summary = try await summary(of: [
            query.replacing("\r", with: "").replacing("\n", with: " "),
            response(issuer: "urn:a", uid: "1"),
        ])
        XCTAssertEqual(summary.counts.notJudged, 1)
        XCTAssertEqual(summary.issuers.keys.sorted(), ["urn:a"])
    }

    func testMessagesThatAreNotJudgedAreCountedAndHideNothing() async throws {
        let others = ProtocolFixture.unjudged.map(\.value)
        let signed = try ProtocolFixture.logoutRequest.signing("_message")
        let summary = try await summary(
            of: others + [signed, response(issuer: "urn:a", uid: "1")])
        XCTAssertEqual(summary.counts.notJudged, others.count + 1)
        XCTAssertEqual(summary.counts.judged, 1)
        XCTAssertEqual(summary.counts.unverified, 1)
        XCTAssertEqual(summary.issuers.keys.sorted(), ["urn:a"])
        XCTAssertEqual(summary.reasons, [:])
        XCTAssertEqual(summary.warnings, [:])
        XCTAssertEqual(summary.algorithms.signatureMethods, [:])
        XCTAssertTrue(summary.hasMessage)
    }

    private func response(issuer: String, uid: String?) -> String {
        HandmadeMessage.response(
            attributes: HandmadeMessage.attribute(uid == nil ? "other" : "uid", uid ?? ""),
            issuer: issuer)
    }

    private func summary(of messages: [String], jobs: Int = 1) async throws -> BatchSummary {
        let path = try scratchFolder().write(messages.joined(separator: "\n").utf8, to: "lines")
        let reader = CaptureReader(paths: [path], format: .lines)
        var sink = CollectingSink()
        let processor = ProfileProcessor(
            options: .init(context: .unchecked, requiredAttributes: ["uid"]))
        let run = BatchRun(processor: processor, format: .ndjson, jobs: jobs)
        return try await run.run(reader, into: &sink).summary
    }
}
