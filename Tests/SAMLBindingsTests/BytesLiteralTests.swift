import SAMLBindings
import XCTest

/// Messages that a program wrote as a literal of bytes.
final class BytesLiteralTests: XCTestCase {
    private let xml = "<a b=\"c\">it's \\ é\n</a>"

    /// The text as Python's `repr` writes its bytes between apostrophes.
    private func literal(_ text: String) -> String {
        let escapes = Array(text.utf8).map { byte in
            switch byte {
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            case 0x27: "\\'"
            case 0x5C: "\\\\"
            case 0x20..<0x7F: String(UnicodeScalar(byte))
            default: "\\x" + String(byte, radix: 16)
            }
        }
        return "b'\(escapes.joined())'"
    }

    func testALiteralAroundXMLIsUndone() throws {
        try Packing.assert(literal(xml), gives: xml, after: [.bytesLiteral])
        try Packing.assert(" \(literal(xml))\n", gives: xml, after: [.bytesLiteral])
        try Packing.assert(
            "b\"<a b='c'>\\xc3\\xa9\\t</a>\"", gives: "<a b='c'>é\t</a>", after: [.bytesLiteral])
        try Packing.assert("b'<a>\\303\\251</a>'", gives: "<a>é</a>", after: [.bytesLiteral])
        try Packing.assert("br'<a>\\n</a>'", gives: "<a>\\n</a>", after: [.bytesLiteral])
        try Packing.assert(
            "b'''<a>\n'x'</a>'''", gives: "<a>\n'x'</a>", after: [.bytesLiteral])
        try Packing.assert("bytearray(b'<a/>')", gives: "<a/>", after: [.bytesLiteral])
    }

    func testALiteralAroundBase64IsUndoneInFormsAndFields() throws {
        let base64 = Packing.base64(xml)
        try Packing.assert("b'\(base64)'", gives: xml, after: [.bytesLiteral, .base64])
        try Packing.assert("b'\(base64)\\n'", gives: xml, after: [.bytesLiteral, .base64])
        try Packing.assert(
            "SAMLResponse=b%27\(Packing.percentEncoded(base64))%27", gives: xml,
            after: [.form, .bytesLiteral, .base64])
        try Packing.assert(
            "b%27\(Packing.percentEncoded(base64))%27", gives: xml,
            after: [.percentEncoding, .bytesLiteral, .base64])
        try Packing.assert(
            "b&#39;\(base64)&#39;", gives: xml, after: [.htmlEscapes, .bytesLiteral, .base64])
    }

    func testALongLiteralInSeveralPiecesIsJoined() throws {
        let base64 = Packing.base64(xml)
        try Packing.assert(
            "(b'\(base64.prefix(12))'\n b'\(base64.dropFirst(12))')", gives: xml,
            after: [.bytesLiteral, .base64])
    }

    func testWhatIsNoWholeLiteralIsNoMessage() {
        for text in ["b'<a/>", "b<a/>'", "b'<a/>' x", "(b'<a/>'", "b''", "'b'<a/>'"] {
            XCTAssertThrowsError(try Packing.envelope(text), text)
        }
    }

    func testCompressedBytesInALiteralAreUnpacked() throws {
        let stream = try Deflation.deflated(Array(xml.utf8), windowBits: 31)
        let text = stream.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try Packing.assert("b'\(text)'", gives: xml, after: [.bytesLiteral, .gzip])
    }
}
