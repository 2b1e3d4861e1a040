import Foundation
import SAMLBindings
import SystemPackage
import TestSupport
import XCTest

@testable import Captures

/// HAR files as programs that are not ours wrote them.
final class ProducerTests: XCTestCase {
    func testSignOnsOfABrowserGiveEveryMessageThatWentOverTheWire() throws {
        let query = try Repository.sample("captures/verification-token.xml")
        let response = try Repository.sample(
            "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        for (name, places) in [
            ("playwright", [["0 location", "1 url", "4 responseBody"], ["3 requestBody"]]),
            (
                "selenium-wire",
                [["0 location", "1 url", "4 responseBody"], ["1 responseBody", "3 requestBody"]]
            ),
        ] {
            let messages = try read("web-sign-on-\(name).har", passedOverCount: 1)
            XCTAssertEqual(messages.map(\.xml), [query, response], name)
            XCTAssertEqual(
                messages.map(\.steps), [[.form, .base64, .deflate], [.form, .base64]], name)
            XCTAssertEqual(messages.map(\.parameter), [.samlRequest, .samlResponse], name)
            XCTAssertEqual(messages.map(\.relayState), ["token=1&x", "token=1&x"], name)
            XCTAssertEqual(messages.map(\.places), places, name)
        }
    }

    func testSignOnsThroughMitmproxyGiveTheQueryAndItsResponse() throws {
        for (name, others) in [("v2", 7), ("v1", 8)] {
            let messages = try read("sign-on-\(name).har", passedOverCount: others)
            XCTAssertEqual(
                messages.map(\.places),
                [["6 responseBody", "7 requestBody"], ["7 responseBody", "8 requestBody"]],
                name)
            for (message, root) in zip(messages, ["AttributeQuery", "Response"]) {
                let text = String(decoding: message.xml, as: UTF8.self)
                XCTAssertTrue(text.contains("<samlp:\(root) "), name)
            }
        }
    }

    private struct Message {
        /// The entries and parts that hold it.
        let places: [String]
        let xml: [UInt8]
        let steps: [MessageEnvelope.Step]
        let parameter: MessageEnvelope.Parameter?
        let relayState: String?
    }

    private func read(_ name: String, passedOverCount: Int) throws -> [Message] {
        var reader = CaptureReader(inputs: [
            FilePath(Repository.samples.appending(path: "har/\(name)").path)
        ])
        var messages: [Message] = []
        while let record = reader.next() {
            let message = try record.message()
            XCTAssertEqual(message.source.host, "127.0.0.1", name)
            XCTAssertEqual(message.source.time?.contains("T"), true, name)
            let envelope = try EnvelopeDecoder().envelope(from: message)
            messages.append(
                Message(
                    places: ([message.source.place] + message.source.alsoAt).map {
                        "\($0.entry ?? -1) \($0.part?.rawValue ?? "")"
                    }, xml: envelope.xml, steps: envelope.steps,
                    parameter: envelope.parameter, relayState: envelope.relayState))
        }
        XCTAssertEqual(reader.passedOverCount, passedOverCount, name)
        return messages
    }
}
