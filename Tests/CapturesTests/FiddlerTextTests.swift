import XCTest

@testable import Captures

/// Sessions that Fiddler saved as text.
final class FiddlerTextTests: XCTestCase {
    private let sample = "synthetic/synthetic-fiddler-sessions.txt"

    func testTheExchangesOfTheSampleAreThoseOfTheListButForFiddlersOwnAnswer() throws {
        try SampleOracle.check(sample, readAs: "capture", unanswered: [4])
    }

    func testPiecesGiveTheSameAndACutOffFileGivesItsBeginning() throws {
        let bytes = try captureSample(sample)
        XCTAssertEqual(detectedFormat(bytes), .fiddlerText)
        assertPiecesGiveTheSame(bytes, as: .fiddlerText)
        assertCutOffGivesTheBeginning(bytes, as: .fiddlerText, step: 97)
    }

    func testARuleInABodyEndsNoSession() {
        let rule = String(repeating: "-", count: 64)
        let text =
            "POST http://a.example/ HTTP/1.1\r\n\r\na\r\n\(rule)\r\nb\r\n\(rule)\r\n\(rule)\r\nc"
        let whole = text + "\r\n\(rule)\r\n\r\nGET http://b.example/ HTTP/1.1\r\n\r\n\(rule)\r\n"
        let reading = ExchangeReading(Array(whole.utf8), as: .fiddlerText)
        XCTAssertEqual(reading.urls, ["http://a.example/", "http://b.example/"])
        XCTAssertEqual(
            reading.exchanges.first.map { String(decoding: $0.requestBody.bytes, as: UTF8.self) },
            "a\n\(rule)\nb\n\(rule)\n\(rule)\nc")
    }

    func testASessionOverTheLimitIsPassed() {
        let rule = String(repeating: "-", count: 64)
        let long = "POST http://a.example/ HTTP/1.1\n\n" + String(repeating: "a\n", count: 1000)
        let whole = long + rule + "\nGET http://b.example/ HTTP/1.1\n\n" + rule
        let reading = ExchangeReading(Array(whole.utf8), as: .fiddlerText, limit: 1000)
        XCTAssertEqual(reading.urls, ["http://b.example/"])
        XCTAssertEqual(reading.errors, [CaptureError(.inputTooLarge)])
    }
}
