import PayloadCoding
import SAML2
import XCTest

@testable import PassSandbox

/// The ways in which an app encodes a response wrongly.
final class FormValueTests: XCTestCase {
    /// A form value with all of `+`, `/` and `=` in it.
    private func value(_ fixture: MVPDFixture) throws -> String {
        // A comment outside what is signed brings bytes of any kind and any number.
        let values = try (0..<3).map { count in
            let dots = String(repeating: ".", count: count)
            return try MVPDFixture.formValue(fixture.response() + "<!--??>>~~ÿÿ\(dots)-->")
        }
        return try XCTUnwrap(
            values.first { value in "+/=".allSatisfy { value.contains($0) } })
    }

    func testTheFixtureHasEveryCharacterThatMatters() throws {
        let fixture = try MVPDFixture()
        let value = try value(fixture)
        for character in "+/=" { XCTAssertTrue(value.contains(character), "\(character)") }
        try assertAdmitted(fixture.admission(ofValue: value))
    }

    func testAnAbsentFieldIsRefused() throws {
        assertRefused(try MVPDFixture().admission(ofValue: ""), .missing)
    }

    func testWhatWasPercentEncodedTwiceIsRefused() throws {
        let fixture = try MVPDFixture()
        var encoded: [UInt8] = []
        PercentEncoding.encode(Array(try value(fixture).utf8), into: &encoded)
        let twice = String(decoding: encoded, as: UTF8.self)
        assertRefused(fixture.admission(ofValue: twice), .doublePercentEncoded)
        assertRefused(fixture.admission(ofValue: twice.lowercased()), .doublePercentEncoded)
    }

    func testPlusSentAsItIsIsRefused() throws {
        let fixture = try MVPDFixture()
        let value = try value(fixture).replacing("+", with: " ")
        assertRefused(fixture.admission(ofValue: value), .plusNotEncoded)
    }

    func testBase64InLinesIsRefused() throws {
        let fixture = try MVPDFixture()
        let value = try value(fixture)
        for lineEnd in ["\n", "\r\n", "\r"] {
            let middle = value.index(value.startIndex, offsetBy: 76)
            assertRefused(
                fixture.admission(ofValue: value[..<middle] + lineEnd + value[middle...]),
                .wrappedBase64)
        }
        assertRefused(fixture.admission(ofValue: value + "\n"), .wrappedBase64)
    }

    func testTheURLSafeAlphabetIsRefused() throws {
        let fixture = try MVPDFixture()
        let value = try value(fixture).replacing("+", with: "-").replacing("/", with: "_")
        assertRefused(fixture.admission(ofValue: value), .urlSafeBase64)
    }

    func testWhatIsNoBase64IsRefused() throws {
        let fixture = try MVPDFixture()
        let value = try value(fixture)
        for other in [
            "%", value.replacing("=", with: ""), value + "=", "A", "äöü", value + "\u{0}",
        ] {
            assertRefused(fixture.admission(ofValue: other), .notBase64, other.prefix(4) + "…")
        }
        assertRefused(fixture.admission(ofValue: try fixture.response()), .notEncoded)
    }

    func testWhatHoldsNoXMLIsRefused() throws {
        let fixture = try MVPDFixture()
        for text in ["text", "<a", "<a b=\"1\"c=\"2\"/>", "<!DOCTYPE a><a/>"] {
            assertRefused(
                fixture.admission(ofValue: MVPDFixture.formValue(text)), .notXML, text)
        }
    }

    func testATokenFusedByTheCookbookIsPlaced() throws {
        let fixture = try MVPDFixture()
        let response = try fixture.response()
        let broken = response.replacing(
            " xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ID=",
            with: "\nxmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\"\nID=")
        XCTAssertNotEqual(response, broken)
        try assertAdmitted(fixture.admission(of: broken, .none))
        let refusal = assertRefused(fixture.admission(of: broken), .notXML)
        XCTAssertNotNil(refusal?.position)
    }

    func testAnotherRootIsRefused() throws {
        let fixture = try MVPDFixture()
        for text in ["<Response/>", "<a xmlns='urn:oasis:names:tc:SAML:2.0:protocol'/>"] {
            assertRefused(
                fixture.admission(ofValue: MVPDFixture.formValue(text)), .wrongRoot, text)
        }
        let refusal = assertRefused(fixture.admission(of: try fixture.query()), .wrongRoot)
        XCTAssertTrue(refusal?.sentence.contains("samlAttributeQueryResponse") ?? false)
    }

    func testWhatIsTooLargeIsRefused() throws {
        let value = String(repeating: "A", count: FormValue.longest + 1)
        assertRefused(try MVPDFixture().admission(ofValue: value), .tooLarge)
    }
}
