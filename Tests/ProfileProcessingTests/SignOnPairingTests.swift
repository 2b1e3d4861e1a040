import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest

/// Requests and what answers them are paired in one pass, with memory that does not grow.
final class SignOnPairingTests: XCTestCase {
    private var count = 0

    /// A message of a capture, each in an entry of its own.
    private func message(
        _ xml: String, file: String = "a.har", time: String? = nil
    ) throws -> SignOnMessage {
        count += 1
        let source = MessageSource(file: file, entry: count, time: time)
        let record = ProfileProcessor.unchecked.record(
            of: CapturedMessage(bytes: Array(xml.utf8), source: source), index: count)
        return try XCTUnwrap(SignOnMessage(record))
    }

    private func request(_ id: String = ResponseFixture.request) -> String {
        ProtocolFixture.message("AuthnRequest", "", "", id: id)
    }

    private func response(
        to id: String = ResponseFixture.request,
        _ change: (inout ResponseFixture) -> Void = { _ in }
    ) -> String {
        var response = ResponseFixture()
        response.inResponseTo = id
        change(&response)
        return response.xml
    }

    private func signOns(_ messages: [SignOnMessage]) -> SignOns {
        var pairing = SignOnPairing()
        for message in messages { pairing.add(message) }
        return pairing.signOns
    }

    func testAResponseIsPairedWithItsRequestInEitherOrder() throws {
        let request = try message(request(), time: "2026-01-15T12:00:00Z")
        let response = try message(response(), time: "2026-01-15T12:00:01.865Z")
        for messages in [[request, response], [response, request]] {
            let signOns = signOns(messages)
            XCTAssertEqual(signOns.count, 1)
            let signOn = try XCTUnwrap(signOns.shown.first)
            XCTAssertEqual(signOn.request, request)
            XCTAssertEqual(signOn.responses, [response])
            XCTAssertEqual(signOn.outcome, .unverified)
            XCTAssertEqual(signOn.duration?.milliseconds, 1865)
            XCTAssertEqual(signOn.span, 1...2)
            XCTAssertEqual(signOn.differences, [])
            XCTAssertEqual(signOn.outcomeWords, "answered, not verified after 1.865 s")
        }
    }

    func testWhatHasNoCounterpartIsCounted() throws {
        let signOns = signOns([
            try message(request("_one")), try message(response(to: "_other")),
            try message(ProtocolFixture.logoutRequest), try message(ProtocolFixture.logoutResponse),
        ])
        XCTAssertEqual(
            signOns.lines(isVerified: true),
            [
                "1 sign-on: 0 answered and accepted, 0 rejected, 1 without an answer",
                "1 logout, 1 without an answer",
                "2 responses whose request was not found",
            ])
        XCTAssertEqual(signOns.shown.first?.remarks, ["No response to it was found."])
    }

    func testResponsesAloneAreNoSignOn() throws {
        let signOns = signOns([try message(response())])
        XCTAssertTrue(signOns.isEmpty)
        XCTAssertEqual(signOns.lines(isVerified: false), [])
    }

    func testASecondResponseIsAReplayOrAnother() throws {
        for (id, words) in [("_response", "was replayed"), ("_second", "a request has one")] {
            let signOns = signOns([
                try message(request()), try message(response()),
                try message(response { $0.id = id }),
            ])
            XCTAssertEqual(signOns.repeatedCount, 1)
            XCTAssertEqual(signOns.count, 1)
            let remarks = try XCTUnwrap(signOns.shown.first).remarks
            XCTAssertTrue(remarks.contains { $0.contains(words) }, "\(remarks)")
        }
    }

    func testTheSameSignOnInTwoFilesIsTwo() throws {
        let signOns = signOns([
            try message(request(), file: "a.har"), try message(response(), file: "a.har"),
            try message(request(), file: "b.har"), try message(response(), file: "b.har"),
        ])
        XCTAssertEqual(signOns.count, 2)
        XCTAssertEqual(signOns.repeatedCount, 0)
        XCTAssertEqual(signOns.shown.compactMap(\.response?.file), ["a.har", "b.har"])
    }

    func testAnUnreadableMessageAfterARequestMayBeTheAnswer() throws {
        let signOns = signOns([try message(request()), try message("<samlp:Response")])
        let remarks = try XCTUnwrap(signOns.shown.first).remarks
        XCTAssertEqual(signOns.count(.unanswered), 1)
        XCTAssertTrue(remarks[0].contains("(a.har #2) is unreadable"), "\(remarks)")
    }

