import Foundation
import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// The lines the README shows for embedding, on a sample.
final class ReadmeExampleTests: XCTestCase {
    private let ours = "https://saml.sp.auth.adobe.com"

    /// What the README's lines find and send, or `nil` where they return.
    private func run(_ octets: [UInt8]) throws -> (uid: SAML.AttributeSelection, body: String)? {
        let now = try XCTUnwrap(SAML.Instant(parsing: "2026-01-15T12:00:00Z"))
        let metadata = try Repository.sample("metadata/all-idps.xml")
        var trust = SAML.TrustStore()
        try trust.trust(SAML.Metadata(XML.Document(parsing: metadata).rootElement))

        let document = try XML.Document(parsing: octets)
        let response = try SAML.MessageVerifier(trusting: trust, now: now)
            .verifiedResponse(in: document).response
        let context = SAML.ProcessingContext(now: now, audience: ours)
        guard response.failures(in: context).isEmpty else { return nil }
        let uid = SAML.AttributeSelection(
            requiring: ["uid"], from: response.assertion?.attributes ?? [])
        let body = "SAMLResponse=" + PayloadEncoder().payload(encoding: octets).text
        return (uid, body)
    }

    func testTheLinesFindTheAttributeAndMakeTheBody() throws {
        let octets = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let (uid, body) = try XCTUnwrap(try run(octets))
        XCTAssertEqual(uid.items.map(\.name), ["uid"])
        XCTAssertEqual(uid.missing, [])
        XCTAssertTrue(body.hasPrefix("SAMLResponse=PHNhbWxw"), body)
    }

    func testTheLinesStopAtWhatIsExpiredOrForSomebodyElseOrTampered() throws {
        for name in ["25-expired.xml", "26-wrong-audience.xml"] {
            XCTAssertNil(try run(Repository.sample("captures/\(name)")), name)
        }
        XCTAssertThrowsError(
            try run(Repository.sample("captures/37-tampered-attribute.xml")))
    }
}
