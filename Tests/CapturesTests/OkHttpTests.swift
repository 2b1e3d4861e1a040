import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// The log of OkHttp's interceptor in the forms of logcat and Android Studio.
final class OkHttpTests: XCTestCase {
    private let sample = "synthetic/synthetic-okhttp-logcat.txt"

    func testTheSampleGivesItsCallsWithTheirBodies() throws {
        let read = try CaptureReading(PieceSource(SampleOracle.bytes(of: sample)))
        XCTAssertEqual(read.errors, [])
        XCTAssertEqual(read.exchanges.map(\.method), ["POST", "POST", "GET"])
        XCTAssertEqual(read.exchanges.map(\.requestBody.bytes.count), [59, 6469, 0])
        XCTAssertEqual(read.exchanges.map(\.responseBody.bytes.count), [5724, 218, 187])
        XCTAssertEqual(
            read.exchanges.map(\.outcome),
            [
                .response(status: 200, reason: "OK"), .response(status: 201, reason: "Created"),
                .response(status: 401, reason: "Unauthorized"),
            ])
        XCTAssertEqual(read.exchanges.map(\.duration), [143, 212, 31])
        XCTAssertEqual(
            read.exchanges.map(\.start?.text),
            [
                "01-15 12:00:00.125", "01-15 12:00:01.025", "01-15 12:00:01.625",
            ])
        XCTAssertEqual(
            read.exchanges.flatMap { $0.messages().map(\.part) }, [.responseBody, .requestBody])
        XCTAssertEqual(
            read.sources.map(\.host), .init(repeating: "api.auth.adobe.example", count: 3))
        XCTAssertEqual(read.exchanges.first?.requestHeaders["host"], "api.auth.adobe.example")
    }

    func testEveryFormOfTheLogGivesTheSame() throws {
        let text = String(decoding: try SampleOracle.bytes(of: sample), as: UTF8.self)
        let whole = try CaptureReading(text).exchanges
        let prefixCount = "01-15 12:00:00.125  4242  4270 I okhttp.OkHttpClient: ".utf8.count
        for form in [
            "", "I/okhttp.OkHttpClient( 4242): ",
            "01-15 12:00:00.125 I/okhttp.OkHttpClient( 4242): ",
            "2026-01-15 12:00:00.125  4242-4270  okhttp.OkHttpClient     com.example.tv           I  ",
            "01-15 12:00:00.125 4242-4270/com.example.tv I/okhttp.OkHttpClient: ",
            "01-15 12:00:00.125  4242  4270 D OkHttp  : ",
        ] {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
            let read = try CaptureReading(
                lines.map { form + $0.dropFirst(prefixCount) }.joined(separator: "\n"))
            XCTAssertEqual(read.errors, [], form)
            XCTAssertEqual(read.exchanges.map(\.requestBody), whole.map(\.requestBody), form)
            XCTAssertEqual(read.exchanges.map(\.responseBody), whole.map(\.responseBody), form)
            XCTAssertEqual(read.exchanges.map(\.requestHeaders), whole.map(\.requestHeaders), form)
        }
    }

    func testThreadsThatInterleaveAreKeptApart() throws {
        func line(_ thread: Int, _ text: String) -> String {
            "01-15 12:00:00.125  4242  \(thread) I OkHttp: \(text)\n"
        }
        let cut = String(repeating: "x", count: 4000)
        let read = try CaptureReading(
            "--------- beginning of main\n" + line(1, "--> POST https://a.example/ h2")
                + line(1, "")
                + line(2, "--> GET https://b.example/ h2") + line(1, cut) + line(2, "--> END GET")
                + line(3, "SAMLResponse=of another thread") + line(1, "SAML")
                + line(2, "<-- HTTP FAILED: java.net.SocketTimeoutException: timeout")
                + line(1, "--> END POST (4004-byte body)")
                + line(1, "<-- 204 https://a.example/ (5ms)")
                + line(1, "a: ██") + line(1, "<-- END HTTP"))
        XCTAssertEqual(read.exchanges.map(\.source.host), ["b.example", "a.example"])
        XCTAssertEqual(
            read.exchanges.map(\.outcome),
            [
                .failed("java.net.SocketTimeoutException: timeout"),
                .response(status: 204, reason: nil),
            ])
        XCTAssertEqual(read.exchanges[1].requestBody.bytes, Array((cut + "SAML").utf8))
        XCTAssertEqual(read.exchanges[1].requestBody.state, .present)
        XCTAssertEqual(read.exchanges[1].responseHeaders["a"], "██")
    }

    func testOfTooManyOpenCallsThoseThatBeganFirstAreGivenFirst() throws {
        let lines = (0..<2000).map { number in
            let answer = number % 3 == 0 ? "--> END GET" : nil
            let call = "--> GET https://a.example/\(number) h2"
            let failure = number % 5 == 0 ? "<-- HTTP FAILED: x" : nil
            return [call, answer, failure].compactMap { $0 }
                .map { "01-15 12:00:00.125  4242  \(number) I OkHttp: \($0)\n" }.joined()
        }
        let read = try CaptureReading(lines.joined())
        XCTAssertEqual(read.errors, [])
        let open = read.exchanges.filter { $0.outcome == .unanswered }.compactMap(\.source.line)
        XCTAssertEqual(open, open.sorted())
        XCTAssertEqual(read.exchanges.count, 2000)
        XCTAssertEqual(Set(read.exchanges.map(\.url)).count, 2000)
    }

