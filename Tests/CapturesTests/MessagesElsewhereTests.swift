import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages of exchanges that stand in no place a standard has for them.
final class MessagesElsewhereTests: XCTestCase {
    private func message() throws -> [UInt8] {
        try Repository.sample("captures/02-single-line-assertion-signed-rsa-sha256.xml")
    }

    private func exchange() -> HTTPExchange {
        HTTPExchange(source: MessageSource(), url: Array("https://app.example/login".utf8))
    }

    /// The parts in which the message was found, each once.
    private func parts(_ exchange: HTTPExchange) throws -> [String] {
        let xml = try message()
        return try exchange.allMessages().map { found in
            let envelope = try EnvelopeDecoder().envelope(
                from: CapturedMessage(bytes: found.content.get()))
            XCTAssertEqual(envelope.xml, xml)
            return found.part.rawValue
        }
    }

    func testABodyIsSearchedWhateverItIsCalled() throws {
        let base64 = Data(try message()).base64EncodedString()
        let form =
            "<form action='/acs'><input name='SAMLResponse' value='\(base64)'/></form>"
        let quoted = String(
            decoding: try JSONEncoder().encode(["html": form, "next": "/acs"]), as: UTF8.self)
        let escaped = base64.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for text in [
            quoted, "token=\(escaped)&b=1", #"{"data":{"tvToken":"\#(base64)"}}"#, base64,
            "<html><script>var r = \"\(base64)\";</script>",
            "{\"a\":1}\n{\"SAMLResponse\":\"\(base64)\"}\n",
            "<html>\(String(repeating: "<p>", count: 400_000))\(form)",
        ] {
            var asked = exchange()
            asked.requestBody = HTTPBody(Array(text.utf8))
            XCTAssertEqual(try parts(asked), ["requestBody"], String(text.prefix(60)))
            var answered = exchange()
            answered.responseBody = HTTPBody(Array(text.utf8))
            XCTAssertEqual(try parts(answered), ["responseBody"], String(text.prefix(60)))
        }
    }

    func testHeadersAndTheURLAreSearchedButNotTheReferrer() throws {
        let escaped =
            Data(try message()).base64EncodedString()
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let url = "https://app.example/#token=\(escaped)"
        let linked = HTTPExchange(source: MessageSource(), url: Array(url.utf8))
        XCTAssertEqual(try parts(linked), ["url"])
        var refreshed = exchange()
        refreshed.responseHeaders.append("Refresh", "0; url=\(url)")
        refreshed.requestHeaders.append("Referer", url)
        XCTAssertEqual(try parts(refreshed), ["header"])
    }

    func testWhatOnlyLooksLikeAMessageIsNone() throws {
        let names = String(repeating: "SAMLResponse=abc&SAMLRequest=***;", count: 50)
        var one = exchange()
        one.responseBody = HTTPBody(Array("<script>\(names)</script>".utf8))
        XCTAssertEqual(try parts(one), [])
        one.responseBody = HTTPBody(try message().dropLast(40))
        one.responseBody.bytes.insert(contentsOf: "var x = '".utf8, at: 0)
        XCTAssertEqual(try parts(one), [])
    }

    func testAnExchangeWithVeryManyMessagesIsHeldPieceByPiece() throws {
        let base64 = Data(try message()).base64EncodedString()
        let forms = (0..<300).map { number in
            "<form><input name=SAMLResponse value='\(base64)'>"
                + "<input name=RelayState value=\(number)></form>"
        }
        var one = exchange()
        one.responseBody = HTTPBody(Array(forms.joined().utf8))
        let stream = ExchangeMessageStream(OneExchange(one))
        var places = 0
        while case .entry(let entry)? = stream.next() { places += 1 + entry.source.alsoAt.count }
        XCTAssertEqual(places, 300)
    }
}

/// A file with one exchange.
private final class OneExchange: CaptureStream {
    private var exchange: HTTPExchange?

    init(_ exchange: HTTPExchange) {
        self.exchange = exchange
    }

    func next() -> CaptureStep? { exchange.take().map { .exchange($0) } }
}
