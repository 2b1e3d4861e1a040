import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Whose signature counts for which message.
final class TrustDecisionTests: XCTestCase {
    private static let saml2 =
        #" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol""#

    private static let other = "https://other-idp.example/saml"

    /// Metadata of two issuers, the first with the fixture's key and the other with a stranger's.
    private func metadata(use: String = "signing", validUntil: String = "") throws
        -> SAML.TrustStore
    {
        func entity(_ id: String, _ key: SigningKey) -> String {
            let pem = key.publicKeyPEM.split(separator: "\n").dropFirst().dropLast().joined()
            return """
                <md:EntityDescriptor entityID="\(id)"\(validUntil)><md:IDPSSODescriptor\(Self.saml2)>\
                <md:KeyDescriptor use="\(use)"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(pem)\
                </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>\
                </md:IDPSSODescriptor></md:EntityDescriptor>
                """
        }
        let xml = """
            <md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \
            xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\
            \(entity(ResponseFixture.issuer, SignedFixture.p256))\
            \(entity(Self.other, SignedFixture.stranger))</md:EntitiesDescriptor>
            """
        var trust = SAML.TrustStore()
        try trust.trust(SAML.Metadata(XML.Document(parsing: Array(xml.utf8)).rootElement))
        return trust
    }

    func testKeyOfTheIssuerIsAccepted() throws {
        for layout in SignedFixture.Layout.allCases {
            try assertVerdict(SignedFixture.message(layout), .accepted, trusting: metadata())
        }
    }

    func testKeyOfAnotherTrustedIssuerIsRefused() throws {
        for layout in SignedFixture.Layout.allCases {
            try assertVerdict(
                SignedFixture.message(layout, by: SignedFixture.stranger),
                .signature(.signatureMismatch), trusting: metadata())
        }
    }

    func testIssuerCannotSignAnAssertionOfAnotherIssuer() throws {
        var assertion = AssertionFixture()
        assertion.issuer = Self.other
        let response = ResponseFixture(assertions: [assertion])
        try assertVerdict(
            SignedFixture.message(.response, of: response), .signature(.absent),
            trusting: metadata())
        try assertVerdict(
            SignedFixture.message(.assertion, of: response), .signature(.signatureMismatch),
            trusting: metadata())
        try assertVerdict(
            SignedFixture.message(.both, of: response), .signature(.signatureMismatch),
            trusting: metadata())
    }

    func testChangedIssuerIsRefused() throws {
        let message = try SignedFixture.message(.both)
            .replacing(ResponseFixture.issuer, with: Self.other)
        try assertVerdict(message, .signature(.signatureMismatch), trusting: metadata())
        try assertVerdict(message, .signature(.digestMismatch))
    }

    func testUnknownIssuerIsRefused() throws {
        let message = try SignedFixture.message().replacing(
            ResponseFixture.issuer, with: "https://nobody.example/saml")
        try assertVerdict(message, .signature(.noTrustedKey), trusting: metadata())
        try assertVerdict(message, .signature(.noTrustedKey), trusting: SAML.TrustStore())
    }

    func testMetadataCountsUntilItEnds() throws {
        let trust = try metadata(validUntil: " validUntil=\"\(ResponseFixture.now)\"")
        let message = try SignedFixture.message()
        for (time, verdict) in [
            ("2026-01-15T11:59:59Z", SignedFixture.Verdict.accepted),
            (ResponseFixture.now, .signature(.noTrustedKey)),
        ] {
            let now = try XCTUnwrap(SAML.Instant(parsing: time))
            XCTAssertEqual(
                try SignedFixture.verdict(message, trusting: trust, now: now), verdict, time)
        }
        try assertVerdict(message, .accepted, trusting: trust)
    }

    func testKeysForEncryptionAreNotUsed() throws {
        try assertVerdict(
            SignedFixture.message(), .signature(.noTrustedKey),
            trusting: metadata(use: "encryption"))
    }

    func testKeyOfAnotherKindIsRefused() throws {
        try assertVerdict(
            SignedFixture.message(), .signature(.keyOfOtherKind),
            trusting: SignedFixture.trusting(SignedFixture.rsa()))
    }

    func testCertificateInTheMessageIsNotTrusted() throws {
        let signer = SignedFixture.stranger
        let pem = signer.publicKeyPEM.split(separator: "\n").dropFirst().dropLast().joined()
        let keyInfo =
            "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(pem)</ds:X509Certificate>"
            + "</ds:X509Data></ds:KeyInfo></ds:Signature>"
        let forged = try SignedFixture.message(by: signer)
            .changing("</ds:Signature>", to: keyInfo)
        try assertVerdict(forged, .signature(.signatureMismatch))
        try assertVerdict(forged, .accepted, trusting: SignedFixture.trusting(signer))
    }

    func testUnsignedMessageIsRefused() throws {
        try assertVerdict(ResponseFixture().xml, .signature(.absent))
        try assertVerdict(ResponseFixture(assertions: []).xml, .signature(.absent))
    }
}
