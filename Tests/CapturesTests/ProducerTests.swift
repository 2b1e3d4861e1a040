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
        for name in ["playwright", "selenium-wire"] {
            let messages = try read("web-sign-on-\(name).har", passedOverCount: 2)
            XCTAssertEqual(messages.map(\.xml), [query, response, query], name)
            XCTAssertEqual(
                messages.map(\.steps), [[.form, .base64, .deflate], [.form, .base64], [.base64]],
                name)
            XCTAssertEqual(messages.map(\.parameter), [.samlRequest, .samlResponse, nil], name)
            XCTAssertEqual(messages.map(\.relayState), ["token=1&x", "token=1&x", nil], name)
            XCTAssertEqual(messages.map(\.entry), [1, 3, 4], name)
        }
    }

    func testSignOnsThroughMitmproxyGiveTheQueryAndItsResponse() throws {
        for (name, entries, others) in [("v2", [6, 8], 8), ("v1", [6, 8], 9)] {
            let messages = try read("sign-on-\(name).har", passedOverCount: others)
            XCTAssertEqual(messages.map(\.entry), entries, name)
            for (message, root) in zip(messages, ["AttributeQuery", "Response"]) {
                let text = String(decoding: message.xml, as: UTF8.self)
                XCTAssertTrue(text.contains("<samlp:\(root) "), name)
            }
        }
    }

    private struct Message {
        let entry: Int?
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
                    entry: message.source.entry, xml: envelope.xml, steps: envelope.steps,
                    parameter: envelope.parameter, relayState: envelope.relayState))
        }
        XCTAssertEqual(reader.passedOverCount, passedOverCount, name)
        return messages
    }
}
