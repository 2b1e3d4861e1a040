import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What stands around signed content, and who may sign what.
final class UnsignedContextTests: XCTestCase {
    private static let saml2 =
        #" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol""#

    private func entity(_ role: String, roleAttributes: String = "") throws -> SAML.TrustStore {
        let pem = SignedFixture.p256.publicKeyPEM.split(separator: "\n").dropFirst().dropLast()
        let xml = """
            <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \
            xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="\(ResponseFixture.issuer)">\
            <md:\(role)\(Self.saml2)\(roleAttributes)><md:KeyDescriptor><ds:KeyInfo><ds:X509Data>\
            <ds:X509Certificate>\(pem.joined())</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
            </md:KeyDescriptor></md:\(role)></md:EntityDescriptor>
            """
        var trust = SAML.TrustStore()
        try trust.trust(SAML.Metadata(XML.Document(parsing: Array(xml.utf8)).rootElement))
        return trust
    }

    func testServiceProvidersKeySignsNoAssertion() throws {
        let message = try SignedFixture.message()
        try assertVerdict(message, .accepted, trusting: entity("IDPSSODescriptor"))
        try assertVerdict(message, .accepted, trusting: entity("AttributeAuthorityDescriptor"))
        for role in ["SPSSODescriptor", "RoleDescriptor", "AffiliationDescriptor", "Extensions"] {
            try assertVerdict(message, .signature(.noTrustedKey), trusting: entity(role))
        }
    }

    func testSignOnsAreSignedByIdentityProvidersOfSAML2Only() throws {
        let message = try SignedFixture.message()
        func isTrusted(_ role: String, for profile: SAML.Profile, attributes: String = "") throws
            -> Bool
        {
            let verifier = SAML.MessageVerifier(
                trusting: try entity(role, roleAttributes: attributes), for: profile)
            let document = try XML.Document(parsing: Array(message.utf8))
            return (try? verifier.verifiedResponse(in: document)) != nil
        }
        XCTAssertTrue(try isTrusted("IDPSSODescriptor", for: .webSSO))
        XCTAssertTrue(try isTrusted("IDPSSODescriptor", for: .attributeQuery))
        XCTAssertTrue(try isTrusted("AttributeAuthorityDescriptor", for: .attributeQuery))
        for role in [
            "AttributeAuthorityDescriptor", "PDPDescriptor", "AuthnAuthorityDescriptor",
            "SPSSODescriptor",
        ] {
            XCTAssertFalse(try isTrusted(role, for: .webSSO), role)
        }
        for role in ["PDPDescriptor", "AuthnAuthorityDescriptor", "SPSSODescriptor"] {
            XCTAssertFalse(try isTrusted(role, for: .attributeQuery), role)
        }
    }

    func testKeysOfADescriptionForAnotherProtocolAreNotUsed() throws {
        let pem = SignedFixture.p256.publicKeyPEM.split(separator: "\n").dropFirst().dropLast()
        for (protocols, isUsed) in [
            ("urn:oasis:names:tc:SAML:1.1:protocol", false), ("", false),
            ("urn:oasis:names:tc:SAML:2.0:protocolX", false),
            ("urn:oasis:names:tc:SAML:1.1:protocol urn:oasis:names:tc:SAML:2.0:protocol", true),
        ] {
            let xml = """
                <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \
                xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="\(ResponseFixture.issuer)">\
                <md:IDPSSODescriptor protocolSupportEnumeration="\(protocols)"><md:KeyDescriptor>\
                <ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(pem.joined())</ds:X509Certificate>\
                </ds:X509Data></ds:KeyInfo></md:KeyDescriptor></md:IDPSSODescriptor>\
                </md:EntityDescriptor>
                """
            var trust = SAML.TrustStore()
            try trust.trust(SAML.Metadata(XML.Document(parsing: Array(xml.utf8)).rootElement))
            try assertVerdict(
                SignedFixture.message(), isUsed ? .accepted : .signature(.noTrustedKey),
                trusting: trust)
        }
    }

    func testKeyOfARoleWhoseDescriptionHasEndedIsNotUsed() throws {
        let trust = try entity(
            "IDPSSODescriptor", roleAttributes: #" validUntil="2026-01-15T11:00:00Z""#)
        let now = try XCTUnwrap(SAML.Instant(parsing: "2026-01-15T12:00:00Z"))
        XCTAssertEqual(
            try SignedFixture.verdict(SignedFixture.message(), trusting: trust, now: now),
            .signature(.noTrustedKey))
    }

    func testNobodyTrustedAcceptsNothing() throws {
        try assertVerdict(
            SignedFixture.message(), .signature(.noTrustedKey), trusting: SAML.TrustStore())
    }

    private let context = SAML.ProcessingContext(
        now: nil, audience: nil, inResponseTo: ResponseFixture.request)

    private func failures(
        _ layout: SignedFixture.Layout, confirmedRequest: String?
    ) throws -> [SAML.ConditionsFailure] {
        var fixture = ResponseFixture()
        fixture.assertions[0].confirmations[0].inResponseTo = confirmedRequest
        let verified = try SignedFixture.verified(
            SignedFixture.message(layout, of: fixture), trusting: SignedFixture.trusting())
        return verified.failures(in: context)
    }

    func testInResponseToCountsOnlyWhereItIsSigned() throws {
        // The fixture's response names the request in every case; in the first nobody signed that.
        XCTAssertEqual(
            try failures(.assertion, confirmedRequest: nil), [.inResponseToMismatch])
        XCTAssertEqual(try failures(.assertion, confirmedRequest: ResponseFixture.request), [])
        XCTAssertEqual(try failures(.response, confirmedRequest: nil), [])
    }

    func testInheritedBaseIsNotLeftToTheSlowEngine() throws {
        let signed = try SignedFixture.message().changing(
            "CanonicalizationMethod Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"",
            to: "CanonicalizationMethod Algorithm=\"http://www.w3.org/2006/12/xml-c14n11\"")
        try assertVerdict(
            signed.changing("<samlp:Response", to: "<samlp:Response xml:base=\"urn:b\""),
            .signature(.canonicalizationFailed), trusting: SignedFixture.trusting())
    }
}
