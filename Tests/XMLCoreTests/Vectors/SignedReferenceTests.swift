import TestSupport
import XCTest
import XMLCore

/// The vector runner's own reading of references (XML Signature, section 4.4.3).
final class SignedReferenceTests: XCTestCase, ReachesUnsafeCode {
    private let ds = "http://www.w3.org/2000/09/xmldsig#"
    private let enveloped =
        "<d:Transform Algorithm='http://www.w3.org/2000/09/xmldsig#enveloped-signature'/>"
    private let exclusiveWithComments =
        "<d:Transform Algorithm='http://www.w3.org/2001/10/xml-exc-c14n#WithComments'/>"

    /// The bytes of a reference in a signature inside `<r xmlns="u:r" ID="i">`.
    private func bytes(_ uri: String, _ transforms: String) throws -> String {
        let written = """
            <!--0--><r xmlns="u:r" ID="i"><!--1-->t<s Id="j">u<!--2--></s><d:Signature \
            xmlns:d="\(ds)"><d:Reference URI="unused"/><d:Reference URI="\(uri)">\
            <d:Transforms>\(transforms)</d:Transforms></d:Reference></d:Signature></r>
            """
        let reference = try SignedReference(
            1, of: document(written), in: URL(filePath: "/nonexistent"))
        return String(decoding: try reference.bytes(), as: UTF8.self)
    }

    func testEmptyURIIsTheDocumentWithoutComments() throws {
        XCTAssertEqual(
            try bytes("", enveloped + exclusiveWithComments),
            "<r xmlns=\"u:r\" ID=\"i\">t<s Id=\"j\">u</s></r>")
    }

    func testIdentifierIsTheElementWithoutComments() throws {
        XCTAssertEqual(
            try bytes("#i", enveloped + exclusiveWithComments),
            "<r xmlns=\"u:r\" ID=\"i\">t<s Id=\"j\">u</s></r>")
        XCTAssertEqual(try bytes("#j", ""), "<s xmlns=\"u:r\" Id=\"j\">u</s>")
    }

    func testPointersKeepComments() throws {
        XCTAssertEqual(
            try bytes("#xpointer(/)", enveloped + exclusiveWithComments),
            "<!--0-->\n<r xmlns=\"u:r\" ID=\"i\"><!--1-->t<s Id=\"j\">u<!--2--></s></r>")
        XCTAssertEqual(
            try bytes("#xpointer(id('j'))", exclusiveWithComments),
            "<s xmlns=\"u:r\" Id=\"j\">u<!--2--></s>")
        XCTAssertEqual(
            try bytes("#xpointer(//*%5B@Id='j'%5D)", exclusiveWithComments),
            "<s xmlns=\"u:r\" Id=\"j\">u<!--2--></s>")
    }

    func testCanonicalXML10IsTheMethodWhenNoneIsNamed() throws {
        XCTAssertEqual(
            try bytes("#xpointer(id('j'))", ""), "<s xmlns=\"u:r\" Id=\"j\">u</s>")
    }

    func testXPathKeepsTheNodesForWhichItIsTrue() throws {
        let filter = """
            <d:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116">\
            <d:XPath xmlns:x="u:r">not(ancestor-or-self::d:Signature) and not(parent::x:s)\
            </d:XPath></d:Transform>
            """
        // The namespace of <s> is left out with the rest of what it holds.
        XCTAssertEqual(
            try bytes("", filter), "<r xmlns=\"u:r\" ID=\"i\">t<s xmlns=\"\"></s></r>")
        XCTAssertEqual(try bytes("#j", filter), "<s></s>")
    }

    func testOtherTransformsAreUnsupported() {
        XCTAssertThrowsError(try bytes("", "<d:Transform Algorithm='\(ds)base64'/>")) {
            XCTAssertTrue($0 is SignedReference.Unsupported)
        }
    }
}
