import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// ZAP's messages as text.
final class ZAPTests: XCTestCase {
    private let sample = "synthetic/synthetic-zap-messages.txt"

    func testTheSampleGivesTheExchangesAndMessagesOfTheList() throws {
        try SampleOracle.check(sample)
        try SampleOracle.check(sample, readAs: "capture")
    }

    func testPiecesOfEverySmallSizeGiveTheSame() throws {
        let bytes = try SampleOracle.bytes(of: sample)
        let whole = try CaptureReading(PieceSource(bytes))
        for size in [1, 2, 5, 100, 4096] {
            XCTAssertEqual(
                try CaptureReading(PieceSource(bytes, pieceSize: size)), whole, "\(size)")
        }
    }

    func testALineLikeASeparatorInABodyIsPartOfIt() throws {
        let read = try CaptureReading(
            "==== 1 ==========\nPOST http://a.example/ HTTP/1.1\r\n\r\na\n==== 2 ==========\nb\n"
                + "HTTP/1.1 200 OK\r\n\r\nc\n==== 3 ==========\nGET http://b.example/ HTTP/1.1\r\n\r\n\n"
        )
        XCTAssertEqual(read.exchanges.map(\.method), ["POST", "GET"])
        XCTAssertEqual(
            read.exchanges.first?.requestBody.bytes, Array("a\n==== 2 ==========\nb".utf8))
        XCTAssertEqual(read.exchanges.first?.responseBody.bytes, Array("c".utf8))
        XCTAssertEqual(read.exchanges.last?.outcome, .unanswered)
    }

    func testAnExchangeAboveTheLimitIsAFailureAndTheNextOneIsRead() throws {
        let read = try CaptureReading(
            "==== 1 ==========\nGET http://a.example/ HTTP/1.1\r\n\r\n"
                + String(repeating: "x\n", count: 3000)
                + "==== 2 ==========\nGET http://b.example/ HTTP/1.1\r\n\r\n\n", limit: 1000)
        XCTAssertEqual(read.errors, [CaptureError(.inputTooLarge)])
        XCTAssertEqual(read.exchanges.map(\.source.entry), [1])
    }
}
