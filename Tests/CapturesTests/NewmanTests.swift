import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Runs of Newman, from its JSON reporter.
final class NewmanTests: XCTestCase {
    func testTheExchangesAreThoseOfTheSeparateReader() throws {
        let name = "synthetic/synthetic-newman-run.json"
        let bytes = try captureSample(name)
        XCTAssertEqual(detectedFormat(bytes), .newman)
        try SampleOracle.check(name, readAs: "capture")
        let reading = ExchangeReading(bytes, as: .newman)
        XCTAssertEqual(reading.errors, [])
        XCTAssertEqual(
            reading.exchanges.map(\.comment), ["session", "profile", "error401", "failed"])
        XCTAssertEqual(reading.exchanges.last?.outcome, .failed("ECONNREFUSED"))
        XCTAssertEqual(
            reading.exchanges.first?.outcome, .response(status: 200, reason: "OK"))
        assertPiecesGiveTheSame(bytes, as: .newman)
        assertCutOffGivesTheBeginning(bytes, as: .newman, step: 499)
    }

    func testURLsAndBodiesOfEveryFormAreRead() throws {
        let texts: [(String, String, String)] = [
            (#""url":"https://a.example/x?y=1""#, "https://a.example/x?y=1", ""),
            (
                #""url":{"protocol":"http","host":["a","example"],"port":"8080","path":["x","y"],"#
                    + #""query":[{"key":"a","value":"b%2B"},{"key":"c"},{"key":"d","disabled":true}]},"#
                    + #""body":{"mode":"raw","raw":"{\"a\":1}"}"#,
                "http://a.example:8080/x/y?a=b%2B&c", #"{"a":1}"#
            ),
            (
                #""url":{"protocol":"https","host":"a.example"},"body":{"mode":"formdata","formdata":"#
                    + #"[{"key":"SAMLResponse","value":"PD+"},{"key":"f","type":"file","src":"x"}]}"#,
                "https://a.example/", "SAMLResponse=PD%2B&f="
            ),
        ]
        for (members, url, body) in texts {
            let text = #"{"run":{"executions":[{"request":{"method":"POST",\#(members)}}]}}"#
            let reading = ExchangeReading(Array(text.utf8), as: .newman)
            XCTAssertEqual(detectedFormat(Array(text.utf8)), .newman)
            XCTAssertEqual(reading.urls, [url])
            XCTAssertEqual(
                reading.exchanges.first.map {
                    String(decoding: $0.requestBody.bytes, as: UTF8.self)
                },
                body)
        }
    }

    func testABodyOfNoBytesIsDropped() throws {
        for (stream, state) in [
            ("[256]", HTTPBody.State.dropped("no bytes")), (#"["a"]"#, .dropped("no bytes")),
            ("[]", .dropped("not kept")), ("[60,47]", .present),
        ] {
            let text =
                #"{"run":{"executions":[{"request":{"url":"https://a.example/"},"response":"#
                + #"{"code":200,"responseSize":3,"stream":{"type":"Buffer","data":\#(stream)}}}]}}"#
            let exchange = try XCTUnwrap(
                ExchangeReading(Array(text.utf8), as: .newman).exchanges.first)
            XCTAssertEqual(exchange.responseBody.state, state, stream)
        }
    }
}
