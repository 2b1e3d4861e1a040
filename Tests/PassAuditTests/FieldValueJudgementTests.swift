import Captures
import PayloadCoding
import XCTest

@testable import PassAudit

/// What the values of header fields and forms show.
final class FieldValueJudgementTests: XCTestCase {
    private func base64(_ text: String) -> String {
        String(decoding: Base64.encoding(Array(text.utf8)), as: UTF8.self)
    }

    func testDeviceIdentifiersAreFingerprintAndBase64() {
        XCTAssertNil(DeviceIdentifier("fingerprint \(base64("device-1"))").defect)
        for value in [
            "5f3c4d6e-0000-4000-8000-000000000001", "fingerprint", "fingerprint ",
            "fingerprint 5f3c4d6e-0000-4000-8000-000000000001", "id \(base64("device-1"))",
            "fingerprint%20\(base64("device-1"))", "fingerprint \(base64("dummy"))",
            "fingerprint YWJj-_8=", "fingerprint YW Jj",
            "fingerprint \(base64("00000000-0000-0000-0000-000000000000"))",
        ] {
            XCTAssertNotNil(DeviceIdentifier(value).defect, value)
        }
        XCTAssertNotNil(DeviceIdentifier("fingerprint 0123456789abcdef").remark)
    }

    func testDeviceInformationIsBase64OfAnObject() {
        let whole =
            #"{"model":"a","version":"1","osName":"tvOS","osVersion":"18","connectionType":"WiFi"}"#
        XCTAssertNil(DeviceInformation(base64(whole)).defect)
        XCTAssertEqual(DeviceInformation(base64(whole)).incomplete, [])
        XCTAssertEqual(DeviceInformation(base64(whole) + "%3D").defect, .percentEncoded)
        XCTAssertEqual(DeviceInformation(base64("[1]")).defect, .notAnObject)
        XCTAssertEqual(DeviceInformation(base64("{\"a\" 1}")).defect, .notJSON)
        XCTAssertEqual(
            DeviceInformation(base64(#"{"type":"TV","osName":"Roku"}"#)).incomplete,
            [
                "model is missing", "version is missing", "osVersion is missing",
                "connectionType is missing", "osName is none of Adobe's words",
                "type is sent instead of primaryHardwareType",
            ])
    }

    func testStatusesHaveTheirFormAndMayBeUsable() {
        func status(_ json: String) -> FrameworkStatus { FrameworkStatus(base64(json)) }
        let granted =
            #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":"#
        let usable = status(granted + #"{"id":"a","expirationDate":"1800000000000"}}"#)
        XCTAssertNil(usable.defect)
        XCTAssertNil(usable.unusable(at: 1_799_999_999_000))
        XCTAssertNil(usable.unusable(at: 1_800_000_030_000))
        XCTAssertNotNil(usable.unusable(at: 1_800_000_061_000))
        XCTAssertNil(status(granted + "{}}").defect)
        XCTAssertNotNil(status(granted + "{}}").unusable(at: 0))
        for json in [
            granted + #"{"id":"a","expirationDate":1800000000000}}"#,
            granted + #"{"id":"a","expirationDate":"1800000000"}}"#,
            granted + #"{"id":"a","expirationDate":"tomorrow"}}"#,
            #"{"frameworkPermissionInfo":{"accessStatus":"granted"}}"#,
            #"{"frameworkPermissionInfo":{"accessStatus":"yes"},"frameworkProviderInfo":{}}"#, "[]",
        ] {
            XCTAssertNotNil(status(json).defect, json)
        }
        XCTAssertNotNil(FrameworkStatus("e30%3D").defect)
    }

    private let response =
        #"<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="a" InResponseTo="q"/>"#

    func testResponsesAreEncodedOnce() {
        func field(_ value: String, isExact: Bool = true) -> SAMLField {
            SAMLField(raw: Array(value.utf8), isExact: isExact)
        }
        let once = base64(response).replacing("+", with: "%2B").replacing("/", with: "%2F")
            .replacing("=", with: "%3D")
        XCTAssertNil(field(once).encodingDefect)
        XCTAssertNil(field(once).normalizationDefect)
        XCTAssertEqual(field(once).inResponseTo, HashedText("q"))
        XCTAssertNotNil(field(once.replacing("%", with: "%25")).encodingDefect)
        XCTAssertNotNil(field("PHNh+bWwYWJj").encodingDefect)
        XCTAssertNotNil(field("YWJj%0D%0AZGVm").encodingDefect)
        XCTAssertNotNil(field("YWJj-_8%3D").encodingDefect)
        XCTAssertNotNil(field(base64("<a/>").replacing("=", with: "%3D")).encodingDefect)
        XCTAssertNotNil(field("***").encodingDefect)
        let tabbed = base64(response.replacing(" ID", with: "\tID")).replacing("=", with: "%3D")
        XCTAssertNotNil(field(tabbed).normalizationDefect)
        // Of parameters that a recorder decoded, a plus sign is one.
        XCTAssertNil(field(base64(response), isExact: false).encodingDefect)
    }

    func testNormalizationLeavesRunsOfBlanks() {
        XCTAssertNil(SAMLField.normalizationDefect(of: Array("<a  b='c'/>".utf8)))
        for text in ["<a/>\n", "\t<a/>", " <a/>", "<a/> ", "<a\u{85}/>", "<a>\u{2028}</a>"] {
            XCTAssertNotNil(SAMLField.normalizationDefect(of: Array(text.utf8)), text)
        }
    }

    func testSecretsInURLsAreFound() {
        func name(_ url: String, isAdobe: Bool = true) -> String? {
            SecretInAddress.first(in: AddressParts(url), isAdobe: isAdobe)
        }
        XCTAssertEqual(name("https://h/a?access_token=x"), "access_token")
        XCTAssertEqual(name("https://h/a?t=eyJhbGciOi.eyJzdWIi.c"), "a token in t")
        XCTAssertEqual(name("https://h/a#client_secret=x"), "client_secret")
        XCTAssertEqual(
            name("https://h/a?redirectUrl=https%3A%2F%2Fx%2F%3Faccess_token%3Dy"), "access_token")
        XCTAssertNil(name("https://h/api/v2/REF30/profiles/code/ABC123?redirectUrl=app%3A%2F%2Fx"))
        XCTAssertNil(name("https://cdn/a?access_token=x&t=eyJhbGciOi.eyJzdWIi.c", isAdobe: false))
        XCTAssertEqual(
            name("https://cdn/a?t=PHNpZ25hdHVyZUluZm8xyz", isAdobe: false), "a token in t")
    }

    func testRecordersWordsForRemovedValuesAreKnown() {
        for value in ["REDACTED", "[removed]", "***", "Bearer ***", "<redacted>"] {
            XCTAssertTrue(RequestFields.isRedacted(value), value)
        }
        XCTAssertFalse(RequestFields.isRedacted("Bearer abc"))
        var headers = HTTPHeaders()
        headers.append("Authorization", "Bearer [redacted]")
        XCTAssertEqual(RequestFields(headers).authorization, .redacted)
    }

    func testIdentitiesOfTemporaryAccessAreDigests() {
        func problem(_ json: String) -> String? {
            var headers = HTTPHeaders()
            headers.append("AP-TempPass-Identity", base64(json))
            return RequestFields(headers).identity
        }
        XCTAssertEqual(problem(#"{"email":"a@example.com"}"#), "it holds an address")
        XCTAssertEqual(
            problem(#"{"email":"\#(String(repeating: "0123456789abcdef", count: 4))"}"#), "")
        XCTAssertEqual(problem(#"{"email":"ada"}"#), "a value in it is not a digest")
    }

    func testHashesShowEightDigits() {
        // The beginning of the SHA-256 of "abc".
        XCTAssertEqual(HashedText("abc").description, "ba7816bf")
    }
}
