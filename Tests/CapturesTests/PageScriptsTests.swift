import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages in the scripts of pages.
final class PageScriptsTests: XCTestCase {
    private var percent: String {
        SmallMessage.base64.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private var scripts: [String] {
        let base64 = SmallMessage.base64
        let url = "https://idp.example/sso?SAMLRequest=\(percent)&RelayState=a"
        return [
            "var u=\"\(url)\"; location = u;", "var u=\"\(url.replacing("&", with: "&amp;"))\";",
            "u='\(url.replacing("=", with: "\\u003d").replacing("&", with: "\\u0026"))'",
            "u='\(url.replacing("=", with: "\\x3d").replacing("&", with: "\\x26"))'",
            "u='\(url.replacing("/", with: "\\/").replacing("&", with: "\\x26"))'",
            "post({SAMLResponse: \"\(base64.replacing("/", with: "\\/"))\"})",
            "post({\"SAMLResponse\": '\(base64.replacing("+", with: "\\x2B").replacing("=", with: "\\x3D"))'})",
            "document.write('<input name=\\\"SAMLResponse\\\" value=\\\"\(base64)\\\">')",
        ]
    }

    func testMessagesInScriptsOfAResponseAreFound() throws {
        for script in scripts {
            var exchange = HTTPExchange(
                source: MessageSource(), url: Array("https://sp.example/".utf8))
            exchange.responseBody = HTTPBody(
                Array("<!doctype html><html><Script>\(script)</script></html>".utf8))
            let found = exchange.allMessages()
            XCTAssertEqual(found.map(\.part), [.responseBody], script)
            XCTAssertEqual(found.compactMap { xml($0.content) }, [SmallMessage.xml], script)
        }
    }

    func testMessagesInScriptsOfAFileAreFound() throws {
        for script in scripts {
            let page = "<!doctype html>\n<html><script>\n\(script)\n</script></html>\n"
            let folder = try temporaryFolder()
            try folder.write(page, to: "page.html")
            var reader = CaptureReader(inputs: [folder.path])
            let record = try XCTUnwrap(reader.next())
            XCTAssertEqual(xml(Result { try record.message().bytes }), SmallMessage.xml, script)
            XCTAssertEqual(record.source.line, 3)
            XCTAssertNil(reader.next())
        }
    }

    func testScriptsWithoutAMessageGiveNone() {
        for script in [
            "var SAMLResponse = document.forms[0].SAMLResponse.value;", "if (SAMLRequest) {}",
            "x = 'SAMLResponse=' + value + '&RelayState=' + state",
        ] {
            var exchange = HTTPExchange(
                source: MessageSource(), url: Array("https://sp.example/".utf8))
            exchange.responseBody = HTTPBody(Array("<html><script>\(script)</script><script>".utf8))
            XCTAssertEqual(exchange.allMessages().count, 0, script)
        }
    }

    private func xml(_ content: Result<[UInt8], some Error>) -> String? {
        guard let bytes = try? content.get(),
            let envelope = try? EnvelopeDecoder().envelope(from: CapturedMessage(bytes: bytes))
        else { return nil }
        return String(decoding: envelope.xml, as: UTF8.self)
    }
}
