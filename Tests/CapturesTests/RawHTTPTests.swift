import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Requests and responses as raw text.
final class RawHTTPTests: XCTestCase {
    private let post =
        "POST /acs?x=1 HTTP/1.1\r\nHost: sp.example\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 22\r\n\r\n"
        + "SAMLResponse=PD94bWwgd\r\n"
    private let answer =
        "HTTP/1.1 302 Found\r\nLocation: https://sp.example/done\r\nContent-Length: 0\r\n\r\n"

    func testARequestAloneIsAnExchange() throws {
        for text in [post, "\r\n\n" + post, post.replacing("\r\n", with: "\n")] {
            let bytes = Array(text.utf8)
            XCTAssertEqual(detectedFormat(bytes), .rawHTTP)
            let reading = ExchangeReading(bytes, as: .rawHTTP)
            XCTAssertEqual(reading.errors, [])
            XCTAssertEqual(reading.urls, ["https://sp.example/acs?x=1"])
            let exchange = try XCTUnwrap(reading.exchanges.first)
            XCTAssertEqual(exchange.method, "POST")
            XCTAssertEqual(exchange.source.host, "sp.example")
            XCTAssertEqual(
                String(decoding: exchange.requestBody.bytes, as: UTF8.self),
                "SAMLResponse=PD94bWwgd")
            XCTAssertEqual(exchange.outcome, .unknown)
            XCTAssertEqual(exchange.responseBody.state, .notRecorded)
        }
    }

    func testResponsesAnswerTheRequestBeforeThem() {
        let text =
            post + "\r\n" + answer + "GET https://b.example/ HTTP/1.1\r\nHost: b.example\r\n\r\n"
            + "HTTP/1.1 100 Continue\r\n\r\n" + "HTTP/2 200 \r\nContent-Type: text/plain\r\n\r\nok"
            + "\r\n" + "OPTIONS * HTTP/1.0\nHost: c.example:80\n\n" + "HTTP/1.1 500\r\n\r\n"
            + answer
        let reading = ExchangeReading(Array(text.utf8), as: .rawHTTP)
        XCTAssertEqual(reading.errors, [])
        XCTAssertEqual(
            reading.exchanges.map { "\($0.source.entry ?? -1) \($0.method ?? "") \($0.outcome)" },
            [
                #"0 POST response(status: 302, reason: Optional("Found"))"#,
                "1 GET response(status: 200, reason: nil)",
                "2 OPTIONS response(status: 500, reason: nil)",
                #"3  response(status: 302, reason: Optional("Found"))"#,
            ])
        XCTAssertEqual(reading.exchanges[1].responseBody.bytes, Array("ok".utf8))
        XCTAssertEqual(
            reading.urls,
            ["https://sp.example/acs?x=1", "https://b.example/", "http://c.example:80", ""])
        for size in 1...60 {
            let pieces = ExchangeReading(Array(text.utf8), pieceSize: size, as: .rawHTTP)
            XCTAssertEqual(pieces.steps, reading.steps, "\(size)")
        }
    }

    func testALengthThatIsNotThatOfTheBytesDoesNotHideTheNextMessage() {
        for length in [0, 3, 21, 100, 5000, -1, 99_999_999_999] {
            let text = post.replacing("Content-Length: 22", with: "Content-Length: \(length)")
            let reading = ExchangeReading(Array((text + post).utf8), as: .rawHTTP)
            XCTAssertEqual(
                reading.exchanges.map { String(decoding: $0.requestBody.bytes, as: UTF8.self) },
                ["SAMLResponse=PD94bWwgd", "SAMLResponse=PD94bWwgd"], "\(length)")
        }
    }

    func testABodyMayHoldWhatLooksLikeAMessage() throws {
        let body = "GET /inner HTTP/1.1\r\n\r\nHTTP/1.1 200 OK\r\n"
        let text =
            "POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        for rest in ["", answer, "\r\n" + post] {
            let reading = ExchangeReading(Array((text + rest).utf8), as: .rawHTTP)
            XCTAssertEqual(
                reading.exchanges.first.map {
                    String(decoding: $0.requestBody.bytes, as: UTF8.self)
                },
                body)
            XCTAssertEqual(reading.urls.first, "https://a.example/")
        }
    }

    func testChunksAndCodingsAreUndone() throws {
        let text =
            "POST / HTTP/1.1\nHost: a.example\nTransfer-Encoding: chunked\n\n"
            + "5\r\nSAMLR\r\nc\r\nesponse=PD94\r\n0\r\n\r\n"
        let exchange = try XCTUnwrap(
            ExchangeReading(Array((text + post).utf8), as: .rawHTTP).exchanges.first)
        XCTAssertEqual(
            String(decoding: exchange.requestBody.bytes, as: UTF8.self), "SAMLResponse=PD94")
    }

    func testRequestLinesWithoutHeadersAreRequests() {
        let reading = ExchangeReading(
            Array("GET /sso?SAMLRequest=fZ HTTP/1.1\nGET /b HTTP/1.1\n### a note\n".utf8),
            as: .rawHTTP)
        XCTAssertEqual(reading.urls.first, "/sso?SAMLRequest=fZ")
        XCTAssertEqual(reading.exchanges.first?.messages().count, 1)
    }

    func testOtherTextIsNotTakenForRequests() {
        for text in [
            "GET /x HTTP/1.1 200 12ms\n", "127.0.0.1 - - \"GET / HTTP/1.1\" 200\n", "GET /x\n",
            "Get / HTTP/1.1\n", "HTTP/1.1 20\n", "HTTP/x 200 OK\n", "POST a b HTTP/1.1\n",
        ] {
            XCTAssertNotEqual(detectedFormat(Array(text.utf8)), .rawHTTP, text)
        }
        XCTAssertEqual(detectedFormat(Array("GET / HTTP/1.1".utf8)), .rawHTTP)
    }

    func testAMessageOverTheLimitIsAnErrorAndTheNextIsRead() {
        let big = "POST /big HTTP/1.1\nHost: a.example\n\n"
        for body in [
            String(repeating: "x", count: 5000) + "\n", String(repeating: "x\n", count: 2500),
        ] {
            let text = post + big + body + "GET /after HTTP/1.1\nHost: a.example\n\n"
            for size in [1, 9, 1000, .max] {
                let reading = ExchangeReading(
                    Array(text.utf8), pieceSize: size, as: .rawHTTP, limit: 1000)
                XCTAssertEqual(
                    reading.errors, [CaptureError(.inputTooLarge, at: post.utf8.count)])
                XCTAssertEqual(
                    reading.urls, ["https://sp.example/acs?x=1", "https://a.example/after"])
            }
        }
    }

    func testDamagedHeadersAreAnErrorAndTheNextIsRead() {
        let text = "GET / HTTP/1.1\nno header\n\n" + post
        let reading = ExchangeReading(Array(text.utf8), as: .rawHTTP)
        XCTAssertEqual(
            reading.errors,
            [CaptureError(.invalidCapture, at: 0, detail: "HTTP requests and responses")])
        XCTAssertEqual(reading.urls, ["https://sp.example/acs?x=1"])
    }

    func testALongTextIsReadInLinearTime() {
        let body = String(repeating: "A\n", count: 200_000)
        let text = "POST / HTTP/1.1\nHost: a.example\n\n\(body)" + post
        let reading = ExchangeReading(Array(text.utf8), pieceSize: 4096, as: .rawHTTP)
        XCTAssertEqual(reading.exchanges.count, 2)
    }
}
