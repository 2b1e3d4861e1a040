import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// mitmproxy's flow files, of every version and however damaged.
final class MitmproxyTests: XCTestCase {
    private static let samples = [
        "real/mitmproxy-9.0.1.mitm", "real/mitmproxy-10.4.2.mitm", "real/mitmproxy-11.0.2.mitm",
    ]

    func testTheExchangesOfEveryVersionAreThoseOfTheSeparateReader() throws {
        for name in Self.samples {
            let bytes = try captureSample(name)
            let reading = ExchangeReading(bytes, as: .mitmproxy)
            XCTAssertEqual(reading.errors, [], name)
            try SampleOracle.check(name, readAs: "capture")
            XCTAssertEqual(detectedFormat(bytes), .mitmproxy, name)
        }
    }

    func testASignOnGivesTheMessagesOfEveryStep() throws {
        let bytes = try captureSample("real/mitmproxy-sign-on-v2.mitm")
        let reading = ExchangeReading(bytes, as: .mitmproxy)
        XCTAssertEqual(reading.exchanges.count, 10)
        // The query goes from the first to the framework, its answer from there to the second.
        XCTAssertEqual(
            reading.exchanges.map { $0.messages().map(\.part) },
            [
                [], [], [], [], [], [], [.responseBody], [.requestBody, .responseBody],
                [.requestBody], [],
            ])
    }

    func testTheVersionTheAddressesAndTheTLSVersionAreNoted() throws {
        let reading = ExchangeReading(
            try captureSample("real/mitmproxy-11.0.2.mitm"), as: .mitmproxy)
        let exchange = try XCTUnwrap(reading.exchanges.first)
        XCTAssertEqual(exchange.recorder, "mitmproxy flow 21")
        XCTAssertEqual(exchange.client?.hasPrefix("127.0.0.1:"), true)
        XCTAssertEqual(exchange.server, "127.0.0.1:8443")
        XCTAssertEqual(exchange.secure, "TLSv1.3")
        XCTAssertEqual(exchange.source.host, "127.0.0.1")
        XCTAssertEqual(exchange.source.time, "1795342653.5951874")
        XCTAssertEqual(reading.exchanges.map(\.source.entry), Array(0..<14))
        XCTAssertEqual(reading.exchanges.last?.kind, .webSocket)
    }

    func testPiecesOfEverySizeGiveTheSame() throws {
        assertPiecesGiveTheSame(try captureSample("real/mitmproxy-9.0.1.mitm"), as: .mitmproxy)
        assertPiecesGiveTheSame(
            flow(type: "tcp") + flow() + flow(type: "dns") + [0x39], as: .mitmproxy)
    }

    func testAFileThatIsCutOffGivesTheFlowsBeforeAndOneError() throws {
        let whole = flow(path: "/1") + flow(path: "/2")
        let first = flow(path: "/1").count
        for count in 1..<whole.count where count != first {
            let reading = ExchangeReading(Array(whole.prefix(count)), as: .mitmproxy)
            XCTAssertEqual(reading.urls, count < first ? [] : ["https://a.example/1"], "\(count)")
            XCTAssertEqual(
                reading.errors,
                [
                    CaptureError(
                        .invalidCapture, at: count < first ? 0 : first, detail: "mitmproxy flows")
                ], "\(count)")
        }
    }

    func testNamesOfTheFirstVersionsAreUnderstood() throws {
        let reading = ExchangeReading(
            dictionary([
                ("version", "13:1:0#2:10#1:1#]"), ("type", bytes("http")),
                (
                    "request",
                    dictionary([
                        ("method", bytes("GET")), ("scheme", bytes("http")),
                        ("host", bytes("192.0.2.1")), ("port", "4:8080#"), ("path", bytes("/x")),
                        ("httpversion", "8:1:1#1:1#]"), ("headers", "0:]"), ("content", bytes("")),
                        ("timestamp_start", "12:1400000000.5^"),
                    ])
                ),
                (
                    "response",
                    dictionary([
                        ("code", "3:404#"), ("msg", bytes("Not Found")), ("headers", "0:]"),
                        ("content", "0:~"), ("timestamp_end", "13:1400000000.75^"),
                    ])
                ),
            ]), as: .mitmproxy)
        let exchange = try XCTUnwrap(reading.exchanges.first)
        XCTAssertEqual(reading.urls, ["http://192.0.2.1:8080/x"])
        XCTAssertEqual(exchange.recorder, "mitmproxy flow 0.10.1")
        XCTAssertEqual(exchange.outcome, .response(status: 404, reason: "Not Found"))
        XCTAssertEqual(exchange.start?.microseconds, 1_400_000_000_500_000)
        XCTAssertEqual(exchange.duration, 250)
        XCTAssertEqual(exchange.requestBody.state, .empty)
        XCTAssertEqual(exchange.responseBody.state, .dropped("not kept"))
    }

