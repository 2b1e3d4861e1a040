import SAMLBindings
import TestSupport
import WireText
import XCTest

@testable import Captures

/// Packets as tshark writes them in JSON.
final class TsharkTests: XCTestCase {
    func testTheExchangesAreThoseOfTheSeparateReader() throws {
        let name = "real/tshark-4.0-http1.json.gz"
        let bytes = try captureSample(name)
        XCTAssertEqual(detectedFormat(bytes), .tshark)
        try SampleOracle.check(name, readAs: "capture")
        let exchange = try XCTUnwrap(ExchangeReading(bytes, as: .tshark).exchanges.first)
        XCTAssertEqual(exchange.source.time, "1795342056.777548000")
        XCTAssertEqual(exchange.source.host, "127.0.0.1")
        XCTAssertEqual(exchange.server, "127.0.0.1:8081")
        XCTAssertEqual(exchange.outcome, .response(status: 201, reason: "Created"))
    }

    func testRepeatedNamesGiveTheSameAsLists() throws {
        let lists = ExchangeReading(
            try captureSample("real/tshark-4.0-http1.json.gz"), as: .tshark)
        let repeated = try captureSample("real/tshark-4.0-http1-duplicate-keys.json.gz")
        XCTAssertEqual(detectedFormat(repeated), .tshark)
        XCTAssertEqual(ExchangeReading(repeated, as: .tshark).steps, lists.steps)
        assertPiecesGiveTheSame(repeated, as: .tshark)
    }

    func testLinesForElasticsearchGiveTheSame() throws {
        let lists = ExchangeReading(
            try captureSample("real/tshark-4.0-http1.json.gz"), as: .tshark)
        let bytes = try captureSample("real/tshark-4.0-http1.ek.ndjson.gz")
        XCTAssertEqual(detectedFormat(bytes), .tsharkLines)
        XCTAssertEqual(ExchangeReading(bytes, as: .tsharkLines).steps, lists.steps)
        assertPiecesGiveTheSame(bytes, as: .tsharkLines)
        let damaged =
            Array("{\"layers\":\n".utf8) + bytes + Array("{\"layers\":{\"http2\":{}}}".utf8)
        let reading = ExchangeReading(damaged, as: .tsharkLines)
        XCTAssertEqual(reading.errors.map(\.code), [.invalidCapture, .convertFirst])
        XCTAssertEqual(reading.exchanges.count, 1)
    }

    func testPacketsInXMLGiveTheSame() throws {
        let lists = ExchangeReading(
            try captureSample("real/tshark-4.0-http1.json.gz"), as: .tshark)
        let bytes = try captureSample("real/tshark-4.0-http1.pdml.gz")
        XCTAssertEqual(detectedFormat(bytes), .pdml)
        XCTAssertNotEqual(detectedFormat(Array("<Response>&lt;pdml&gt;</Response>".utf8)), .pdml)
        XCTAssertEqual(ExchangeReading(bytes, as: .pdml).steps, lists.steps)
        assertPiecesGiveTheSame(bytes, as: .pdml)
        let layer = #"<packet><proto name="http2"/></packet></pdml>"#
        let text = String(decoding: bytes, as: UTF8.self).replacing("</pdml>", with: layer)
        let reading = ExchangeReading(Array(text.utf8), as: .pdml)
        XCTAssertEqual(reading.errors.map(\.code), [.convertFirst])
        XCTAssertEqual(reading.exchanges.count, 1)
    }

