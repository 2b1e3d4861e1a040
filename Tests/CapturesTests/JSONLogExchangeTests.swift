import Foundation
import SAMLBindings
import XCTest

@testable import Captures

/// Whole exchanges out of lines and documents of JSON logs.
final class JSONLogExchangeTests: XCTestCase {
    private func reading(_ text: String, limit: Int = 32 << 20) throws -> CaptureReading {
        try CaptureReading(text, limit: limit)
    }

    private func exchange(_ line: String) throws -> HTTPExchange {
        let reading = try reading(line)
        XCTAssertEqual(reading.steps.count, 1, "\(reading.steps)")
        return try XCTUnwrap(reading.exchanges.first, line)
    }

    private func body(_ body: HTTPBody) -> String { String(decoding: body.bytes, as: UTF8.self) }

    func testEveryShapeOfARequestAndItsResponseIsOneExchange() throws {
        let nested = """
            {"request":{"method":"post","url":"https://a.example/x?y=1","headers":{"Host":\
            "a.example","Accept":["a","b"]},"body":"q"},"response":{"status":201,"headers":\
            [{"name":"Content-Type","value":"application/json"}],"body":"{}"},\
            "@timestamp":"2026-01-15T12:00:01.025Z","duration":"212ms"}
            """
        let flat = """
            {"time":"2026-01-15T12:00:01.025Z","method":"POST","url":"https://a.example/x?y=1",\
            "status":201,"requestHeaders":["Host: a.example","Accept: a","Accept: b"],\
            "requestBody":"q","responseHeaders":{"content-type":"application/json"},\
            "responseBody":"{}","durationMs":212}
            """
        let dotted = """
            {"@timestamp":"2026-01-15T12:00:01.025Z","http.method":"POST",\
            "http.url":"https://a.example/x?y=1","http.status_code":"201","latency":"0.212s",\
            "request_headers":[["Host","a.example"],["Accept","a"],["Accept","b"]],\
            "request_body":"q","response_headers":"Content-Type: application/json\\r\\n",\
            "response_body":"{}"}
            """
        let ecs = """
            {"@timestamp":"2026-01-15T12:00:01.025Z","event":{"duration":212000000},"http":\
            {"request":{"method":"post","headers":{"Host":"a.example","Accept":["a","b"]},"body":\
            {"content":"q"}},"response":{"status_code":201,"headers":{"Content-Type":\
            "application/json"},"body":{"content":"{}"}}},"url":{"scheme":"https",\
            "domain":"a.example","path":"/x","query":"y=1"}}
            """
        for line in [nested, flat, dotted, ecs] {
            let exchange = try exchange(line)
            XCTAssertEqual(exchange.method, "POST", line)
            XCTAssertEqual(String(decoding: exchange.url, as: UTF8.self), "https://a.example/x?y=1")
            XCTAssertEqual(exchange.outcome, .response(status: 201, reason: nil), line)
            XCTAssertEqual(exchange.requestHeaders.fields.map(\.value), ["a.example", "a", "b"])
            XCTAssertEqual(exchange.responseHeaders["content-type"], "application/json", line)
            XCTAssertEqual(body(exchange.requestBody), "q", line)
            XCTAssertEqual(body(exchange.responseBody), "{}", line)
            XCTAssertEqual(exchange.start?.microseconds, 1_768_478_401_025_000, line)
            XCTAssertEqual(try XCTUnwrap(exchange.duration), 212, accuracy: 0.001, line)
            XCTAssertEqual(exchange.source.line, 1)
            XCTAssertEqual(exchange.source.host, "a.example")
        }
    }