    func testHeadersBeyondTheLimitAreLeftOut() throws {
        let headers = (0..<1000).map { "A\($0): b\n" }.joined()
        let read = try CaptureReading(
            "--> GET https://a.example/ h2\n" + headers + "--> END GET\n", limit: 10_000)
        let count = try XCTUnwrap(read.exchanges.first?.requestHeaders.fields.count)
        XCTAssertLessThan(count, 200)
        XCTAssertGreaterThan(count, 100)
    }

    func testMessagesInOtherLinesOfTheLogAreFound() throws {
        let payload =
            "PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFtZXM6dGM6U0FNTDoyLjA6cHJvdG9jb2wiLz4="
        let other = "01-15 12:00:00.125  4242  7 I Auth: SAMLResponse=\(payload)\n"
        let call = "01-15 12:00:00.125  4242  7 I OkHttp: "
        let read = try CaptureReading(
            other + call + "--> GET https://a.example/ h2\n" + call + "--> END GET\n" + other + call
                + "<-- 204 https://a.example/ (5ms)\n" + call + "<-- END HTTP\n"
                + "--------- beginning of main\n" + other)
        XCTAssertEqual(read.errors, [])
        XCTAssertEqual(read.exchanges.map(\.outcome), [.response(status: 204, reason: nil)])
        XCTAssertEqual(read.sources.compactMap(\.line).sorted(), [1, 2, 4, 8])
    }

    func testALineOfExactlyTheLengthAtWhichLinesAreCutEndsBeforeAMark() throws {
        let cut = String(repeating: "x", count: 4000)
        let read = try CaptureReading(
            "--> POST https://a.example/ h2\n\n\(cut)\n--> END POST (4000-byte body)\n")
        XCTAssertEqual(read.exchanges.first?.requestBody.bytes.count, 4000)
        XCTAssertEqual(read.exchanges.first?.requestBody.state, .present)
    }

    func testMissingBodiesSayWhy() throws {
        let read = try CaptureReading(
            """
            --> POST https://a.example/ http/1.1
            Content-Length: 6
            --> END POST (binary 6-byte body omitted)
            <-- 200 OK https://a.example/ (5ms)
            Content-Length: 7
            <-- END HTTP
            --> POST https://b.example/ http/1.1

            SAMLResponse=PHg
            --> END POST (6469-byte body)
            <-- HTTP/1.1 200 OK (5ms)

            cut
            """)
        XCTAssertEqual(
            read.exchanges.map(\.requestBody.state),
            [.dropped("binary 6-byte body omitted"), .truncated])
        XCTAssertEqual(read.exchanges.map(\.responseBody.state), [.notRecorded, .truncated])
        XCTAssertEqual(read.exchanges.map(\.duration), [5, 5])
    }

    func testLineEndsThatTheLogTookAwayAreRestored() throws {
        let read = try CaptureReading(
            "--> POST https://a.example/ h2\n\na\nb\n--> END POST (4-byte body)\n")
        XCTAssertEqual(read.exchanges.first?.requestBody.bytes, Array("a\r\nb".utf8))
    }

    func testPiecesOfEverySmallSizeGiveTheSame() throws {
        let bytes = try SampleOracle.bytes(of: sample)
        let whole = try CaptureReading(PieceSource(bytes))
        for size in [1, 2, 3, 17, 4000] {
            XCTAssertEqual(try CaptureReading(PieceSource(bytes, pieceSize: size)), whole)
        }
    }

    func testALogThatIsCutOffGivesWhatCameBefore() throws {
        let bytes = try SampleOracle.bytes(of: sample)
        let whole = try CaptureReading(PieceSource(bytes))
        for place in stride(from: bytes.count / 2, to: bytes.count, by: 211) {
            let read = try CaptureReading(PieceSource(Array(bytes[..<place])))
            XCTAssertEqual(read.steps.dropLast(), whole.steps.prefix(read.steps.count - 1))
        }
    }

    func testBodiesAboveTheLimitAreNotHeld() throws {
        let line = String(repeating: "x", count: 900)
        let read = try CaptureReading(
            "--> POST https://a.example/ h2\n\n\(line)\n\(line)\n--> END POST (1801-byte body)\n",
            limit: 1000)
        XCTAssertEqual(read.exchanges.first?.requestBody.state, .tooLarge)
    }

    func testOtherLogsAreNotTaken() {
        for text in [
            "01-15 12:00:00.125  4242  4270 I Auth: SAMLResponse=PHg\n",
            "2026-01-15 INFO --> POST https://a.example/\n", "--> a list\n",
            "I/OkHttp( 1): <-- 200 OK https://a.example/ (5ms)\n",
        ] {
            let head = CaptureHead(Array(text.utf8)[...], isWhole: true, fileExtension: "log")
            XCTAssertNotEqual(CaptureFormat(detecting: head), .okHTTP, text)
        }
    }
}
