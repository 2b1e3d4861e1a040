import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// The exports of browser extensions for SAML.
final class ExtensionExportTests: XCTestCase {
    func testTheExchangesAreThoseOfTheSeparateReader() throws {
        for (name, format) in [
            ("real/saml-tracer-1.9.5-none.json", CaptureFormat.samlTracer),
            ("real/saml-tracer-1.9.5-mask.json", .samlTracer),
            ("synthetic/synthetic-SAMLChromeExport.json", .samlChromePanel),
        ] {
            let bytes = try captureSample(name)
            XCTAssertEqual(detectedFormat(bytes), format, name)
            XCTAssertEqual(ExchangeReading(bytes, as: format).errors, [], name)
            assertCutOffGivesTheBeginning(bytes, as: format, step: 499)
            if format != .samlChromePanel {
                assertPiecesGiveTheSame(bytes, as: format)
                try SampleOracle.check(name, readAs: "capture")
            }
        }
    }

    func testAnExportOfSAMLChromePanelGivesItsMessageOnce() throws {
        let reading = ExchangeReading(
            try captureSample("synthetic/synthetic-SAMLChromeExport.json"), as: .samlChromePanel)
        XCTAssertEqual(reading.exchanges.map(\.source.entry), [0, 1])
        XCTAssertEqual(reading.exchanges.map(\.responseBody.state), [.notRecorded, .notRecorded])
        XCTAssertEqual(reading.exchanges.map(\.duration), [31, 66])
        XCTAssertEqual(
            try records("synthetic/synthetic-SAMLChromeExport.json").map { try $0.get() },
            ["Response requestBody, also at decoded"])
    }

    func testAMaskedExportGivesTheMessagesThatStayedReadableAndNoError() throws {
        for profile in ["mask", "none"] {
            let part = profile == "mask" ? "decoded" : "requestBody, also at decoded"
            XCTAssertEqual(
                try records("real/saml-tracer-1.9.5-\(profile).json").map { try $0.get() },
                ["AttributeQuery location, also at url decoded", "Response \(part)"], profile)
        }
        let reading = ExchangeReading(
            try captureSample("real/saml-tracer-1.9.5-mask.json"), as: .samlTracer)
        XCTAssertEqual(reading.exchanges[2].requestBody.state, .redacted)
    }

    func testRemovedValuesAreRedactedToo() throws {
        for value in ["{obf:5}", "{hash:00}", "{overwritten}"] {
            let exchange = try read(
                #""method":"POST","postData":"{overwritten}","post":[["SAMLResponse","\#(value)"]]"#
            )
            XCTAssertEqual(exchange.requestBody.state, .redacted)
            XCTAssertEqual(exchange.requestBody.bytes, [])
            XCTAssertEqual(
                exchange.messages().map(\.content), [.failure(CaptureError(.redactedMessage))])
        }
        XCTAssertEqual(
            try read(#""method":"POST","postData":"{overwritten}""#).requestBody.state, .redacted)
        XCTAssertEqual(try read(#""method":"POST""#).requestBody.state, .notRecorded)
        XCTAssertEqual(try read(#""method":"GET""#).requestBody.state, .empty)
    }

    func testPairsOfTheFirstVersionsAreRead() throws {
        let exchange = try read(
            #""method":"POST","id":"7","requestHeaders":[["Host","a.example"],["X","1"]],"#
                + #""postData":{"SAMLResponse":["PD94+"],"RelayState":["a&b"]},"responseStatus":0"#)
        XCTAssertEqual(exchange.requestHeaders["host"], "a.example")
        XCTAssertEqual(
            String(decoding: exchange.requestBody.bytes, as: UTF8.self),
            "SAMLResponse=PD94%2B&RelayState=a%26b")
        XCTAssertEqual(exchange.requestBody.exactness, .rebuilt)
        XCTAssertEqual(exchange.outcome, .unanswered)
        let text = #"{"requests":[{"url":"https://a.example/","requestHeaders":[["A","b"]]}]}"#
        XCTAssertEqual(detectedFormat(Array(text.utf8)), .samlTracer)
    }

    func testWhatIsNoRequestIsAnErrorAndTheNextIsRead() {
        let text =
            #"{"timestamp":"","requests":[{},7,{"method":"GET","url":"https://a.example/"}]}"#
        let reading = ExchangeReading(Array(text.utf8), as: .samlTracer)
        XCTAssertEqual(reading.errors.map(\.code), [.invalidCapture, .invalidCapture])
        XCTAssertEqual(reading.urls, ["https://a.example/"])
        XCTAssertEqual(
            ExchangeReading(Array(#"{"other":[]}"#.utf8), as: .samlTracer).errors.map(\.code),
            [.invalidCapture])
    }

    private func read(_ members: String) throws -> HTTPExchange {
        let text = #"{"requests":[{"url":"https://a.example/",\#(members)}]}"#
        return try XCTUnwrap(
            ExchangeReading(Array(text.utf8), as: .samlTracer).exchanges.first)
    }

    /// The root and the places of each message of a sample, as a whole reading gives them.
    private func records(_ name: String) throws -> [Result<String, CaptureError>] {
        try MessageListing(captureSample(name)).records
    }
}