    func testTheURLIsWhatTheClientSentAndNotTheAddress() {
        XCTAssertEqual(
            ExchangeReading(flow(host: "192.0.2.1", header: "tv.example"), as: .mitmproxy).urls,
            ["https://tv.example/"])
        XCTAssertEqual(
            ExchangeReading(flow(path: "http://b.example/x?y"), as: .mitmproxy).urls,
            ["http://b.example/x?y"])
    }

    func testFlowsThatAreNotHTTPArePassedOver() {
        let reading = ExchangeReading(
            ["tcp", "udp", "dns", "websocket"].flatMap { flow(type: $0) } + flow(), as: .mitmproxy)
        XCTAssertEqual(reading.passedOverCount, 4)
        XCTAssertEqual(reading.exchanges.map(\.source.entry), [4])
    }

    func testAFlowOverTheLimitIsPassedWithoutBeingHeld() {
        let big = flow(path: "/" + String(repeating: "x", count: 5000))
        for size in [1, 7, 100, .max] {
            let reading = ExchangeReading(
                flow(path: "/1") + big + flow(path: "/2"), pieceSize: size, as: .mitmproxy,
                limit: 2000)
            XCTAssertEqual(
                reading.errors, [CaptureError(.inputTooLarge, at: flow(path: "/1").count)])
            XCTAssertEqual(reading.exchanges.map(\.source.entry), [0, 2])
        }
    }

    func testLengthsThatLieAreOneErrorEach() throws {
        let hostile = try captureSample("hostile/hostile-tnetstring-length.mitm")
        XCTAssertEqual(detectedFormat(hostile, named: "mitm"), .mitmproxy)
        let inner = "30:6:method,999:GET,4:path,1:/,"
        for bytes in [
            hostile, Array("999999999999:".utf8), Array("1234567890123:x".utf8),
            Array("5:abc".utf8), Array("3:abc,".utf8), Array("x".utf8), Array(":}".utf8),
            Array(dictionary([("request", inner + "}")]).utf8),
            Array(dictionary([("response", "0:~")]).utf8),
        ] {
            for limit in [1000, 1 << 40] {
                let reading = ExchangeReading(bytes, as: .mitmproxy, limit: limit)
                XCTAssertEqual(reading.exchanges.count, 0)
                XCTAssertEqual(
                    reading.errors.map(\.code), [.invalidCapture],
                    String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    func testDepthCostsNothing() throws {
        let hostile = try captureSample("hostile/hostile-tnetstring-depth.mitm")
        XCTAssertEqual(detectedFormat(hostile, named: "mitm"), .mitmproxy)
        XCTAssertEqual(
            ExchangeReading(hostile, as: .mitmproxy).errors.map(\.code), [.invalidCapture])
        var nested = "0:~"
        for _ in 0..<20_000 { nested = "\(nested.utf8.count):\(nested)]" }
        let reading = ExchangeReading(
            dictionary([("metadata", nested)] + members(path: "/")), as: .mitmproxy)
        XCTAssertEqual(reading.urls, ["https://a.example/"])
    }

    func testABodyWhoseCodingIsUnknownSaysSo() throws {
        let reading = ExchangeReading(
            flow(coding: "zip-of-tomorrow", content: "\u{1}\u{2}"), as: .mitmproxy)
        XCTAssertEqual(
            reading.exchanges.first?.requestBody.state, .undecodable("zip-of-tomorrow"))
    }

    // MARK: Writing

    private func string(_ text: String, _ kind: String) -> String {
        "\(text.utf8.count):\(text)\(kind)"
    }

    private func bytes(_ text: String) -> String { string(text, ",") }

    private func dictionary(_ members: [(String, String)]) -> String {
        string(members.map { string($0.0, ";") + $0.1 }.joined(), "}")
    }

    private func members(
        path: String, host: String = "a.example", header: String? = nil, coding: String? = nil,
        content: String = ""
    ) -> [(String, String)] {
        let headers = [header.map { ("Host", $0) }, coding.map { ("Content-Encoding", $0) }]
            .compactMap { $0 }.map { string(bytes($0.0) + bytes($0.1), "]") }.joined()
        return [
            (
                "request",
                dictionary([
                    ("method", bytes("GET")), ("scheme", bytes("https")), ("authority", bytes("")),
                    ("host", string(host, ";")), ("port", "3:443#"), ("path", bytes(path)),
                    ("headers", string(headers, "]")), ("content", bytes(content)),
                ])
            )
        ]
    }

    private func flow(
        type: String = "http", path: String = "/", host: String = "a.example",
        header: String? = nil, coding: String? = nil, content: String = ""
    ) -> [UInt8] {
        Array(
            dictionary(
                [("type", string(type, ";")), ("version", "2:21#")]
                    + members(
                        path: path, host: host, header: header, coding: coding, content: content)
            ).utf8)
    }
}

extension ExchangeReading {
    fileprivate init(_ text: String, as format: CaptureFormat) {
        self.init(Array(text.utf8), as: format)
    }
}
