import SAMLBindings
import XCTest

/// Messages with the escapes and quotation marks of the text that they were copied from.
final class EscapedEnvelopeTests: XCTestCase {
    private let xml = "<a b=\"c\">x &amp; “y”\n</a>"
    private var json: String {
        xml.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
    private var html: String {
        xml.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            "\"", with: "&#34;")
    }

    func testEscapesOfJSONAreUndoneUpToThreeTimes() throws {
        try Packing.assert(json, gives: xml, after: [.jsonEscapes])
        let twice = json.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        try Packing.assert(twice, gives: xml, after: [.jsonEscapes, .jsonEscapes])
        try Packing.assert(
            json.replacing("<", with: "\\u003c"), gives: xml, after: [.jsonEscapes])
        let base64 = Packing.base64(xml + "???>>>")
        let slashes = base64.replacing("/", with: "\\/").replacing("=", with: "\\u003d")
        try Packing.assert(slashes, gives: xml + "???>>>", after: [.jsonEscapes, .base64])
        try Packing.assert(
            "\"\(base64.prefix(8))\\r\\n\(base64.dropFirst(8))\"", gives: xml + "???>>>",
            after: [.jsonEscapes, .quotes, .base64])
    }

    func testReferencesOfHTMLAreUndoneUpToThreeTimes() throws {
        try Packing.assert(html, gives: xml, after: [.htmlEscapes])
        let twice = html.replacing("&", with: "&amp;")
        try Packing.assert(twice, gives: xml, after: [.htmlEscapes, .htmlEscapes])
        let base64 = Packing.base64("<a>~~?</a>")
        try Packing.assert(
            base64.replacing("+", with: "&#43;").replacing("=", with: "&#x3D;"),
            gives: "<a>~~?</a>", after: [.htmlEscapes, .base64])
        try Packing.assert(
            "SAMLRequest=\(Packing.percentEncoded(base64))&amp;RelayState=x", gives: "<a>~~?</a>",
            after: [.htmlEscapes, .form, .base64])
        let four = twice.replacing("&", with: "&amp;").replacing("&", with: "&amp;")
        XCTAssertThrowsError(try Packing.envelope(four))
    }

    func testQuotationMarksAndSpacesOfWordProcessorsAreUndone() throws {
        let base64 = Packing.base64("<a>12345</a>")
        for text in [
            "\"\(base64)\"", "“\(base64)”", "'\(base64)'", "\u{A0}\(base64)\u{A0}",
            "\(base64.prefix(7))\u{200B}\(base64.dropFirst(7))", "‘\(base64)’\n",
        ] {
            try Packing.assert(text, gives: "<a>12345</a>", after: [.quotes, .base64])
        }
        try Packing.assert(
            "<a b=“c”\u{A0}d='“'>“x”\u{A0}</a>", gives: "<a b=\"c\" d='“'>“x”\u{A0}</a>",
            after: [.quotes])
    }

    func testXMLWithoutEscapesStaysByteForByte() throws {
        for xml in [
            "<a b=\"\\\">\\\"</a>", "<a b='\u{A0}“'>\\n&lt;</a>", "<!-- a=\\\" --><a/>",
            "<a>=\\\"</a>", "<a b=\"c\" d=\"=\\\"/>",
        ] { try Packing.assert(xml, gives: xml, after: []) }
    }
}
