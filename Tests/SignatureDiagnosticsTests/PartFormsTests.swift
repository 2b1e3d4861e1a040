import TestSupport
import XCTest
import XMLCore

@testable import SignatureDiagnostics

/// Forms that are put together from a known document are those of the document when it is read.
final class PartFormsTests: XCTestCase {
    private static let samples = [
        "01-pretty-lf-assertion-signed-rsa-sha256", "02-single-line-assertion-signed-rsa-sha256",
        "08-response-signed-rsa-sha512", "18-inclusive-c14n10-assertion-signed",
        "19-multi-valued-attributes",
    ]

    private func message(_ name: String) throws -> ReceivedMessage {
        let text = try DamagedMessage.sample(name)
        let signed = name.contains("response-signed") ? "Response" : "Assertion"
        return try XCTUnwrap(ComparedMessage(text, text, signed)).received
    }

    func testEveryHypothesisHasTheFormsThatReadingGives() throws {
        var known = 0
        var read = 0
        for name in Self.samples {
            let message = try message(name)
            let forms = try XCTUnwrap(PartForms(of: message), name)
            for family in HypothesisFamily.allCases {
                for trial in family.trials(of: message).prefix(60) {
                    guard case .document(let bytes, let path)? = trial.material(),
                        path == message.path
                    else { continue }
                    guard let quick = forms.forms(of: bytes) else {
                        read += 1
                        continue
                    }
                    guard let restored = message.restored(bytes, limits: .standard) else {
                        continue
                    }
                    known += 1
                    XCTAssertEqual(
                        quick.signedInfo, restored.signedInfoBytes, "\(name): \(trial.undoing)")
                    XCTAssertEqual(
                        quick.reference, restored.referenceBytes, "\(name): \(trial.undoing)")
                }
            }
        }
        XCTAssertGreaterThan(known, 150)
        XCTAssertGreaterThan(read, 100)
    }

    func testOtherTagsAndTextsThatAreNotCanonicalAreRead() throws {
        let message = try message(Self.samples[1])
        let forms = try XCTUnwrap(PartForms(of: message))
        let text = String(decoding: message.document.bytes, as: UTF8.self)
        XCTAssertNotNil(forms.forms(of: Array(text.utf8)))
        for (part, other) in [
            ("<saml:Subject>", "<saml:Subject >"), ("</saml:Subject>", "</saml:Subject><a></a>"),
            ("</saml:Issuer>", "\r</saml:Issuer>"), ("</saml:Issuer>", "&#65;</saml:Issuer>"),
            ("</saml:Issuer>", "></saml:Issuer>"), ("</saml:Issuer>", "<!-- a --></saml:Issuer>"),
        ] {
            let changed = text.replacing(part, with: other)
            XCTAssertNotEqual(changed, text)
            XCTAssertNil(forms.forms(of: Array(changed.utf8)), other)
        }
        XCTAssertNil(forms.forms(of: Array(text.utf8.dropLast(3))))
        XCTAssertNil(forms.forms(of: Array((text + "<a></a>").utf8)))
    }
}
