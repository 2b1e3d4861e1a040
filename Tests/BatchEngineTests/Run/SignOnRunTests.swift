import BatchEngine
import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import SystemPackage
import TestSupport
import XCTest

/// The sign-ons of a run are the same however it is divided, interrupted or saved.
final class SignOnRunTests: XCTestCase {
    private func run(_ path: String, jobs: Int) -> BatchRun {
        BatchRun(processor: .unchecked, format: .ndjson, jobs: jobs)
    }

    func testTenSignOnsAreToldApart() async throws {
        let folder = try scratchFolder()
        let path = try folder.write(SignOnFixture.har, to: "ten.har")
        var sink = CollectingSink()
        var signOns = try await run(path, jobs: 1).run(CaptureReader(paths: [path]), into: &sink)
            .signOns
        XCTAssertEqual(
            signOns.lines(isVerified: false),
            [
                "10 sign-ons: 8 answered and not verified, 1 rejected, 1 without an answer",
                "1 request with more than one response",
                "1 response other than the request asks for",
                "1 response whose request was not found",
            ])
        signOns.addCalls(from: signOns.filesWithCalls)
        XCTAssertEqual(signOns.filesWithCalls.map(\.string), [path])
        XCTAssertEqual(
            signOns.shown[0].steps.map(\.text),
            [
                "POST idp.example/sso 200", "AuthnRequest of https://sp.example/saml",
                "GET idp.example/session/…/step 200", "POST sp.example/acs 200",
                "response of https://idp.example/saml: unverified",
            ])
        XCTAssertEqual(signOns.shown[0].steps.compactMap(\.after).last, "+5.000 s")
        // The fifth and the sixth overlap: each has the calls of both between its own.
        XCTAssertEqual(signOns.shown[4].calls.count, 5)
        let json = String(decoding: try JSONEncoder().encode(signOns), as: UTF8.self)
        for secret in SignOnFixture.secrets { XCTAssertFalse(json.contains(secret), secret) }
    }

    func testWorkersCheckpointsAndSavedResultsGiveTheSameSignOns() async throws {
        let folder = try scratchFolder()
        for name in ["a.har", "b.har", "c.har"] { try folder.write(SignOnFixture.har, to: name) }
        let path = folder.path("")
        var whole = CollectingSink()
        whole.keepsCheckpoints = .all
        let outcome = try await run(path, jobs: 1).run(
            CaptureReader(paths: [path]), into: &whole, isCheckpointDue: { _, _ in true })
        // The request without an answer is the same in the three files.
        XCTAssertEqual(outcome.signOns.count, 28)
        var other = CollectingSink()
        let parallel = try await run(path, jobs: 3).run(CaptureReader(paths: [path]), into: &other)
        XCTAssertEqual(parallel.signOns, outcome.signOns)
        for number in whole.checkpoints.indices {
            var sink = whole
            sink.rewind(to: number)
            let checkpoint = BatchCheckpoint<NoTally>(resuming: sink.checkpoints.map(\.saved))
            let resumed = try await run(path, jobs: 2).run(
                CaptureReader(paths: [path]), into: &sink, resuming: checkpoint)
            XCTAssertEqual(resumed.signOns, outcome.signOns, "checkpoint \(number)")
        }
        var reader = CaptureReader(paths: [path])
        var records: [ProfileRecord] = []
        while let captured = reader.next() {
            records.append(ProfileProcessor.unchecked.record(of: captured))
        }
        for format in [RecordFormat.ndjson, .csv] {
            var bytes = format.header
            for record in records { format.append(record, to: &bytes) }
            let saved = SavedResults(path: try folder.write(bytes, to: "results"))
            var pairing = SignOnPairing()
            try saved.pair(into: &pairing)
            XCTAssertEqual(pairing.signOns, outcome.signOns, "\(format)")
        }
    }

    func testTheAddressOfAVerifiedResponseIsComparedInSavedResultsToo() throws {
        var context = SAML.ProcessingContext(
            now: SAML.Instant(parsing: ResponseFixture.now), audience: ResponseFixture.audience)
        context.trust = try SignedFixture.trusting()
        let processor = ProfileProcessor(options: .init(context: context))
        for destination in [ResponseFixture.recipient, "https://sp.example/other", ""] {
            var response = ResponseFixture()
            response.destination = destination
            let messages = try [
                ProtocolFixture.authnRequest, SignedFixture.message(.response, of: response),
            ]
            let records = messages.enumerated().map { number, xml in
                processor.record(of: CapturedMessage(bytes: Array(xml.utf8)), index: number)
            }
            XCTAssertEqual(records[1].signature.verdict, .valid, destination)
            var pairing = SignOnPairing()
            for record in records { pairing.add(try XCTUnwrap(SignOnMessage(record))) }
            let signOn = try XCTUnwrap(pairing.signOns.shown.first)
            XCTAssertEqual(
                signOn.differences.map(\.code),
                destination.hasSuffix("other") ? ["recipientMismatch"] : [], destination)
            for format in [RecordFormat.ndjson, .csv] {
                var bytes = format.header
                for record in records { format.append(record, to: &bytes) }
                let saved = SavedResults(path: try scratchFolder().write(bytes, to: "results"))
                var again = SignOnPairing()
                try saved.pair(into: &again)
                XCTAssertEqual(again.signOns, pairing.signOns, "\(format) \(destination)")
            }
        }
    }
}
