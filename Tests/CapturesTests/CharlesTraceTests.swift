import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Traces of Charles.
final class CharlesTraceTests: XCTestCase, ReachesUnsafeCode {
    private let sample = "synthetic/synthetic-charles.trace"

    func testTheExchangesAreThoseOfTheSeparateReader() throws {
        let bytes = try captureSample(sample)
        XCTAssertEqual(detectedFormat(bytes), .charlesTrace)
        try SampleOracle.check(sample, readAs: "capture")
        let reading = ExchangeReading(bytes, as: .charlesTrace)
        XCTAssertEqual(reading.errors, [])
        XCTAssertEqual(reading.exchanges.first?.recorder, "Charles/5.0.3")
        XCTAssertEqual(reading.exchanges.first?.client, "192.0.2.77")
        XCTAssertEqual(
            reading.exchanges.first?.outcome, .response(status: 200, reason: "OK"))
        assertPiecesGiveTheSame(bytes, as: .charlesTrace)
    }

    func testLineFeedsAloneGiveTheSame() throws {
        let bytes = try captureSample(sample)
        let others = bytes.filter { $0 != 0x0D }
        let isCRLF = bytes.count != others.count
        let changed =
            isCRLF
            ? others
            : Array(String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n").utf8)
        XCTAssertEqual(
            ExchangeReading(changed, as: .charlesTrace).steps,
            ExchangeReading(bytes, as: .charlesTrace).steps)
    }

    func testABodyKeepsItsLinesAndWhatLooksLikeAMark() throws {
        let body = "a\r\n\r\n--EOF-2-\n x--EOF-1-\n--EOF-1- \nMethod: GET\n"
        let exchange = try XCTUnwrap(read(section("Request-Body", body)).exchanges.first)
        XCTAssertEqual(String(decoding: exchange.requestBody.bytes, as: UTF8.self), body)
    }

    func testTheOrderOfSectionsIsFreeAndARequestLineMayBeThere() throws {
        let sections = [
            section("Response-Body", "{}"), section("Request-Body", "a=b", mark: "--EOF-7-"),
            section("Response-Header", "HTTP/1.1 201 Created\nContent-Type: application/json"),
            section("Request-Header", "POST /x HTTP/1.1\nHost: b.example:8443"),
        ]
        for order in [sections, sections.reversed()] {
            let exchange = try XCTUnwrap(read(order.joined(separator: "\n")).exchanges.first)
            XCTAssertEqual(
                String(decoding: exchange.url, as: UTF8.self), "https://b.example:8443/x")
            XCTAssertEqual(exchange.outcome, .response(status: 201, reason: "Created"))
            XCTAssertEqual(exchange.requestBody.bytes, Array("a=b".utf8))
            XCTAssertEqual(exchange.responseBody.mediaType, "application/json")
        }
        let bare = try XCTUnwrap(read("Request-Body-Size: 9\n").exchanges.first)
        XCTAssertEqual(bare.requestBody.state, .dropped("not written"))
        XCTAssertEqual(bare.responseBody.state, .empty)
        XCTAssertEqual(bare.outcome, .unanswered)
        XCTAssertEqual(String(decoding: bare.url, as: UTF8.self), "https://a.example/x")
    }

    func testASectionWithoutAnEndIsOneErrorThere() throws {
        let hostile = try captureSample("hostile/hostile-trace-endless-heredoc.trace")
        let text = String(decoding: hostile, as: UTF8.self)
        let place = try XCTUnwrap(text.range(of: "SAMLResponse")).lowerBound
        for size in [1, 5, .max] {
            let reading = ExchangeReading(hostile, pieceSize: size, as: .charlesTrace)
            XCTAssertEqual(reading.exchanges.count, 0)
            XCTAssertEqual(
                reading.errors,
                [
                    CaptureError(
                        .invalidCapture, at: text.utf8.distance(from: text.startIndex, to: place),
                        detail: "a trace of Charles")
                ])
        }
    }

    func testWhatIsCutOffBetweenSectionsIsGivenAndInsideOneIsAnError() throws {
        let bytes = try captureSample(sample)
        let whole = ExchangeReading(bytes, as: .charlesTrace)
        for count in stride(from: 100, to: bytes.count, by: 61) {
            let reading = ExchangeReading(Array(bytes.prefix(count)), as: .charlesTrace)
            XCTAssertLessThanOrEqual(reading.errors.count, 1)
            XCTAssertTrue(
                whole.urls.starts(with: reading.urls.dropLast()), "\(count)")
        }
    }

    func testAnExchangeOverTheLimitIsAnErrorAndTheNextIsRead() {
        let big = section("Request-Body", String(repeating: "x", count: 3000))
        let lines = section("Request-Body", String(repeating: "x\n", count: 1500))
        for section in [big, lines] {
            for size in [1, 100, .max] {
                let reading = ExchangeReading(
                    text(section) + text("", preamble: false), pieceSize: size,
                    as: .charlesTrace, limit: 2000)
                XCTAssertEqual(reading.errors, [CaptureError(.inputTooLarge)])
                XCTAssertEqual(reading.exchanges.map(\.source.entry), [1])
            }
        }
    }

    func testBrokenHeadersAreAnErrorOfTheirExchange() {
        let reading = ExchangeReading(
            text(section("Request-Header", "no header here\n at all"))
                + text("", preamble: false), as: .charlesTrace)
        XCTAssertEqual(reading.errors.map(\.code), [.invalidCapture])
        XCTAssertEqual(reading.exchanges.map(\.source.entry), [1])
    }

    private func section(_ name: String, _ content: String, mark: String = "--EOF-1-") -> String {
        "\(name):<<\(mark)\n\(content)\n\(mark)\n"
    }

    private func text(_ sections: String, preamble: Bool = true) -> [UInt8] {
        let start = preamble ? "HTTP-Trace-Version: 1.0\nGenerator: Charles/5.0.3\n\n" : "\n"
        return Array(
            "\(start)Method: POST\nProtocol: https\nHost: a.example\nFile: /x\n\n\(sections)".utf8)
    }

    private func read(_ sections: String) -> ExchangeReading {
        ExchangeReading(text(sections), as: .charlesTrace)
    }
}