    func testAResponseIsComparedWithWhatWasAsked() throws {
        func codes(_ query: (String) -> String) throws -> [String] {
            let token = try Repository.sample("captures/verification-token.xml")
            let answer = try Repository.sample(
                "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
            let signOns = signOns([
                try message(query(String(decoding: token, as: UTF8.self))),
                try message(String(decoding: answer, as: UTF8.self)),
            ])
            return try XCTUnwrap(signOns.shown.first).differences.map(\.code)
        }
        let partly = "attributesUnanswered"
        XCTAssertEqual(try codes { $0 }, [partly])
        XCTAssertEqual(
            try codes { $0.replacing(">5f0c1b9e", with: ">6f0c1b9e") }, ["subjectMismatch", partly])
        XCTAssertEqual(
            try codes { $0.replacing("\"uid\"", with: "\"gid\"") },
            ["unrequestedAttribute", partly])
        XCTAssertEqual(
            try codes { $0.replacing(">https://saml.sp", with: ">https://saml.other") },
            ["audienceMismatch", partly])
        XCTAssertEqual(
            try codes { $0.replacing("2026-01-15T11:59:50Z", with: "2026-01-15T13:59:50Z") },
            ["issuedBeforeRequest", partly])
    }

    func testTheAddressOfAnAnswerIsComparedWithTheOneThatWasAskedFor() throws {
        let asked = ProtocolFixture.authnRequest
        let signOn = try XCTUnwrap(
            signOns([
                try message(asked),
                try message(response { $0.destination = "https://sp.example/ACS" }),
            ]).shown.first)
        XCTAssertEqual(
            signOn.differences.map(\.sentence),
            [
                "The response is for sp.example/ACS, and the request wants its answer at sp.example/acs."
            ])
        for response in [
            response(), response { $0.destination = nil }, response { $0.destination = "" },
        ] {
            let messages = [try message(asked), try message(response)]
            XCTAssertEqual(try XCTUnwrap(signOns(messages).shown.first).differences, [])
        }
    }

    func testWhatMayBeSecretInAnAddressIsNotQuoted() throws {
        let secret = "user:8ER640M@"
        let messages = try [
            message(
                ProtocolFixture.authnRequest.replacing(
                    "https://sp.example/acs", with: "https://\(secret)sp.example/acs?t=s3cr3t")),
            message(response { $0.destination = "https://sp.example/acs" }),
        ]
        XCTAssertEqual(
            try XCTUnwrap(signOns(messages).shown.first).differences.map(\.sentence),
            [
                "The response is for sp.example/acs, and the request wants its answer at sp.example/acs, which differ in what is not shown."
            ])
    }

    func testAttributesUnderTheNamesThatWereRequiredAreNotCompared() throws {
        let token = try Repository.sample("captures/verification-token.xml")
        let answer = try Repository.sample("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        var options = ProfileProcessor.unchecked.options
        options.requiredAttributes = ["uid", "NameID"]
        let processor = ProfileProcessor(options: options)
        let messages = try [token, answer].enumerated().map { number, bytes in
            let record = processor.record(
                of: CapturedMessage(bytes: bytes, source: MessageSource(file: "a", entry: number)),
                index: number)
            return try XCTUnwrap(SignOnMessage(record))
        }
        let signOn = try XCTUnwrap(signOns(messages).shown.first)
        XCTAssertEqual(signOn.differences, [])
    }

    func testAnArtifactIsResolvedOnTheWayAndIsNoSignOn() throws {
        let artifact = ProfileProcessor.unchecked.record(
            of: CapturedMessage(bytes: Array(ProtocolFixture.artifactResolve.utf8)))
        XCTAssertEqual(artifact.kind, .artifactResolve)
        XCTAssertNil(SignOnMessage(artifact))
    }

    func testIDsOfAnyLengthAreNotHeld() throws {
        let long = String(repeating: "a", count: 300)
        let signOns = signOns([
            try message(request()), try message(response { $0.id = long }),
        ])
        XCTAssertEqual(signOns.count(.unverified), 1)
        XCTAssertNil(signOns.shown.first?.response?.claims.id)
    }

    func testMemoryIsBoundedAndWhatFallsOutIsSaid() throws {
        let first = try message(request("_first"))
        var pairing = SignOnPairing()
        pairing.add(first)
        let other = try message(request("_other"))
        let size = try JSONEncoder().encode(other).count
        for number in 0..<(2 * SignOnPairing.openLimit) {
            let text = String(decoding: try JSONEncoder().encode(other), as: UTF8.self)
                .replacing("_other", with: "_other\(number)")
            pairing.add(try JSONDecoder().decode(SignOnMessage.self, from: Data(text.utf8)))
        }
        pairing.add(try message(response(to: "_first")))
        XCTAssertEqual(pairing.signOns.count, 2 * SignOnPairing.openLimit + 1)
        XCTAssertEqual(pairing.signOns.endlessCount, SignOnPairing.openLimit)
        XCTAssertEqual(pairing.signOns.withoutRequestCount, 1)
        XCTAssertEqual(pairing.signOns.count(.unverified), 0)
        XCTAssertLessThan(
            try JSONEncoder().encode(pairing).count, 3 * SignOnPairing.openLimit * (size + 200))
    }

    func testACheckpointAnywhereGivesTheSame() throws {
        let messages = [
            try message(response(to: "_late")), try message(request("_a")),
            try message(request("_b")), try message(response(to: "_b")),
            try message(request("_late")), try message(response(to: "_a")),
            try message(response(to: "_a") { $0.id = "_again" }), try message(response(to: "_x")),
        ]
        let whole = signOns(messages)
        for place in messages.indices {
            var pairing = SignOnPairing()
            for (number, message) in messages.enumerated() {
                if number == place {
                    pairing = try JSONDecoder().decode(
                        SignOnPairing.self, from: JSONEncoder().encode(pairing))
                }
                pairing.add(message)
            }
            XCTAssertEqual(pairing.signOns, whole)
        }
    }

    func testARequestThatWasNotAskedForStandsInTheSignOnOfAResponseThatWas() throws {
        var requests = [try message(request("_a")), try message(request("_b"))]
        for index in requests.indices { requests[index].isChosen = false }
        let signOns = signOns(requests + [try message(response(to: "_b"))])
        XCTAssertEqual(signOns.count, 1)
        XCTAssertEqual(signOns.shown.map(\.request.claims.id), ["_b"])
    }
}
