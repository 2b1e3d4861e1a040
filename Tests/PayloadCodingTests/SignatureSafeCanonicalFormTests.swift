import Foundation
import PayloadCoding
import TestSupport
import XCTest
import XMLCore

/// No canonical form sees what the signature-safe normalization changes.
final class SignatureSafeCanonicalFormTests: XCTestCase {
    func testSampleCapturesKeepTheirCanonicalForms() throws {
        let folder = Repository.samples.appending(path: "captures")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".xml") }.sorted()
        XCTAssertGreaterThan(names.count, 30)
        for name in names {
            var document = try Repository.sample("captures/\(name)")
            if document.starts(with: [0xFF, 0xFE]) {
                // Payloads are UTF-8: a sample in UTF-16 is what an app makes of it in a String.
                let text = try XCTUnwrap(String(data: Data(document), encoding: .utf16))
                document = Array(text.replacing("UTF-16", with: "UTF-8").utf8)
            }
            try CanonicalComparison.assertUnchanged(document, name)
        }
    }

    func testSamplesWithSpareWhiteSpaceBecomeShorter() throws {
        for name in [
            "03-pretty-crlf-assertion-signed-rsa-sha256.xml", "28-newlines-between-attributes.xml",
            "31-utf-8-byte-order-mark.xml",
        ] {
            let document = try Repository.sample("captures/\(name)")
            XCTAssertLessThan(CanonicalComparison.normalized(document).count, document.count, name)
        }
    }

    func testTheCookbookChangesWhatCanonicalFormsSee() throws {
        // Without this difference the comparison above would prove nothing.
        let document = try Repository.sample("captures/27-whitespace-in-signed-text.xml")
        let cookbook = PayloadEncoder().payload(encoding: document).normalized
        let method = XML.CanonicalizationMethod(.exclusive)
        XCTAssertNotEqual(
            try XML.Document(parsing: cookbook).canonicalForm(using: method).bytes,
            try XML.Document(parsing: document).canonicalForm(using: method).bytes)
    }

    func testHandmadeDocumentsKeepTheirCanonicalForms() throws {
        let documents = [
            "<a>\r\n\ttext \r more\n\r\n</a>",
            "<a b='1\t2\r\n3\n4\r5  6'/>",
            "<a b = \"x\"\r\n\tc\t=\n'y' ></a >",
            "<a b='>' c=\"'>'\" d='\"/>\"'> x </a>",
            "<!-- a  \r\n b --><a><!-- c\t\r\n--> <!----> </a><!-- d -->",
            "<!--> <a  b = 'c'> --><a><!--> <b  c = 'd'>\r\n--></a><!---> </a > -->",
            "<a><![CDATA[ <b  c = 'd' >\r\n\t]]>\r\n<![CDATA[]]>]]&gt; </a>",
            "<?p  a \r\n b ?>\r\n<a><?p\r\n\tx  ?><?q?></a>\r\n<?r s?>\r\n",
            "<?xml version='1.0'\r\n encoding = \"UTF-8\"\r\n?>\r\n\r\n<a/>\r\n\r\n",
            "\u{FEFF}<?xml version='1.0'?>\n<a/>",
            " \r\n\t<a/>",
            "<a b='1&#9;2&#xA;3&#13;4&#32;'>&#13;\r\n&#xD;&#10;&lt;b  c = 'd'></a>",
            "<p:a xmlns:p = 'urn:p'\r\n xmlns='urn:d'><p:b\n p:c='1'\td='2'/><e xmlns = ''/></p:a>",
            "<a xml:space = 'preserve' xml:id=' x '>  <b\r\n/>  </a>",
            "<a>\u{85}\u{2028}\u{A0}\u{3000}<b c='\u{85}\u{2028}'/></a>",
            "<\u{E9}  \u{4E2D} = '\u{1F600}\t'>\r\n</\u{E9}\r\n>",
            "<a/><!-- x -->\r\n <?y z?> ",
        ]
        for document in documents {
            try CanonicalComparison.assertUnchanged(Array(document.utf8))
        }
    }
}
