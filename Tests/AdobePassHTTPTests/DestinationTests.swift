import AdobePass
import HTTPTypes
import XCTest

@testable import AdobePassHTTP

final class DestinationTests: XCTestCase {
    private func destination(
        _ scheme: String?, _ authority: String?, _ path: String? = "/"
    ) throws(Pass.TransportError) -> Destination {
        var head = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
        head.path = path
        return try Destination(head)
    }

    private func code(
        _ scheme: String?, _ authority: String?, _ path: String? = "/"
    ) -> Pass.TransportError.Code? {
        do throws(Pass.TransportError) {
            _ = try destination(scheme, authority, path)
            return nil
        } catch {
            XCTAssertFalse(error.mayHaveReachedServer)
            return error.code
        }
    }

    func testPlainHTTPIsForThisHost() throws {
        for authority in [
            "127.0.0.1", "127.0.0.1:8765", "127.255.255.254:1", "localhost", "LocalHost:80",
            "[::1]", "[::1]:8765", "[0:0:0:0:0:0:0:1]", "[0000::0001]",
        ] {
            XCTAssertNil(code("http", authority), authority)
            XCTAssertNil(code("HTTP", authority), authority)
        }
    }

    func testPlainHTTPIsForNoOtherHost() {
        for authority in [
            "sp.auth.adobe.com", "localhost.evil.example", "127.0.0.1.evil.example",
            "127.0.0.1.nip.example", "localhost.", "evil.example:80", "128.0.0.1", "0.0.0.0",
            "10.127.0.1", "[::]", "[::2]", "[1::1]", "[::1:0]", "local-host", "localhost-",
            "notlocalhost", "ip6-localhost", "[fe80::1]", "a127",
        ] {
            XCTAssertEqual(code("http", authority), .insecureConnection, authority)
            XCTAssertNil(code("https", authority), authority)
        }
    }

    func testWhatTwoReadersMayReadDifferentlyIsRefused() {
        for authority in [
            "", "127.0.0.1@evil.example", "user:password@127.0.0.1", "@127.0.0.1", "127.0.0.1@",
            "evil.example#@127.0.0.1", "127.0.0.1:80@evil.example", "localhost:80:80",
            "localhost:", "localhost:0", "localhost:65536", "localhost:-1", "localhost:+80",
            "localhost:８０", "localhost:080080", "0x7f.1", "0x7f000001", "2130706433", "127.1",
            "127.0.1", "0177.0.0.1", "127.0.0.01", "127.0.0.256", "127.0.0.1.", "1.2.3.4.5",
            "127.0.0.0x1", "[127.0.0.1]", "[::ffff:127.0.0.1]", "[::1%25lo]", "[::1%lo]", "[::1",
            "::1", "[]", "[:::1]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[::+1]", "[::g]",
            "[::1]evil.example", "[::00001]", "[1::2::3]", "local host", "localhost\\evil.example",
            "localhost/evil", "localhost?evil", "127.0.0.1%2eevil.example", "%6cocalhost",
            "ｌocalhost", "127。0。0。1", "a..b", ".", "..",
            "münchen.example", String(repeating: "a", count: 64) + ".example",
        ] {
            XCTAssertEqual(code("http", authority), .invalidURL, authority)
            XCTAssertEqual(code("https", authority), .invalidURL, authority)
        }
    }

    func testOtherSchemesAreRefused() {
        for scheme in [nil, "", "ftp", "file", "ws", "https:", "httpſ"] {
            XCTAssertEqual(code(scheme, "127.0.0.1"), .invalidURL, scheme ?? "none")
        }
        XCTAssertEqual(code("https", nil), .invalidURL)
    }

    func testPathsThatWouldBeChangedAreRefused() {
        for path in [
            "relative", "//a b", "/a b", "/a#b", "/%", "/%2", "/%zz", "/%2", "/a\\b", "/ä",
            "/a\r\nX: y", "/a|b", "/{a}", "/a/../b", "/..", "/./a", "/a/%2e%2E/b",
            "/a/.%2e", "/%2e", "",
        ] {
            XCTAssertEqual(code("https", "host.example", path), .invalidURL, path)
        }
    }

    func testOtherPathsAreKept() throws {
        for path in [
            "/", "//", "/a/b/", "/api/v2/REF30/profiles/a%2Fb?x=../y&z=%2e%2e", "/...", "/.a",
            "/a..b", "/a;b=c,d:e@f!$&'()*+~-_", "/?a=/./b",
        ] {
            XCTAssertEqual(try destination("https", "host.example", path).path, path)
        }
        XCTAssertEqual(try destination("https", "host.example", nil).path, "/")
    }

    func testTheURLIsPutTogetherFromWhatWasRead() throws {
        XCTAssertEqual(
            try destination("HTTPS", "SP.Auth.example:8443", "/A?b").url,
            "https://sp.auth.example:8443/A?b")
        XCTAssertEqual(try destination("http", "[::1]:8765", "/").url, "http://[::1]:8765/")
        XCTAssertEqual(try destination("https", "host.example", "/").url, "https://host.example/")
    }
}
