import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// The containers in XML: Burp's items, Charles' sessions, ZAP's messages.
final class XMLContainerTests: XCTestCase {
    private let samples = [
        "synthetic/synthetic-burp-items-base64.xml", "synthetic/synthetic-burp-items-plain.xml",
        "synthetic/synthetic-charles.xml",
    ]

    func testSamplesGiveTheExchangesAndMessagesOfTheList() throws {
        for name in samples { try SampleOracle.check(name) }
    }

    func testTheContentTellsTheFormatUnderAnyName() throws {
        for name in samples { try SampleOracle.check(name, readAs: "capture.bin") }
    }

    func testPiecesOfEverySmallSizeGiveTheSame() throws {
        for name in samples {
            let bytes = try SampleOracle.bytes(of: name)
            let whole = try CaptureReading(PieceSource(bytes))
            for size in [1, 2, 3, 7, 64, 300, 8191] {
                XCTAssertEqual(
                    try CaptureReading(PieceSource(bytes, pieceSize: size)), whole, "\(size)")
            }
        }
    }

    func testAFileThatIsCutOffGivesWhatCameBeforeAndOneFailure() throws {
        for name in samples {
            let bytes = try SampleOracle.bytes(of: name)
            let whole = try CaptureReading(PieceSource(bytes))
            for place in stride(from: bytes.count / 3, to: bytes.count - 20, by: 997) {
                let read = try CaptureReading(PieceSource(Array(bytes[..<place])))
                XCTAssertEqual(read.errors.map(\.code), [.invalidCapture], "\(name) \(place)")
                XCTAssertEqual(read.steps.dropLast(), whole.steps.prefix(read.steps.count - 1))
            }
        }
    }

    func testAnEntityIsRefusedWithoutBeingRead() throws {
        let bytes = try SampleOracle.bytes(of: "hostile/hostile-burp-entity.xml")
        XCTAssertEqual(
            try CaptureReading(PieceSource(bytes)).errors, [CaptureError(.entityDeclaration)])
        for subset in [
            "<!DOCTYPE items SYSTEM 'http://127.0.0.1:9/a.dtd'>",
            "<!DOCTYPE items [<!ENTITY % p SYSTEM 'file:///etc/hostname'>%p;]>",
        ] {
            let read = try CaptureReading("\(subset)<items burpVersion='1'><item/></items>")
            XCTAssertEqual(read.errors, [CaptureError(.entityDeclaration)], subset)
        }
        let charles = try CaptureReading("<charles-session>&x;</charles-session>")
        XCTAssertEqual(charles.errors, [CaptureError(.entityDeclaration)])
    }

    func testARecordAboveTheLimitIsAFailureAndTheNextOneIsRead() throws {
        func item(_ fill: Int) -> String {
            "<item><url>https://a.example/</url><request>GET / HTTP/1.1\n\n</request><comment>"
                + String(repeating: "x", count: fill) + "</comment></item>"
        }
        let read = try CaptureReading(
            "<items burpVersion='1'>\(item(1))\(item(4000))\(item(2))</items>", limit: 1000)
        XCTAssertEqual(read.exchanges.compactMap(\.source.entry), [0, 2])
        XCTAssertEqual(read.errors, [CaptureError(.inputTooLarge)])
    }

    func testARequestThatIsDamagedIsAFailureAndTheNextOneIsRead() throws {
        let read = try CaptureReading(
            """
            <items burpVersion="1"><item><request base64="true">!!!</request></item>
            <item><request>no request</request></item>
            <item><url>https://a.example/b</url><request/><response/></item></items>
            """)
        XCTAssertEqual(
            read.errors.map(\.code), [.invalidCapture, .invalidCapture])
        XCTAssertEqual(read.exchanges.count, 1)
        XCTAssertEqual(read.exchanges.first?.outcome, .unanswered)
        XCTAssertEqual(read.exchanges.first?.requestBody.state, .notRecorded)
        XCTAssertEqual(read.sources.map(\.entry), [0, 1, 2])
    }

    func testBurpNotesWhatItKnowsOfAnItem() throws {
        let bytes = try SampleOracle.bytes(of: samples[0])
        let first = try XCTUnwrap(try CaptureReading(PieceSource(bytes)).exchanges.first)
        XCTAssertEqual(first.recorder, "Burp Suite 2025.12")
        XCTAssertEqual(first.server, "192.0.2.10:443")
        XCTAssertEqual(first.source.host, "api.auth.adobe.example")
        XCTAssertEqual(first.source.time, "Thu Jan 15 13:00:00 CET 2026")
        XCTAssertEqual(first.requestBody.exactness, .wire)
    }

    func testCharlesSaysWhatIsMissing() throws {
        let read = try CaptureReading(
            """
            <charles-session><transaction method="post" protocol="http" host="a.example" port="8080"
             path="/b" query="c=d&amp;e"><request body="true"><headers/></request></transaction>
            </charles-session>
            """)
        let exchange = try XCTUnwrap(read.exchanges.first)
        XCTAssertEqual(
            String(decoding: exchange.url, as: UTF8.self), "http://a.example:8080/b?c=d&e")
        XCTAssertEqual(exchange.method, "POST")
        XCTAssertEqual(exchange.requestBody.state, .dropped("the session has no body"))
        XCTAssertEqual(exchange.outcome, .unanswered)
    }

    func testZAPGivesARequestOrAResponse() throws {
        func message(_ headers: String, _ body: String) -> String {
            func coded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
            return
                "<Message><Headers>\(coded(headers))</Headers><Body>\(coded(body))</Body></Message>"
        }
        let request = try CaptureReading(
            message(
                "POST https://a.example/b HTTP/1.1\r\nHost: a.example\r\n\r\n", "SAMLResponse=x"))
        XCTAssertEqual(request.exchanges.first?.method, "POST")
        XCTAssertEqual(request.exchanges.first?.source.host, "a.example")
        XCTAssertEqual(request.exchanges.first?.requestBody.bytes, Array("SAMLResponse=x".utf8))
        let response = try CaptureReading(message("HTTP/1.1 200 OK\r\nA: b\r\n\r\n", "<html/>"))
        XCTAssertEqual(response.exchanges.first?.outcome, .response(status: 200, reason: "OK"))
        XCTAssertEqual(response.exchanges.first?.responseBody.bytes, Array("<html/>".utf8))
        XCTAssertEqual(
            try CaptureReading("<Message><Headers>!</Headers></Message>").errors.map(\.code),
            [.invalidCapture])
    }

    func testAMessageInXMLIsStillOneMessage() throws {
        for text in [
            "<a/>", "<?xml version=\"1.0\"?><!-- <items burpVersion=''> --><samlp:Response/>",
            "<items/>", "<Message/>", "<!DOCTYPE Response [<!ENTITY a 'b'>]><Response/>",
        ] {
            let head = CaptureHead(Array(text.utf8)[...], isWhole: true, fileExtension: "xml")
            XCTAssertEqual(CaptureFormat(detecting: head), .message, text)
        }
    }
}