    func testABodyIsFoundInAnExportOfThatFieldAlone() throws {
        let form = Array("SAMLResponse=\(SmallMessage.base64)".utf8)
        let digits = Hexadecimal.text(form)
        let colons = form.map { Hexadecimal.text([$0]) }.joined(separator: ":")
        for text in [
            #"[{"_source":{"layers":{"http":{"http.file_data":"\#(colons)"}}}}]"#,
            #"[{"_source":{"layers":{"http.file_data":["\#(colons)"]}}}]"#,
            #"{"index":{"_index":"packets"}}"# + "\n"
                + #"{"layers":{"http":{"http_http_file_data":"\#(colons)"}}}"# + "\n",
            #"{"index":{"_index":"packets"}}"# + "\n"
                + #"{"layers":{"http_file_data":["\#(colons)"]}}"# + "\n",
            #"<pdml version="0"><packet><proto name="http"><field name="http.file_data" "#
                + #"show="\#(colons)" value="\#(digits)"/></proto></packet></pdml>"#,
            #"<pdml><packet><proto name="http"><field name="http.file_data" "#
                + #"show="\#(colons)"/></proto></packet></pdml>"#,
        ] {
            let entries = try temporaryFolder().read(content: text)
            XCTAssertEqual(
                entries.map(\.message), ["SAMLResponse=\(SmallMessage.base64)"], text)
        }
    }

    func testDigitsOfNewerVersionsAreTheBytesOfTheBody() throws {
        let digits = Hexadecimal.text(Array("SAMLResponse=PD94".utf8))
        let colons = stride(from: 0, to: digits.count, by: 2).map {
            digits.dropFirst($0).prefix(2)
        }.joined(separator: ":")
        for (data, header, body) in [
            (digits, "Content-Length: 17", "SAMLResponse=PD94"),
            (colons, "Content-Length: 17", "SAMLResponse=PD94"),
            (digits, "Transfer-Encoding: chunked", "SAMLResponse=PD94"),
            // Text that consists of digits.
            ("1234", "Content-Length: 4", "1234"), ("1234", "Content-Length: 7", "1234"),
            ("12:34", "Content-Length: 5", "12:34"),
            ("SAMLResponse=PD94", "Content-Length: 17", "SAMLResponse=PD94"),
        ] {
            let reading = read(packet(request(data: data, header: header)))
            XCTAssertEqual(
                reading.exchanges.map { String(decoding: $0.requestBody.bytes, as: UTF8.self) },
                [body])
        }
    }

    func testResponsesFindTheirRequestsInAnyOrder() {
        let reading = read(
            packet(number: 1, request(path: "/1")), packet(number: 2, request(path: "/2")),
            packet(number: 3, request(path: "/3")), packet(number: 4, response(to: 2, 202)),
            packet(number: 5, response(to: 9, 404)), packet(number: 6, response(to: 1, 100)),
            packet(number: 7, response(to: 1, 201)))
        XCTAssertEqual(
            reading.exchanges.map { "\($0.source.entry ?? -1) \($0.outcome)" },
            [
                "1 response(status: 202, reason: nil)", "3 response(status: 404, reason: nil)",
                "0 response(status: 201, reason: nil)", "2 unanswered",
            ])
        XCTAssertEqual(
            reading.urls,
            [
                "http://a.example/2", "http://a.example/answered", "http://a.example/1",
                "http://a.example/3",
            ])
    }

    func testRequestsThatWaitAreBounded() {
        let packets = (0..<1000).map { packet(number: $0, request(path: "/\($0)")) }
        let reading = read(packets.joined(separator: ","))
        XCTAssertEqual(reading.exchanges.map(\.source.entry), Array(0..<1000))
    }

    func testTwoMessagesOfAPacketAndOneInTLSAreRead() {
        let reading = read(
            #"{"_source":{"layers":{"tls":{},"http":[\#(request(path: "/1")),\#(request(path: "/2"))]}}}"#
        )
        XCTAssertEqual(reading.urls, ["https://a.example/1", "https://a.example/2"])
    }

