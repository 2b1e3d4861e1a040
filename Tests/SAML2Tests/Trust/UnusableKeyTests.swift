import PayloadCoding
import TestSupport
import XCTest
import XMLCore

@testable import SAML2
@testable import XMLSecurity

/// Why a certificate of metadata cannot be used: by name, and where it stands.
final class UnusableKeyTests: XCTestCase {
    private func pem() throws -> String {
        let text = String(
            decoding: try Repository.sample("keys/sample-idp-one.cert.pem"), as: UTF8.self)
        let start = try XCTUnwrap(text.firstRange(of: "-----BEGIN")).lowerBound
        return String(text[start...])
    }

    private func digits() throws -> String {
        try pem().split(separator: "\n").filter { !$0.hasPrefix("-----") }
            .joined(separator: "\n")
    }

    private func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }

    private func metadata(_ descriptor: String) throws -> SAML.Metadata {
        let xml = """
            <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:idp">
            <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
            <md:KeyDescriptor>\(descriptor)</md:KeyDescriptor>
            </md:IDPSSODescriptor></md:EntityDescriptor>
            """
        return try SAML.Metadata(
            XML.Document(parsing: Array(xml.utf8), identifierAttributes: []).rootElement)
    }

    private func wrapped(_ content: String) -> String {
        """
        <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
        <ds:X509Certificate>\(content)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
        """
    }

    private func fault(_ descriptor: String, line: UInt = #line) throws -> String? {
        let metadata = try metadata(descriptor)
        let hasKeys = metadata.entities[0].signingKeys.contains { !$0.keys.isEmpty }
        XCTAssertEqual(metadata.unusableKeys.isEmpty, hasKeys, line: line)
        return metadata.unusableKeys.first?.sentence(at: nil)
    }

    func testACertificateInOrderHasNoFault() throws {
        XCTAssertNil(try fault(wrapped(digits())))
        XCTAssertNil(try fault(wrapped("<!-- a -->\n \(digits())\t")))
    }

    func testEachFaultIsCalledByItsName() throws {
        let pem = try pem()
        let digits = try digits()
        let der = try XCTUnwrap(PEMBlocks(pem).blocks.first)
        for (content, words) in [
            (pem, "holds the marks of PEM"),
            (pem.filter { !$0.isWhitespace }, "holds the marks of PEM"),
            ("-----BEGIN CERTIFICATE-----\n\(digits)", "holds the marks of PEM"),
            ("\(digits)\n-----END CERTIFICATE-----", "holds the marks of PEM"),
            ("subject=/CN=a\n\(pem)", "holds the marks of PEM"),
            (base64(Array(pem.utf8)), "holds the Base64 of a PEM file"),
            (base64(Array(digits.utf8)), "holds Base64 of Base64"),
            ("subject=/CN=idp.example\n\(digits)", "has text before the Base64"),
            ("\(digits)\nsubject=/CN=idp.example: a", "has text after the Base64"),
            (pem + pem, "holds several certificates"),
            (base64(der + der), "holds several certificates"),
            (base64(der) + "=\n" + base64(der), "holds several certificates"),
            (base64(der + [7]), "holds bytes after the certificate"),
            (base64(Array(der.dropLast(9))), "that is cut off after"),
            (base64(Array("not a certificate".utf8)), "holds no certificate"),
            ("-----BEGIN PRIVATE KEY-----\n\(digits)", "holds a private key"),
            ("<x>\(digits)</x>", "holds an element"), ("<x/>\(digits)", "holds an element"),
            (" \n", "is empty"), ("", "is empty"), ("§§", "U+00A7 at character 1 of its text"),
            ("\u{A0}" + digits, "U+00A0 at character 1 of its text"),
            (digits.replacing("\n", with: "\\n"), "\\n in two characters (at character 65"),
            (digits.replacing("/", with: "_"), "holds base64url (_ is character "),
            ("MIIA", "holds no certificate"), ("MII", "damaged or cut off"),
        ] {
            let sentence = try XCTUnwrap(fault(wrapped(content)), content)
            XCTAssertTrue(sentence.hasPrefix("X509Certificate "), sentence)
            XCTAssertTrue(sentence.contains(words), "\(sentence): \(content)")
        }
    }

    func testWhatStandsInAnotherNamespaceOrPlaceIsFound() throws {
        let key = wrapped(try digits())
        for (descriptor, words) in [
            (
                key.replacing("2000/09/xmldsig#", with: "2000/09/xmldsig"),
                "KeyInfo stands in another namespace"
            ),
            (
                key.replacing("<ds:X509Data>", with: "<X509Data>")
                    .replacing("</ds:X509Data>", with: "</X509Data>"),
                "X509Data stands in another namespace"
            ),
            (
                key.replacing("ds:X509Certificate", with: "X509Certificate"),
                "X509Certificate stands in another namespace"
            ),
            (
                key.replacing("<ds:X509Data>", with: "").replacing("</ds:X509Data>", with: ""),
                "stands outside X509Data"
            ),
            ("", "has no certificate and no key"),
        ] {
            let sentence = try XCTUnwrap(fault(descriptor), descriptor)
            XCTAssertTrue(sentence.contains(words), sentence)
        }
    }

    func testAFaultHasThePlaceOfItsElement() throws {
        let unusable = try metadata(wrapped(digits()) + wrapped("")).unusableKeys
        let positions = XML.Element.positions(of: unusable.map(\.element))
        XCTAssertEqual(positions.count, 1)
        XCTAssertGreaterThan(try XCTUnwrap(positions.first).line, 10)
    }
}
