import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages in text of any kind.
final class MessageFinderTests: XCTestCase, ReachesUnsafeCode {
    private let xml = """
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a" Version="2.0">\
        <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_b">x+y?~</saml:Assertion>\
        </samlp:Response>
        """
    private var base64: String { Data(xml.utf8).base64EncodedString() }

    func testNamedValuesAreFoundHoweverTheyAreWritten() throws {
        for text in [
            "GET /sso?x=1&SAMLResponse=\(percent(base64))&RelayState=a HTTP/1.1",
            "samlAttributeQueryResponse: \(base64) status=200",
            "samlAttributeQueryResponse=\(base64), next=1",
            "{\"samlAttributeQueryResponse\":\"\(base64)\"}",
            "body={\\\"SAMLResponse\\\":\\\"\(base64)\\\"}",
            "body={\\\\\\\"SAMLResponse\\\\\\\": \\\\\\\"\(base64)\\\\\\\"}",
            "SAMLResponse = '\(base64)'",
            "<input type=\"hidden\" name=\"SAMLResponse\" value=\"\(base64)\"/>",
            "VSErrorInfoKeySAMLResponse = \"\(base64)\";",
            "authenticationRequest.request=\(base64) mvpd=a",
            "verificationToken: \(base64)",
            "\"authenticationRequest\": {\"request\": \"\(base64)\"}",
            "SAMLResponse\\u003d\(base64)\\u0026RelayState=1",
            "?goto=%2Fsso%3FSAMLResponse%3D\(percent(percent(base64)))%26RelayState%3D1",
            "name=\"SAMLResponse\"\r\n\r\n\(base64)\r\n--x--",
            "SAMLResponse=\(base64.replacing("+", with: " ")) status=200 INFO done",
        ] { assertOne(text) }
    }

