import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLSecurity

/// Which element lacks its signature, and which has one.
final class UnsignedElementTests: XCTestCase {
    private let signature = /<ds:Signature[ >][\s\S]*?<\/ds:Signature>/
    private let assertion = /<saml:Assertion[ >][\s\S]*?<\/saml:Assertion>/

    private func sample() throws -> String {
        String(
            decoding: try Repository.sample(
                "captures/02-single-line-assertion-signed-rsa-sha256.xml"), as: UTF8.self)
    }

    private func sentence(_ xml: String) throws -> String {
        let record = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
            .record(of: CapturedMessage(bytes: Array(xml.utf8)))
        let reason = try XCTUnwrap(record.reasons.first { $0.code == .signature(.absent) })
        return reason.statement
    }

    func testWithoutAnySignatureBothElementsAreNamed() throws {
        XCTAssertEqual(
            try sentence(sample().replacing(signature, with: "")),
            "Neither the response nor its assertion is signed at line 1, column 1.")
        XCTAssertEqual(
            try sentence(sample().replacing(assertion, with: "")),
            "The response is not signed at line 1, column 1.")
    }

    func testBesideASignedAssertionTheOtherIsNamed() throws {
        let xml = try sample()
        let signed = try XCTUnwrap(xml.firstMatch(of: assertion)).output
        let other = String(signed).replacing(signature, with: "").replacing(
            "ID=\"", with: "ID=\"z")
        let found = try sentence(xml.replacing(signed, with: signed + other))
        XCTAssertTrue(
            found.hasPrefix(
                "An assertion is not signed, nor is the response; another assertion is at line 1"),
            found)
    }

    func testASignatureInAnotherPlaceIsNamed() throws {
        let xml = try sample()
        let own = String(try XCTUnwrap(xml.firstMatch(of: signature)).output)
        let placed = xml.replacing(own, with: "").replacing(
            "</saml:Conditions>", with: "</saml:Conditions><saml:Advice>\(own)</saml:Advice>")
        let found = try sentence(placed)
        XCTAssertTrue(
            found.contains("by a Signature of its own; one stands in another place, at line 1"),
            found)
    }
}