    func testStreamsOfHTTP2AreJoined() throws {
        let bytes = try captureSample("real/tshark-4.0-http2.json.gz")
        XCTAssertEqual(detectedFormat(bytes), .tshark)
        let reading = ExchangeReading(bytes, as: .tshark)
        XCTAssertEqual(reading.errors, [])
        XCTAssertEqual(reading.urls, ["https://127.0.0.1:8443/api/v2/REF30/profiles/sso/Apple"])
        let exchange = try XCTUnwrap(reading.exchanges.first)
        // The same request and response as in the sample of HTTP/1.1.
        let other = try XCTUnwrap(
            ExchangeReading(
                try captureSample("real/tshark-4.0-http1.json.gz"), as: .tshark
            ).exchanges.first)
        XCTAssertEqual(exchange.requestBody.bytes, other.requestBody.bytes)
        #if Archives
        XCTAssertEqual(exchange.responseBody.bytes, other.responseBody.bytes)
        XCTAssertEqual(exchange.messages().map(\.part), [.requestBody])
        #else
        XCTAssertEqual(exchange.responseBody.state, .undecodable("br"))
        #endif
        XCTAssertEqual(exchange.outcome, .response(status: 201, reason: nil))
        XCTAssertEqual(exchange.requestHeaders.pseudoFields.count, 4)
        XCTAssertEqual(exchange.source.entry, 0)
        assertPiecesGiveTheSame(bytes, as: .tshark)
    }

    func testStreamsThatNeverEndAreGivenAsFarAsTheyCame() {
        let frames = (1...600).map { number in
            #"{"_source":{"layers":{"tcp":{"tcp.stream":"0","tcp.srcport":"5000","tcp.dstport":"443"},"#
                + #""http2":{"http2.stream":{"http2.streamid":"\#(number)","http2.data.data":"61:62"}}}}}"#
        }
        let reading = read(frames.joined(separator: ","))
        XCTAssertEqual(reading.exchanges.map(\.source.entry), Array(0..<600))
        XCTAssertEqual(Set(reading.exchanges.map(\.requestBody.state)), [.truncated])
        XCTAssertEqual(Set(reading.exchanges.map(\.requestBody.bytes)), [[0x61, 0x62]])
    }

    func testABodyOverTheLimitIsNotHeld() {
        let data = String(repeating: "61", count: 600)
        let frame =
            #"{"_source":{"layers":{"tcp":{"tcp.srcport":"5000","tcp.dstport":"443"},"#
            + #""http2":{"http2.stream":{"http2.streamid":"1","http2.data.data":"\#(data)"}}}}}"#
        let text = "[" + Array(repeating: frame, count: 5).joined(separator: ",") + "]"
        let reading = ExchangeReading(Array(text.utf8), as: .tshark, limit: 2000)
        XCTAssertEqual(reading.exchanges.map(\.requestBody.state), [.tooLarge])
        XCTAssertEqual(reading.exchanges.map(\.requestBody.bytes.count), [1800])
    }

    func testAFileThatIsCutOffGivesWhatWaitedAndOneError() {
        let text = "[\(packet(request(path: "/1"))),{"
        let reading = ExchangeReading(Array(text.utf8), as: .tshark)
        XCTAssertEqual(reading.urls, ["http://a.example/1"])
        XCTAssertEqual(
            reading.errors,
            [CaptureError(.invalidCapture, at: text.utf8.count, detail: "packets of tshark")])
    }

    private func packet(number: Int = 1, _ layer: String) -> String {
        #"{"_source":{"layers":{"frame":{"frame.number":"\#(number)"},"http":\#(layer)}}}"#
    }

    private func request(
        path: String = "/", data: String = "", header: String = "X: y"
    ) -> String {
        #"{"POST \#(path) HTTP/1.1\\r\\n":{"http.request.method":"POST"},"#
            + #""http.request.line":["\#(header)\r\n"],"#
            + #""http.request.full_uri":"http://a.example\#(path)","http.file_data":"\#(data)"}"#
    }

    private func response(to number: Int, _ status: Int) -> String {
        #"{"HTTP/1.1 \#(status)\\r\\n":{"http.response.code":"\#(status)"},"#
            + #""http.response_for.uri":"http://a.example/answered","http.request_in":"\#(number)"}"#
    }

    private func read(_ packets: String...) -> ExchangeReading {
        ExchangeReading(Array("[\(packets.joined(separator: ","))]".utf8), as: .tshark)
    }
}