    func testXMLIsFoundAlsoWhereItIsEscaped() {
        let json = xml.replacing("\"", with: "\\\"")
        for text in [
            "INFO got \(xml) from idp", "INFO got {\"x\":\"\(json)\"} from idp",
            "{\\\"x\\\":\\\"\(json.replacing("\\\"", with: "\\\\\\\""))\\\"}",
            "<pre>\(html(xml))</pre>", html(html(xml)),
            "\"\(json.replacing("<", with: "\\u003c").replacing(">", with: "\\u003e"))\"",
            "x=\(percent(xml))&y", "samlAttributeQueryResponse: \(xml)",
            "SAMLResponse=\"\(json)\"", "<?xml version=\"1.0\"?>\n\(xml)",
        ] { assertOne(text) }
    }

    func testBase64WithoutANameIsFoundWherePlainOrWrapped() throws {
        let wide = wrapped(base64, 76, "\r\n")
        for text in [
            "got \(base64)", "a\n\(wrapped(base64, 64, "\n"))\nb", wide,
            "x: \(wrapped(base64, 64, "\n   "))\nb", "v=\"\(wrapped(base64, 76, "\\n"))\"",
            "v='\(base64.replacing("+", with: "&#43;").replacing("=", with: "&#61;"))'",
            "v=\"\(base64.replacing("/", with: "\\/"))\"",
            base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
        ] { assertOne(text) }
    }

    func testAMessageInAnotherIsOneAndAQueryKeepsItsParameters() throws {
        let soap = """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\(xml)\
            </soap:Body></soap:Envelope>
            """
        let found = messages("a \(soap) b \(xml)")
        XCTAssertEqual(found, [soap, xml])
        XCTAssertEqual(messages("<Envelope><Body/></Envelope>"), [])
        let query = "RelayState=a%20b&SAMLRequest=\(percent(base64))&SigAlg=s&Signature=t%3D"
        XCTAssertEqual(messages("GET /?x=1&\(query)&y=2 HTTP/1.1"), [query])
        XCTAssertEqual(
            messages("href=\"/?\(query.replacing("&", with: "&amp;"))\""), [query])
    }

    func testEachMessageOfALineIsFoundAtItsPlace() throws {
        let text = "SAMLResponse=\(base64) and SAMLRequest=\(base64)"
        let found = MessageFinder.messages(in: Array(text.utf8)[...])
        XCTAssertEqual(found.map(\.offset), [0, 18 + base64.count])
        XCTAssertEqual(messages("\(xml)\(xml)\n\(xml)"), [xml, xml, xml])
    }

    func testWhatIsCutOrMaskedSaysSo() {
        let padding = String(repeating: "<!-- -->", count: 200)
        let long = Data(xml.replacing("</", with: padding + "</").utf8).base64EncodedString()
        for text in [
            "samlAttributeQueryResponse: \(xml.dropLast(20))\n2026 next",
            "SAMLResponse=\(base64.prefix(200))",
            "SAMLResponse=\(base64.prefix(202))...(truncated)",
            "SAMLResponse=\(base64.prefix(120))…", "got \(base64.prefix(200))",
            "\(xml.dropLast(30))\n\(xml.dropLast(30))",
        ] {
            let errors = failures(text)
            XCTAssertEqual(Set(errors), [.truncatedMessage], text)
        }
        XCTAssertEqual(failures("SAMLResponse=\(long.prefix(1024))"), [.truncatedMessage])
        for mask in ["<private>", "[REDACTED]", "*****", "xxxxxx", "<redacted>", "(masked)"] {
            XCTAssertEqual(failures("SAMLResponse=\(mask) x"), [.redactedMessage], mask)
            XCTAssertEqual(failures("\"samlResponse\": \"\(mask)\""), [.redactedMessage], mask)
        }
        XCTAssertEqual(failures("SAMLResponse=\(base64.prefix(40))****"), [.redactedMessage])
    }

    func testAStartTagThatTheTextEndsInIsCut() {
        for text in [
            "<samlp:Response xmlns:sam", "a\n<samlp:AuthnRequest", "<samlp:Respo",
            "got <saml2p:LogoutRequest ID=\"_a\" Version=\"2.0\"",
            "<Response xmlns=\"urn:oasis:names:tc:SAM", "\\u003csamlp:Response xmlns:sam",
            "&lt;samlp:Response xmlns:sam", "%3Csamlp%3AResponse%20xmlns%3Asam",
        ] {
            XCTAssertEqual(failures(text), [.truncatedMessage], text)
        }
        for text in [
            "<Response xmlns:sam", "<a> saml", "SAML <Resp", "<samlp:Status", "saml <samlp:x>",
        ] {
            XCTAssertEqual(failures(text), [], text)
        }
    }

    func testADocumentTypeBeforeAMessageBelongsToIt() throws {
        let long = String(repeating: "<!ENTITY abc \"<b>\">\n", count: 100)
        for type in [
            "<!DOCTYPE a>", "<!DOCTYPE a SYSTEM 'a.dtd'>\n<!-- c -->\n", "<!DOCTYPE a [\(long)]>\n",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"c\">]>",
        ] {
            let document = type + xml
            let html = document.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                .replacing(">", with: "&gt;")
            let json = document.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
                .replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
            let url = document.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            // In a URL the declaration of XML is not looked for.
            for text in [document, html, json] + (type.hasPrefix("<?") ? [] : [url]) {
                let found = MessageFinder.messages(in: Array("got \(text)\nend\n".utf8)[...])
                let bytes = try found.map { try $0.content.get() }
                XCTAssertEqual(bytes.map { String(decoding: $0, as: UTF8.self) }, [text])
            }
            for size in [100, 1000] {
                let context = CaptureContext(source: MessageSource(), options: .init())
                let bytes = Array("a b\n\(document)\n".utf8)
                let capture = TextCapture(
                    ByteReader(PieceSource(bytes, pieceSize: size)), context, pieceSize: size)
                guard case .entry(let entry)? = capture.next(),
                    case .success(.message(let message)) = entry.content
                else { return XCTFail("\(size)") }
                XCTAssertEqual(String(decoding: message, as: UTF8.self), document, "\(size)")
            }
        }
        for text in ["<!DOCTYPE html>\n<html><p>", "<!DOCTYPE html> a ", "a > "] {
            let found = MessageFinder.messages(in: Array("\(text)\(xml)</p>\n".utf8)[...])
            XCTAssertEqual(try found.map { try $0.content.get() }, [Array(xml.utf8)], text)
        }
    }

    func testWhatIsInAMessageThatWasCutIsNoOther() {
        let start = String(xml.dropLast(18))
        XCTAssertEqual(failures(start), [.truncatedMessage])
        XCTAssertEqual(
            failures("\(start)\n\(xml.dropLast(60))"), [.truncatedMessage, .truncatedMessage])
        XCTAssertEqual(failures("\(start)\nnext \(xml)"), [.truncatedMessage, nil])
    }

    func testAnEndBeforeTheBeginningIsNotSaidToBeCutOff() {
        let cut = xml.index(xml.startIndex, offsetBy: xml.count / 2)
        let lines = xml.replacing("><", with: ">\n<").split(separator: "\n")
        XCTAssertEqual(failures(String(xml[cut...] + xml[..<cut])), [.disorderedMessage])
        // The Assertion is whole, on a line of its own.
        for lines in [lines.reversed(), lines.sorted()] {
            let text = lines.joined(separator: "\n")
            XCTAssertEqual(failures(text), [nil, .disorderedMessage], text)
        }
        // The rest of a message whose beginning is missing, and one that was cut off after a whole one.
        XCTAssertEqual(
            failures("\(xml.suffix(40))\n\(xml)\n\(xml.dropLast(20))"),
            [nil, .truncatedMessage])
    }

    func testAHexadecimalDumpOfAMessageIsNotSaidToBeCutOff() {
        func dump(_ line: (Int, [UInt8], String) -> String) -> String {
            let bytes = Array(xml.utf8)
            return stride(from: 0, to: bytes.count, by: 16).map { start in
                let part = Array(bytes[start..<min(start + 16, bytes.count)])
                return line(start, part, String(decoding: part, as: UTF8.self))
            }.joined(separator: "\n")
        }
        func hexadecimal(_ value: Int, _ width: Int) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }
        let xxd = dump { start, bytes, text in
            let pairs = stride(from: 0, to: bytes.count, by: 2).map { index in
                bytes[index..<min(index + 2, bytes.count)].map { hexadecimal(Int($0), 2) }.joined()
            }
            return "\(hexadecimal(start, 8)): \(pairs.joined(separator: " "))  \(text)"
        }
        let hexdump = dump { start, bytes, text in
            "\(hexadecimal(start, 8))  "
                + "\(bytes.map { hexadecimal(Int($0), 2) }.joined(separator: " "))  |\(text)|"
        }
        for text in [xxd, hexdump] {
            XCTAssertEqual(messages(text), [text])
            // Between other lines it may be anybody's.
            for text in ["the body:\n\(text)", "\(text)\nend"] {
                XCTAssertEqual(failures(text).first, .convertFirst, text)
                XCTAssertFalse(failures(text).contains(.truncatedMessage), text)
            }
        }
    }

    func testWhatLooksLikeAMessageIsGivenAsItStands() {
        XCTAssertEqual(messages("a SAMLResponse=not!base64 b"), ["SAMLResponse=not!base64"])
        XCTAssertEqual(
            messages("SAMLResponse=\"what is this?\""), ["what is this?"])
    }

    func testProseAndOtherValuesAreNoMessages() {
        for text in [
            "the SAMLResponse was invalid", "SAMLResponse: invalid signature", "SAMLResponse=null",
            "SAMLResponse=", "SAMLResponse= ", "samlResponse: nil",
            "verificationToken=abcdef123456",
            "SAMLResponse length=5", "VSErrorInfoKeySAMLResponseStatus=urn:x",
            "<Response status=\"ok\"></Response>", String(repeating: "A", count: 500),
            "eyJhbGciOiJub25lIn0" + String(repeating: "a", count: 200),
            "urn:oasis:names:tc:SAML:2.0:protocol",
        ] {
            XCTAssertEqual(messages(text), [], text)
        }
    }

    func testHostileTextTakesLinearTime() {
        let start = "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\">"
        let texts = [
            "SAMLResponse=", "SAMLResponse= ", "SAMLResponse=&", "a&SAMLRequest=", start,
            start + "<saml:Assertion>", "&lt;Response SAML:", "\\u003cResponse ",
            "%3CAssertion SAML:",
            "P", "PHNhbWxw ", "PHNhbWxw%2B", "<!-- ", "SAMLResponse\"          ", "</Response>",
            "<Envelope>", "&amp;", "\\\\\\\\",
            String(repeating: "PHNhbWxwOlJlc3BvbnNl", count: 5) + " ",
            "> " + String(repeating: "PHNhbWxwOlJlc3BvbnNl", count: 3) + "\n", "> " + start + "\n",
            "12:00 " + String(repeating: "A", count: 64) + "\n", "\\x26", "SAMLResponse\\x3d",
            "<samlp:Response ", "> <samlp:Response SAML: >\n",
        ]
        // AddressSanitizer looks for something else, and takes several times as long for it.
        let isSanitized = ProcessInfo.processInfo.environment["TEST_SANITIZER"] == "address"
        for text in texts {
            let growth = LinearCost.growth(from: isSanitized ? 50_000 : 200_000) { size in
                let bytes = Array(String(repeating: text, count: size / text.count).utf8)
                _ = MessageFinder.messages(in: bytes[...])
            }
            XCTAssertLessThan(growth, 10, text)
        }
    }

    // MARK: -

    private func assertOne(_ text: String, line: UInt = #line) {
        let found = MessageFinder.messages(in: Array("before \(text) after".utf8)[...])
        XCTAssertEqual(found.count, 1, text, line: line)
        for message in found {
            do {
                let bytes = try message.content.get()
                let envelope = try EnvelopeDecoder().envelope(from: CapturedMessage(bytes: bytes))
                let decoded = String(decoding: envelope.xml, as: UTF8.self)
                XCTAssertTrue(decoded.hasSuffix(xml), text + " gives " + decoded, line: line)
            } catch {
                XCTFail("\(error): \(text)", line: line)
            }
        }
    }

    private func messages(_ text: String) -> [String] {
        MessageFinder.messages(in: Array(text.utf8)[...]).map { found in
            (try? found.content.get()).map { String(decoding: $0, as: UTF8.self) } ?? "error"
        }
    }

    private func failures(_ text: String) -> [CaptureError.Code?] {
        MessageFinder.messages(in: Array(text.utf8)[...]).map { found in
            if case .failure(let error) = found.content { error.code } else { nil }
        }
    }

    private func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func html(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }

    private func wrapped(_ text: String, _ width: Int, _ lineEnd: String) -> String {
        stride(from: 0, to: text.count, by: width).map { start in
            String(text.dropFirst(start).prefix(width))
        }.joined(separator: lineEnd)
    }
}
