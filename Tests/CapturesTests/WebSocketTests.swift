import Foundation
import SAMLBindings
import WireText
import XCTest

@testable import Captures

/// Messages in the texts of WebSockets, as each recorder writes them.
final class WebSocketTests: XCTestCase {
    private let form: String = {
        let xml = "<samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol' ID='a'/>"
        return "SAMLResponse="
            + Data(xml.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "%3D")
    }()

    private func har(_ messages: String) -> [UInt8] {
        Array(
            """
            {"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[
            {"startedDateTime":"2026-01-15T12:00:01Z","time":1,
            "request":{"method":"GET","url":"wss://a.example/s","headers":[]},
            "response":{"status":101,"headers":[],"content":{}},
            "_webSocketMessages":\(messages)}]}}
            """.utf8)
    }

    private func har(type: String = "send", opcode: Int = 1, data: String) throws -> [UInt8] {
        let text = String(decoding: try JSONEncoder().encode(data), as: UTF8.self)
        return har(#"[{"type":"\#(type)","time":1.5,"opcode":\#(opcode),"data":\#(text)}]"#)
    }

    private func records(_ bytes: [UInt8]) throws -> [Result<String, CaptureError>] {
        try MessageListing(bytes).records.filter { record in
            if case .failure(let error) = record { error.code != .noMessage } else { true }
        }
    }

    func testTheTextsOfAHARAreLookedThrough() throws {
        for (type, part) in [("send", "requestBody"), ("receive", "responseBody")] {
            for text in [form, #"42["login",{"a":"\#(form)"}]"#, #"{"a":{"b":"\#(form)"}}"#] {
                XCTAssertEqual(
                    try records(har(type: type, data: text)), [.success("Response \(part)")], text)
            }
        }
        XCTAssertEqual(try records(har(opcode: 2, data: form)).count, 0)
        XCTAssertEqual(try records(har("null")).count, 0)
        XCTAssertEqual(try records(har(#"[1,"x",{"data":7}]"#)).count, 0)
    }

    func testATextAboveTheLimitIsARecordThatSaysSo() throws {
        let bytes = try har(data: form + String(repeating: " ", count: 9000))
        var options = CaptureReader.Options(entryByteCount: 4096)
        for givesExchanges in [false, true] {
            options.givesExchanges = givesExchanges
            let stream = try OpenCapture.stream(
                ByteReader(PieceSource(bytes)), name: "x.har", archiveDepth: 0, options: options)
            var errors: [CaptureError.Code] = []
            while let step = stream.next() {
                switch step {
                case .entry(let entry):
                    if case .failure(let error) = entry.content { errors.append(error.code) }
                case .exchange(let exchange):
                    XCTAssertEqual(exchange.frames.map(\.isTruncated), [true])
                    for message in exchange.messages() {
                        if case .failure(let error) = message.content { errors.append(error.code) }
                    }
                case .passedOver: break
                }
            }
            XCTAssertEqual(errors, [.inputTooLarge], "\(givesExchanges)")
        }
    }

    func testTextsThatAreTooLargeTogetherAreSaidOnce() throws {
        let text = #"{"type":"send","opcode":1,"data":"\#(String(repeating: "x", count: 900))"}"#
        let bytes = har("[\(Array(repeating: text, count: 50).joined(separator: ","))]")
        let stream = try OpenCapture.stream(
            ByteReader(PieceSource(bytes)), name: "x.har", archiveDepth: 0,
            options: .init(entryByteCount: 4096))
        var steps = 0
        while let step = stream.next() {
            guard case .entry(let entry) = step, case .failure(let error) = entry.content else {
                continue
            }
            XCTAssertEqual(error.code, .inputTooLarge)
            steps += 1
        }
        XCTAssertEqual(steps, 1)
    }

    func testTheTextsOfAFlowOfMitmproxyAreLookedThrough() throws {
        func value(_ text: String, _ kind: Character) -> String {
            "\(text.utf8.count):\(text)\(kind)"
        }
        func flow(type: Int, isSent: Bool) -> [UInt8] {
            let message = value(
                value("\(type)", "#") + value("\(isSent)", "!") + value(form, ",")
                    + value("1.5", "^") + value("false", "!") + value("false", "!"), "]")
            let socket = value(
                value("messages", ";") + value(message, "]") + value("close_code", ";")
                    + value("1000", "#"), "}")
            let request = value(
                ["method": "GET", "scheme": "https", "host": "a.example", "path": "/s"]
                    .sorted { $0.key < $1.key }
                    .map { value($0.key, ";") + value($0.value, ",") }.joined(), "}")
            return Array(
                value(
                    value("websocket", ";") + socket + value("request", ";") + request
                        + value("type", ";") + value("http", ";"), "}"
                ).utf8)
        }
        XCTAssertEqual(
            try records(flow(type: 1, isSent: true)), [.success("Response requestBody")])
        XCTAssertEqual(
            try records(flow(type: 1, isSent: false)), [.success("Response responseBody")])
        XCTAssertEqual(try records(flow(type: 2, isSent: true)).count, 0)
    }

    func testWhateverProxymanStoresOfAWebSocketIsLookedThrough() throws {
        let text = """
            {"request":{"method":{"name":"GET"},"fullPath":"wss://a.example/s"},\
            "websocketMessageStorage":{"messages":[{"content":{"text":"\(form)"}}]}}
            """
        var json = JSONStream(ByteReader(PieceSource(Array(text.utf8))))
        let value = try XCTUnwrap(json.element(limit: 1 << 20))
        let flow = try XCTUnwrap(
            JSONExchangeMap.proxyman.exchange(
                in: value, at: MessageSource(file: "x"), with: BodyDecoder()))
        XCTAssertEqual(flow.messages().map(\.part), [.responseBody])
    }
}