    func testTheWrappersOfLogPlatformsAreUndone() throws {
        let url = "https://api.auth.adobe.example/api/v2/REF30/profiles/sso/Apple"
        for (name, count) in [
            ("cloudwatch-filter-log-events.json", 1), ("cloudwatch-insights.json", 1),
            ("datadog-search.json", 1), ("elasticsearch-hits.json", 1), ("elasticdump.ndjson", 1),
            ("gcp-logging.json", 2), ("splunk-results.json", 1), ("splunk-export.ndjson", 1),
        ] {
            let name = "synthetic-\(name)"
            let reading = try CaptureReading(
                PieceSource(captureSample("synthetic/\(name)")), name: name)
            XCTAssertEqual(
                reading.exchanges.map { String(decoding: $0.url, as: UTF8.self) },
                Array(repeating: url, count: count), name)
            for exchange in reading.exchanges {
                XCTAssertEqual(exchange.method, "POST", name)
                XCTAssertEqual(exchange.outcome, .response(status: 201, reason: nil), name)
                XCTAssertNotNil(exchange.start, name)
            }
            let first = try XCTUnwrap(reading.exchanges.first, name)
            XCTAssertEqual(first.requestHeaders["Authorization"], "Bearer eyJhbGciOiJub25lIn0.e30.")
            XCTAssertEqual(first.messages().map(\.part), [.requestBody], name)
            XCTAssertTrue(body(first.responseBody).hasPrefix(#"{"profiles":"#), name)
        }
    }

    func testWhatIsNotThereIsSaidAndNotInvented() throws {
        let exchange = try exchange(
            #"{"method":"GET","url":"/login?a=b","status":"info","time":212}"#)
        XCTAssertEqual(String(decoding: exchange.url, as: UTF8.self), "/login?a=b")
        XCTAssertEqual(exchange.outcome, .unknown)
        XCTAssertEqual(exchange.requestBody.state, .notRecorded)
        XCTAssertEqual(exchange.responseBody.state, .notRecorded)
        XCTAssertNil(exchange.start)
        XCTAssertNil(exchange.duration)
        for line in [
            #"{"method":"verify","url":"https://a.example/"}"#, #"{"method":"GET","url":7}"#,
            #"{"method":"GET","path":"home"}"#, #"{"url":"https://a.example/","status":200}"#,
            #"{"httpMethod":["GET"],"path":"/"}"#,
        ] {
            XCTAssertEqual(try reading(line).exchanges.count, 0, line)
        }
    }

    func testBodiesAreTextBase64ParsedFormsAndParsedJSON() throws {
        let gateway = """
            {"httpMethod":"POST","path":"/saml/acs","headers":{"Host":"a.example"},\
            "body":"U0FNTFJlc3BvbnNlPXg=","isBase64Encoded":true}
            """
        XCTAssertEqual(body(try exchange(gateway).requestBody), "SAMLResponse=x")
        XCTAssertEqual(
            String(decoding: try exchange(gateway).url, as: UTF8.self),
            "https://a.example/saml/acs")
        for (written, text, exactness) in [
            (#""""#, "", HTTPBody.Exactness.decoded), (#""a""#, "a", .decoded),
            (#"{"mimeType":"text/plain","text":"é"}"#, "é", .reencoded),
            (#"{"text":"YQ==","encoding":"base64"}"#, "a", .decoded),
            (
                #"{"SAMLResponse":"a+b","RelayState":"r"}"#, "SAMLResponse=a%2Bb&RelayState=r",
                .rebuilt
            ),
            (#"{"a":[1,true,null]}"#, #"{"a":[1,true,null]}"#, .rebuilt),
        ] {
            let exchange = try exchange(
                #"{"method":"POST","url":"https://a.example/","requestBody":\#(written)}"#)
            XCTAssertEqual(body(exchange.requestBody), text, written)
            XCTAssertEqual(exchange.requestBody.exactness, exactness, written)
        }
    }

    func testMessagesBesideAnExchangeComeAfterItAndThoseInItDoNot() throws {
        let saml = "<samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol' ID='%'/>"
        func message(_ id: String) -> String {
            Data(saml.replacingOccurrences(of: "%", with: id).utf8).base64EncodedString()
        }
        let exchange = #""method":"POST","url":"https://a.example/","requestBody""#
        let line = """
            {\(exchange):"SAMLResponse=\(message("a"))","note":"got \(message("b"))",\
            "samlResponse":"\(message("a"))"}
            """
        let steps = try reading(line).steps
        XCTAssertEqual(steps.count, 2, "\(steps)")
        XCTAssertEqual(steps.last, "-1 message")
        // Who asks for messages finds both, as before.
        let records = try MessageListing(Array(line.utf8)).records
        XCTAssertEqual(records.count, 2, "\(records)")
    }

    func testArraysAndLinesSayWhereAnExchangeStands() throws {
        let one = #"{"method":"GET","url":"https://a.example/1"}"#
        XCTAssertEqual(try reading("[\(one),{\"a\":1},\(one)]").sources.map(\.entry), [0, 2])
        XCTAssertEqual(try reading("{}\n\(one)\n\(one)\(one)\n").sources.map(\.line), [2, 3, 3])
        XCTAssertEqual(
            try reading(#"{"records":[{"b":2},\#(one)],"# + "\n" + #""x":1}"#).sources.map(\.entry),
            [1])
    }

    func testHostileLinesAreReadInLinearTimeAndBoundedDepth() throws {
        let deep = String(repeating: "[", count: 100_000)
        let start = ContinuousClock.now
        XCTAssertEqual(
            try reading(#"{"method":"GET","url":"https://a.example/","x":"# + deep).exchanges.count,
            0)
        let object = String(repeating: #"{"request":"#, count: 60)
        let ends = String(repeating: "}", count: 60)
        XCTAssertEqual(
            try reading("\(object){\"method\":\"GET\",\"url\":\"/\"}\(ends)").exchanges.count, 1)
        let members = (0..<200_000).map { #""method\#($0)":"GET""# }.joined(separator: ",")
        XCTAssertEqual(try reading("{\(members),\"url\":\"/\"}").exchanges.count, 0)
        let same = Array(repeating: #""method":"GET","url":"/a""#, count: 100_000)
            .joined(separator: ",")
        XCTAssertEqual(try reading("{\(same)}").exchanges.count, 1)
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(30))
        // A line above the limit is no exchange, and the next one is.
        let long = String(repeating: "x", count: 10_000)
        let lines = """
            {"method":"GET","url":"/","x":"\(long)"}
            {"method":"GET","url":"/"}
            """
        XCTAssertEqual(try reading(lines, limit: 4096).exchanges.count, 1)
    }
}
