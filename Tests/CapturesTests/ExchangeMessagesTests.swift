import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Where the messages of an exchange are found.
final class ExchangeMessagesTests: XCTestCase {
    private static let xml =
        "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>"
    private static let base64 = Data(xml.utf8).base64EncodedString()

    private func exchange(_ url: String = "https://sp.example/acs") -> HTTPExchange {
        HTTPExchange(source: MessageSource(), url: Array(url.utf8))
    }

    /// The messages as `part text`, errors as `part code`.
    private func found(_ exchange: HTTPExchange) -> [String] {
        exchange.messages().map { message in
            switch message.content {
            case .success(let bytes):
                "\(message.part.rawValue) \(String(decoding: bytes, as: UTF8.self))"
            case .failure(let error):
                "\(message.part.rawValue) \(error.code.rawValue) \(error.detail ?? "")"
            }
        }
    }

    private func found(request: HTTPBody) -> [String] {
        var exchange = exchange()
        exchange.requestBody = request
        return found(exchange)
    }

    private func found(response: HTTPBody, of url: String = "https://sp.example/acs") -> [String] {
        var exchange = exchange(url)
        exchange.responseBody = response
        return found(exchange)
    }

    private func body(_ text: String, _ state: HTTPBody.State? = nil) -> HTTPBody {
        HTTPBody(Array(text.utf8), state: state)
    }

    func testTheParametersOfASignedURLKeepTheirOrderAndBytes() {
        for name in ["SAMLRequest", "SAMLResponse"] {
            XCTAssertEqual(
                found(
                    exchange(
                        "https://idp.example/sso?a=1&RelayState=r%2f&\(name)=f+Z%2b&SigAlg=x&b&Signature=%41#\(name)=no"
                    )),
                ["url RelayState=r%2f&\(name)=f+Z%2b&SigAlg=x&Signature=%41"])
        }
        XCTAssertEqual(
            found(exchange("https://idp.example/sso?SAML%52equest=f")), ["url SAML%52equest=f"])
        XCTAssertEqual(found(exchange("https://idp.example/SAMLRequest=f")), [])
    }

    func testTheURLToGoOnToIsLookedInto() {
        XCTAssertEqual(
            found(
                exchange(
                    "https://idp.example/login?x=1&to=https%3A%2F%2Fi.example%2F%3FSAMLRequest%3DfZ%252B%26RelayState%3Dr"
                )), ["url SAMLRequest=fZ%2B&RelayState=r"])
    }

    func testTheLocationOfAResponseIsAURL() {
        var redirect = exchange()
        redirect.responseHeaders.append("location", "/idp?SAMLRequest=f&RelayState=r")
        XCTAssertEqual(found(redirect), ["location SAMLRequest=f&RelayState=r"])
    }

