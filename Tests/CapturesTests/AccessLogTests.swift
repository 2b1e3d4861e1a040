import Foundation
import SAMLBindings
import XCTest

@testable import Captures

/// Exchanges out of the logs of web servers.
final class AccessLogTests: XCTestCase {
    private func line(
        _ request: String = "GET /sso?a=b HTTP/1.1", before: String = "", after: String = ""
    ) -> String {
        "\(before)192.0.2.7 - alice [15/Jan/2026:13:00:01 +0100] \"\(request)\" 302 15\(after)\n"
    }

    func testEveryLineIsAnExchangeWithoutBodies() throws {
        let combined = line(after: #" "https://a.example/x" "Mozilla/5.0 (Apple TV)""#)
        let reading = try CaptureReading(line() + combined + line(before: "a.example:443 "))
        XCTAssertEqual(
            reading.exchanges.map { String(decoding: $0.url, as: UTF8.self) },
            ["/sso?a=b", "/sso?a=b", "https://a.example/sso?a=b"])
        for (number, exchange) in reading.exchanges.enumerated() {
            XCTAssertEqual(exchange.method, "GET")
            XCTAssertEqual(exchange.outcome, .response(status: 302, reason: nil))
            XCTAssertEqual(exchange.start?.microseconds, 1_768_478_401_000_000)
            XCTAssertEqual(exchange.client, "192.0.2.7")
            XCTAssertEqual(exchange.requestBody.state, .notRecorded)
            XCTAssertEqual(exchange.responseBody.state, .notRecorded)
            XCTAssertEqual(exchange.source.line, number + 1)
        }
        let headers = reading.exchanges[1].requestHeaders
        XCTAssertEqual(headers["referer"], "https://a.example/x")
        XCTAssertEqual(headers["user-agent"], "Mozilla/5.0 (Apple TV)")
    }

    func testMessagesInURLsInOtherFieldsAndInOtherLinesAreThereOnce() throws {
        func message(_ id: String) -> String {
            Data(
                "<samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol' ID='\(id)'/>"
                    .utf8
            ).base64EncodedString().replacingOccurrences(of: "=", with: "%3D")
        }
        let text =
            line("GET /acs?SAMLResponse=\(message("a")) HTTP/1.1")
            + line(after: " \"https://a.example/?SAMLResponse=\(message("b"))\" \"-\"")
            + "all is well\n" + "error: SAMLResponse=\(message("c"))\n" + line()
        let reading = try CaptureReading(text)
        XCTAssertEqual(reading.exchanges.map { $0.messages().count }, [1, 0, 0])
        XCTAssertEqual(reading.errors, [])
        XCTAssertEqual(
            reading.steps.map { $0.hasSuffix(" message") }, [false, false, true, true, false])
        XCTAssertEqual(reading.sources.map(\.line), [1, 2, 2, 4, 5])
        // Who asks for messages finds all three, as before.
        XCTAssertEqual(try MessageListing(Array(text.utf8)).records.count, 3)
    }

    func testWhatIsNoSuchLineIsNoExchange() throws {
        for text in [
            "192.0.2.7 - - [15/Jan/2026:13:00:01 +0100] \"GET /\" 30 1 \"-\" \"-\"\n",
            "192.0.2.7 - - [15/Jan/2026 13:00] \"GET / HTTP/1.1\" 302 1 \"-\" \"-\"\n",
            "192.0.2.7 - - [15/Jan/2026:13:00:01 +0100] \"\\x16\\x03\" 400 1 \"-\" \"-\"\n",
            "192.0.2.7 - - [15/Jan/2026:13:00:01 +0100] \"GET",
        ] {
            XCTAssertEqual(try CaptureReading(text).exchanges.count, 0, text)
        }
        let month = line().replacingOccurrences(of: "Jan", with: "Jum")
        XCTAssertNil(try CaptureReading(line() + month).exchanges.last?.start?.microseconds)
        XCTAssertEqual(try CaptureReading(line() + month).exchanges.count, 2)
    }

    func testLinesAboveTheLimitAreHeldInPieces() throws {
        let long = line("GET /\(String(repeating: "x", count: 20_000)) HTTP/1.1")
        let reading = try CaptureReading(line() + long + line(), limit: 4096)
        XCTAssertEqual(reading.exchanges.count, 2)
        XCTAssertEqual(reading.errors, [])
    }
}
