import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Sessions of Charles in JSON.
final class CharlesTests: XCTestCase {
    func testTheExchangesAreThoseOfTheSeparateReader() throws {
        let name = "synthetic/synthetic-charles.chlsj"
        let bytes = try captureSample(name)
        let reading = ExchangeReading(bytes, as: .charlesJSON)
        XCTAssertEqual(reading.errors, [])
        try SampleOracle.check(name, readAs: "capture")
        XCTAssertEqual(detectedFormat(bytes), .charlesJSON)
        let exchange = try XCTUnwrap(reading.exchanges.dropFirst().first)
        XCTAssertEqual(exchange.server, "192.0.2.10:443")
        XCTAssertEqual(exchange.client, "192.0.2.77:52011")
        XCTAssertEqual(exchange.secure, "TLSv1.3")
        XCTAssertEqual(exchange.source.time, "2026-01-15T13:00:00.125+01:00")
        XCTAssertEqual(exchange.source.host, "api.auth.adobe.example")
        XCTAssertEqual(exchange.outcome, .response(status: 200, reason: "OK"))
        XCTAssertEqual(reading.exchanges.first?.kind, .tunnel)
    }

    func testPiecesAndCutsGiveTheSame() throws {
        let bytes = try captureSample("synthetic/synthetic-charles.chlsj")
        assertPiecesGiveTheSame(bytes, as: .charlesJSON)
        assertCutOffGivesTheBeginning(bytes, as: .charlesJSON, step: 97)
    }

    func testAFileThatIsCutOffSaysWhere() {
        let text = "[\(transaction()),\(transaction(path: "/2"))"
        let reading = ExchangeReading(Array(text.utf8), as: .charlesJSON)
        XCTAssertEqual(reading.urls, ["https://a.example/1", "https://a.example/2"])
        XCTAssertEqual(
            reading.errors,
            [
                CaptureError(
                    .invalidCapture, at: text.utf8.count, detail: "a JSON session of Charles")
            ])
    }

    func testDepthIsAClearError() throws {
        let hostile = try captureSample("hostile/hostile-deep.chlsj")
        XCTAssertEqual(detectedFormat(hostile, named: "chlsj"), .charlesJSON)
        XCTAssertEqual(
            ExchangeReading(hostile, as: .charlesJSON).errors,
            [CaptureError(.invalidCapture, at: 65, detail: "a JSON session of Charles")])
        let deeper = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        XCTAssertEqual(ExchangeReading(deeper, as: .charlesJSON).errors.count, 1)
        let objects =
            Array("[".utf8) + Array(repeating: Array(#"{"a":"#.utf8), count: 9999).joined()
        XCTAssertEqual(ExchangeReading(objects, as: .charlesJSON).errors.count, 1)
    }

    func testAnElementThatIsTooLargeOrNoneIsAnErrorAndTheNextIsRead() {
        let big = transaction(body: #"{"text":"\#(String(repeating: "x", count: 3000))"}"#)
        let many = "[" + String(repeating: "0,", count: 1000) + "0]"
        for bad in [big, many] {
            let text = "[\(bad),\(transaction())]"
            let reading = ExchangeReading(Array(text.utf8), as: .charlesJSON, limit: 2000)
            XCTAssertEqual(reading.errors, [CaptureError(.inputTooLarge, at: 1)])
            XCTAssertEqual(reading.exchanges.map(\.source.entry), [1])
        }
        for bad in ["1", "null", "{}", #"{"method":"GET"}"#, "[]"] {
            let reading = ExchangeReading(
                Array("[\(bad), \(transaction())]".utf8), as: .charlesJSON)
            XCTAssertEqual(reading.errors.map(\.code), [.invalidCapture], bad)
            XCTAssertEqual(reading.urls, ["https://a.example/1"], bad)
        }
    }

    func testBodiesSayWhatIsKnownOfThem() throws {
        let states: [(String, HTTPBody.State, [UInt8])] = [
            (#""body":{"text":"a=b","charset":null}"#, .present, Array("a=b".utf8)),
            (#""body":{"text":"é","charset":"ISO-8859-1"}"#, .present, [0xE9]),
            (#""body":{"encoding":"base64","encoded":"YT1i"}"#, .present, Array("a=b".utf8)),
            (#""body":{"encoding":"base64","encoded":"*"}"#, .dropped("not Base64"), []),
            (#""sizes":{"headers":1,"body":7}"#, .dropped("not exported"), []),
            (#""sizes":{"headers":1,"body":-1}"#, .empty, []),
            (
                #""contentEncoding":"dictionary","body":{"encoded":"AQI="}"#,
                .undecodable("dictionary"), [1, 2]
            ),
        ]
        for (members, state, bytes) in states {
            let text = #"[{"method":"POST","host":"a.example","path":"/","request":{\#(members)}}]"#
            let exchange = try XCTUnwrap(
                ExchangeReading(Array(text.utf8), as: .charlesJSON).exchanges.first)
            XCTAssertEqual(exchange.requestBody.state, state, members)
            XCTAssertEqual(exchange.requestBody.bytes, bytes, members)
        }
    }

    func testWhatFailedSaysWhy() throws {
        for (members, outcome) in [
            (
                #""status":"FAILED","errorMessage":"refused""#,
                HTTPExchange.Outcome.failed("refused")
            ),
            (#""status":"EXCEPTION","response":{"status":-1}"#, .failed("EXCEPTION")),
            (#""status":"COMPLETE""#, .unanswered),
        ] {
            let text = #"[{"method":"get","host":"a.example",\#(members)}]"#
            let exchange = try XCTUnwrap(
                ExchangeReading(Array(text.utf8), as: .charlesJSON).exchanges.first)
            XCTAssertEqual(exchange.outcome, outcome)
            XCTAssertEqual(exchange.method, "GET")
        }
    }

    private func transaction(path: String = "/1", body: String = "{}") -> String {
        #"{"method":"GET","scheme":"https","host":"a.example","path":"\#(path)","#
            + #""request":{"body":\#(body)}}"#
    }
}
