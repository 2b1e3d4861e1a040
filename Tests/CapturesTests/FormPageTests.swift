import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Pages and multipart forms that carry messages.
final class FormPageTests: XCTestCase {
    private func forms(_ page: String) -> [[String]] {
        FormPage(parsing: Array(page.utf8)[...]).forms.map { form in
            form.map { "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))" }
        }
    }

    func testHiddenInputsAreFoundHoweverTheyAreWritten() {
        for input in [
            #"<input type="hidden" name="SAMLResponse" value="PD+/=">"#,
            #"<INPUT TYPE=hidden NAME='SAMLResponse' VALUE='PD&#43;&#x2f;&equals;'/>"#,
            #"<input value=PD+/= name=SAMLResponse>"#,
            "<input\nvalue = \"PD&plus;&sol;=\"\n\tname = \"SAMLResponse\"\n/>",
            #"<input name="SAMLResponse" value="PD+/=" name="x" value="no">"#,
            #"<textarea name="SAMLResponse">PD+/=</textarea>"#,
            #"<button name="SAMLResponse" value="PD+/=">Go on</button>"#,
        ] {
            XCTAssertEqual(forms("<html><form>\(input)</form>"), [["SAMLResponse=PD+/="]], input)
        }
    }

    func testEachFormStandsForItself() {
        let page =
            #"<form><input name="RelayState" value="a&amp;b"><input name="x" value="y">"#
            + #"<input name="SAMLRequest" value="PD"></form><form><input name="q" value="1"></form>"#
            + #"<form><input name="SAMLResponse" value="PE">"#
        XCTAssertEqual(forms(page), [["RelayState=a&b", "SAMLRequest=PD"], ["SAMLResponse=PE"]])
    }

    func testCommentsScriptsAndCutOffTagsAreNoInputs() {
        for page in [
            #"<!-- <input name="SAMLResponse" value="PD"> -->"#,
            #"<script>x = "<input name=\"SAMLResponse\" value=\"PD\">"</script>"#,
            #"<input name="SAMLResponse" value="PD"#, #"<input name="SAMLResponse" value="#,
            "<input name", "<input ", "<", "<!--", "", "SAMLResponse", "<p>a < b</p>",
            #"<inputs name="SAMLResponse" value="PD">"#,
        ] {
            XCTAssertEqual(forms(page), [], page)
        }
    }

    func testReferencesAreUndoneAndOthersStay() {
        for (text, plain) in [
            ("a&amp;amp;b", "a&amp;b"), ("&#0;&#xD800;&#x110000;", "&#0;&#xD800;&#x110000;"),
            ("&unknown;&", "&unknown;&"), ("&lt&gt;", "&lt>"), ("&#65;&#x42;", "AB"),
        ] {
            let page = #"<input name="SAMLResponse" value="\#(text)">"#
            XCTAssertEqual(forms(page), [["SAMLResponse=\(plain)"]], text)
        }
    }

    private func multipart(_ text: String) -> (fields: [String], isWhole: Bool)? {
        MultipartForm(parsing: Array(text.utf8)[...]).map { form in
            (
                form.fields.map { "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))" },
                form.isWhole
            )
        }
    }

    func testAMultipartFormIsReadWithEitherLineEnd() throws {
        for end in ["\r\n", "\n"] {
            let text = [
                "--XX", "Content-Disposition: form-data; name=\"SAMLResponse\"",
                "Content-Type: text/plain", "", "PD+/", "=", "--XX",
                "content-disposition: form-data; filename=\"name=x\"; name=RelayState", "", "",
                "--XX--", "",
            ].joined(separator: end)
            let form = try XCTUnwrap(multipart(text))
            XCTAssertEqual(form.fields, ["SAMLResponse=PD+/\(end)=", "RelayState="])
            XCTAssertTrue(form.isWhole)
            for count in 5..<text.utf8.count - end.utf8.count - 2 {
                let cut = String(decoding: Array(text.utf8).prefix(count), as: UTF8.self)
                XCTAssertNotEqual(multipart(cut)?.isWhole, true, cut)
            }
        }
        for text in ["", "--", "--\n", "-X\n", "--XX", "SAMLResponse=x"] {
            XCTAssertNil(multipart(text), text)
        }
    }

    func testHostilePagesAndFormsTakeLinearTime() {
        for piece in ["<", "<!--", "<input ", "<input a=", "<input a='", "&#", "\n--X", "--X\n"] {
            let growth = LinearCost.growth(from: 1 << 17) { size in
                let bytes = Array(String(repeating: piece, count: size / piece.utf8.count).utf8)
                _ = FormPage(parsing: bytes[...])
                _ = MultipartForm(parsing: Array("--X\n".utf8)[...] + bytes)
            }
            XCTAssertLessThan(growth, 10, piece)
        }
    }
}
