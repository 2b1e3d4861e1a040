import TestSupport
import XCTest

@testable import Captures

/// Raw HTTP messages.
final class WireMessageTests: XCTestCase, ReachesUnsafeCode {
    private func request(_ text: String) -> WireMessage.Request? {
        WireMessage.Request(parsing: Array(text.utf8))
    }

    private func response(_ text: String) -> WireMessage.Response? {
        WireMessage.Response(parsing: Array(text.utf8))
    }

    private func url(_ request: WireMessage.Request?, _ scheme: String = "https") -> String? {
        request.map { String(decoding: $0.url(scheme: scheme), as: UTF8.self) }
    }

    func testTheURLIsBuiltFromEveryFormOfTarget() {
        let host = "\r\nHost: a.example:8443\r\n\r\n"
        XCTAssertEqual(
            url(request("GET http://b.example/x?y=z HTTP/1.1" + host)), "http://b.example/x?y=z")
        XCTAssertEqual(
            url(request("GET /x?u=http://c HTTP/1.1" + host)), "https://a.example:8443/x?u=http://c"
        )
        XCTAssertEqual(url(request("OPTIONS * HTTP/1.1" + host)), "https://a.example:8443")
        XCTAssertEqual(
            url(request("CONNECT b.example:443 HTTP/1.1" + host)), "https://b.example:443")
        XCTAssertEqual(
            url(request("post /x HTTP/2\nhost: d.example\n:authority: e.example\n\n"), "http"),
            "http://e.example/x")
        XCTAssertEqual(request("post /x HTTP/2\n\n")?.method, "POST")
    }

    func testLinesEndInCRLFOrLFAndMayBeFolded() {
        for end in ["\r\n", "\n"] {
            let text = [
                "", "POST /x HTTP/1.1", "Host: a.example", "X-A:  b ", "\tc",
                "Content-Type: Text/XML; q",
                "Content-Length: 3", "", "abc",
            ].joined(separator: end)
            for tail in ["", end] {
                let request = request(text + tail)
                XCTAssertEqual(request?.headers["x-a"], "b c")
                XCTAssertEqual(request?.body.bytes, Array("abc".utf8))
                XCTAssertEqual(request?.body.mediaType, "text/xml")
                XCTAssertEqual(request?.body.exactness, .wire)
            }
        }
    }

    func testWhatIsNoMessageIsNone() {
        for text in [
            "", "\r\n\r\n", "GET", "GET /x", "GET /x HTTP/1.1\r\nno header\r\n\r\n",
            "GET /x HTTP/1.1\r\n folded: a\r\n\r\n", "<a b=\"c\"> HTTP/1.1\r\n\r\n",
        ] {
            XCTAssertNil(request(text), text)
        }
        for text in ["", "HTTP/1.1", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 2000\r\n\r\n", "200 OK"] {
            XCTAssertNil(response(text), text)
        }
        XCTAssertNil(
            request("GET /x HTTP/1.1\r\na: " + String(repeating: "b", count: 2 << 20)))
    }

    func testAResponseIsReadAfterThoseThatAreProvisional() {
        let text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
        let response = response(text + "HTTP/2 201\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n\r\nbody")
        XCTAssertEqual(response?.status, 201)
        XCTAssertNil(response?.reason)
        XCTAssertEqual(response?.headers.fields.map(\.value), ["a", "b"])
        XCTAssertEqual(response?.body.bytes, Array("body".utf8))
        XCTAssertEqual(self.response("HTTP/1.1 404 Not Found\n\n")?.reason, "Not Found")
        XCTAssertEqual(self.response("HTTP/1.1 101 Switching\r\n\r\n\u{1}")?.status, 101)
        XCTAssertEqual(self.response("HTTP/1.1 100 Continue\r\n\r\n")?.status, 100)
    }

    func testChunksAreJoinedUnlessTheRecorderDidIt() {
        func body(_ text: String) -> HTTPBody? {
            response("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + text)?.body
        }
        let whole = HTTPBody(Array("abcdefghijklmno".utf8), exactness: .wire)
        XCTAssertEqual(body("3\r\nabc\r\nC;x=y\r\ndefghijklmno\r\n0\r\nTrailer: a\r\n\r\n"), whole)
        XCTAssertEqual(body("3\nabc\nc \ndefghijklmno\n0\n\n"), whole)
        XCTAssertEqual(body("abcdefghijklmno"), whole)
        XCTAssertEqual(body("f00d\r\n is no size")?.bytes, Array("f00d\r\n is no size".utf8))
        XCTAssertEqual(
            body("3\r\nabc\r\nC\r\ndef"),
            HTTPBody(Array("abcdef".utf8), state: .truncated, exactness: .wire))
        XCTAssertEqual(body("0\r\n\r\n")?.state, .empty)
        XCTAssertEqual(
            body("FFFFFFFFFFFFFFF\r\na")?.state, .present, "a size that lies is never allocated")
    }

    func testHeadersOfOldSendersAreLatin1() {
        var bytes = Array("GET / HTTP/1.1\r\nX: ".utf8)
        bytes += [0xE9, 0x0D, 0x0A]
        XCTAssertEqual(WireMessage.Request(parsing: bytes)?.headers["X"], "é")
        XCTAssertEqual(request("GET / HTTP/1.1\r\nX: é\r\n")?.headers["X"], "é")
    }

    func testCodingsOfAChunkedBodyAreUndone() throws {
        let gzip = try Tool.run("gzip", ["-c"], input: Array("<a/>".utf8))
        var bytes = Array(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n".utf8)
        bytes += Array(String(gzip.count, radix: 16).utf8) + [13, 10] + gzip
        bytes += Array("\r\n0\r\n\r\n".utf8)
        XCTAssertEqual(WireMessage.Response(parsing: bytes)?.body.bytes, Array("<a/>".utf8))
    }
}