    func testFormsMultipartJSONAndXMLAreRead() {
        let multipart =
            "--X\r\nContent-Disposition: form-data; name=\"SAMLResponse\"\r\n\r\nPD+\r\n--X--\r\n"
        for (text, expected) in [
            ("x=1&SAMLResponse=PD%2B&RelayState=r", "SAMLResponse=PD%2B&RelayState=r"),
            ("samlAttributeQueryResponse=PD%2B", "PD%2B"), (multipart, "SAMLResponse=PD%2B"),
            (#"{"a":[{"SAMLResponse":"PD\u002b"}]}"#, "PD+"),
            (#"[{"samlAttributeQueryResponse":"PD"}]"#, "PD"),
            (#"{"body":"{\"samlResponse\":\"PD\"}"}"#, "PD"),
            (#"{"body":"x=1&SAMLResponse=PD"}"#, "SAMLResponse=PD"),
            (#"{"authenticationRequest":{"request":"PD"}}"#, "PD"), (Self.xml, Self.xml),
            ("\u{FEFF}<?xml version='1.0'?><!-- x -->\(Self.xml)", nil),
            (
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>\(Self.xml)</s:Envelope>",
                nil
            ),
        ] as [(String, String?)] {
            XCTAssertEqual(found(request: body(text)), ["requestBody \(expected ?? text)"], text)
        }
    }

    func testOtherBodiesHoldNoMessage() {
        for text in [
            "", " ", "a=b", "SAMLResponse", "{", "{\"a\":1}", "[1]",
            #"{"error":"no SAMLResponse"}"#,
            #"{"request":"PD"}"#, #"{"verificationToken":"abc123"}"#, "<a/>", "<Response/>",
            "<html>SAMLResponse</html>", "verificationToken=abc",
        ] {
            XCTAssertEqual(found(request: body(text)), [], text)
            XCTAssertEqual(found(response: body(text)), [], text)
        }
    }

    func testATokenIsOneIfAMessageIsInIt() {
        XCTAssertEqual(
            found(request: body(#"{"verificationToken":"\#(Self.base64)"}"#)),
            ["requestBody \(Self.base64)"])
    }

    func testAPageOfAResponseAndTheAnswerOfVersion1AreRead() {
        let page = #"<form><input name="SAMLResponse" value="PD&#43;"></form>"#
        XCTAssertEqual(found(response: body(page)), ["responseBody SAMLResponse=PD%2B"])
        XCTAssertEqual(found(request: body(page)), [])
        let padding = String(repeating: " ", count: FormPage.largestByteCount)
        XCTAssertEqual(found(response: body(page + padding)), [])
        let call = "https://sp.example/api/v1/REF30/profile-requests/Cablevision?x=1"
        XCTAssertEqual(
            found(response: body(Self.base64), of: call), ["responseBody \(Self.base64)"])
        XCTAssertEqual(found(response: body(Self.base64)), [])
        XCTAssertEqual(found(response: body("QUJD"), of: call), [])
    }

    func testListedParametersStandInForABodyThatIsMissing() {
        var form = HTTPBody(state: .dropped(""))
        form.parameters = [("x", [0]), ("SAMLResponse", Array("PD+".utf8))]
        XCTAssertEqual(found(request: form), ["requestBody SAMLResponse=PD%2B"])
        XCTAssertEqual(
            HTTPBody(rebuiltFrom: form.parameters).bytes, Array("x=%00&SAMLResponse=PD%2B".utf8))
    }

    func testAMessageThatIsCutOffIsAnErrorAndOneBeforeTheCutIsNone() {
        for state in [HTTPBody.State.truncated, .tooLarge] {
            let code = state == .truncated ? "truncatedMessage" : "inputTooLarge"
            for (text, expected) in [
                ("a=1&SAMLResponse=PD", ["requestBody \(code) "]),
                ("SAMLResponse=PD&a=", ["requestBody SAMLResponse=PD"]),
                (#"{"SAMLResponse":"PD"#, ["requestBody \(code) "]),
                (String(Self.xml.dropLast(2)), ["requestBody \(code) "]),
                (
                    "--X\nContent-Disposition: form-data; name=SAMLResponse\n\nPD",
                    ["requestBody \(code) "]
                ),
                // What lies above the limit may hold one.
                ("a=1&b=", state == .tooLarge ? ["requestBody inputTooLarge "] : []),
                (#"{"a":"PD"#, state == .tooLarge ? ["requestBody inputTooLarge "] : []),
                ("<a", state == .tooLarge ? ["requestBody inputTooLarge "] : []),
            ] {
                XCTAssertEqual(found(request: body(text, state)), expected, text)
            }
        }
        XCTAssertEqual(
            found(response: body(#"<input name="SAMLResponse" value="PD"#, .truncated)),
            ["responseBody truncatedMessage "])
    }

    func testABodyThatCannotBeReadIsAnErrorWhereAMessageMayBeInIt() {
        var form = HTTPBody([1], state: .undecodable("br"), mediaType: "application/json")
        XCTAssertEqual(found(request: form), ["requestBody undecodable br"])
        let sentence = CaptureError(.undecodable, detail: "br").description
        XCTAssertTrue(sentence.hasPrefix("undecodable(br): the body's content coding"), sentence)
        form.mediaType = "image/png"
        XCTAssertEqual(found(request: form), [])
        form.state = .redacted
        XCTAssertEqual(found(request: form), [])
        form.parameters = [("SAMLResponse", [])]
        XCTAssertEqual(found(request: form), ["requestBody redactedMessage "])
    }

    func testWhatStandsInThePlaceOfAMessageIsAnErrorOfItsOwn() {
        for text in [
            "SAMLResponse=%5BSAMLResponse+redacted%5D&RelayState=r", "SAMLResponse=********",
            #"{"SAMLResponse":"<MASKED>"}"#, "SAMLResponse=REDACTED", "SAMLResponse=xxxxxx",
        ] {
            XCTAssertEqual(found(request: body(text)), ["requestBody redactedMessage "], text)
        }
        XCTAssertEqual(found(request: body("SAMLResponse=x")), ["requestBody SAMLResponse=x"])
        let long = String(repeating: "PHNh", count: 100)
        for text in [
            "SAMLResponse=PHNhbWxw%E2%80%A6", "SAMLResponse=\(long)...&RelayState=r",
            "SAMLResponse=\(long)+%5Btruncated%5D",
        ] {
            XCTAssertEqual(found(request: body(text)), ["requestBody truncatedMessage "], text)
        }
        XCTAssertEqual(
            found(request: body("SAMLResponse=\(long)")), ["requestBody SAMLResponse=\(long)"])
    }

    func testBrokenJSONWithAMessageIsAnError() {
        XCTAssertEqual(
            found(request: body(#"{"SAMLResponse":"PD"}}"#)), ["requestBody invalidJSON "])
    }

    func testWhatTheRecorderDecodedIsTheMessageIfNothingElseIs() {
        var masked = exchange("https://idp.example/")
        masked.decodedMessage = Array(Self.xml.utf8)
        XCTAssertEqual(found(masked), ["decoded \(Self.xml)"])
        masked.requestBody = body("SAMLResponse=PD")
        XCTAssertEqual(
            found(masked), ["requestBody SAMLResponse=PD", "decoded SAMLResponse=PD"])
        masked.kind = .tunnel
        XCTAssertEqual(found(masked), [])
    }

    func testTheHostIsThatOfTheURL() {
        for (url, host) in [
            ("https://user:secret@h.example.com:8443/?x#y", "h.example.com"), ("http://h", "h"),
            ("http://[::1]:80/", "[::1]"), ("/x?u=http://h/", nil), ("http:///", nil),
        ] as [(String, String?)] {
            XCTAssertEqual(exchange(url).host, host, url)
            XCTAssertEqual(exchange(url).source.host, host, url)
        }
    }
}
