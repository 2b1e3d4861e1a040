import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// The keys that metadata publishes.
final class MetadataTests: XCTestCase {
    private static let saml2 =
        #" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol""#

    private func metadata(_ xml: String) throws -> SAML.Metadata {
        let text = "<md:EntitiesDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\""
        return try SAML.Metadata(
            XML.Document(parsing: Array((text + xml + "</md:EntitiesDescriptor>").utf8)).rootElement
        )
    }

    func testSamplesListEveryIssuerWithTheKeysOfItsCertificates() throws {
        let document = try XML.Document(parsing: Repository.sample("metadata/all-idps.xml"))
        let metadata = try SAML.Metadata(document.rootElement)
        let keys = [
            "one": ["one"], "two": ["two-current", "two-next"], "three": ["three"],
            "four": ["four", "four-legacy"], "five": ["five"],
        ]
        XCTAssertEqual(metadata.entities.count, keys.count)
        for (issuer, names) in keys {
            let entity = try XCTUnwrap(
                metadata.entities.first { $0.entityID == "https://idp-\(issuer).example/saml" })
            let expected = try names.flatMap { name in
                let pem = try Repository.sample("keys/sample-idp-\(name).cert.pem")
                return try TrustedKey.keys(pemEncoded: String(decoding: pem, as: UTF8.self))
            }
            XCTAssertEqual(
                Set(entity.signingKeys.flatMap(\.keys)), Set(expected), issuer)
            XCTAssertTrue(entity.signingKeys.contains { $0.role == .identityProvider })
            XCTAssertEqual(entity.unusableKeyCount, 0)
            XCTAssertTrue(entity.signingKeys.allSatisfy { $0.validUntil == nil })
        }
    }

    func testEarliestSurroundingEndCounts() throws {
        let entities = try metadata(
            """
             validUntil="2026-06-01T00:00:00Z"><md:EntityDescriptor entityID="urn:a">\
            <md:IDPSSODescriptor\(Self.saml2)/></md:EntityDescriptor>\
            <md:EntitiesDescriptor validUntil="2026-03-01T00:00:00Z">\
            <md:EntityDescriptor entityID="urn:b" validUntil="2026-02-01T00:00:00Z">\
            <md:SPSSODescriptor\(Self.saml2)/><md:IDPSSODescriptor\(Self.saml2) validUntil="2026-01-01T00:00:00Z"/>\
            </md:EntityDescriptor>\
            <md:EntityDescriptor entityID="urn:c" validUntil="2027-01-01T00:00:00Z">\
            <md:AttributeAuthorityDescriptor\(Self.saml2)/></md:EntityDescriptor></md:EntitiesDescriptor>
            """
        ).entities
        XCTAssertEqual(entities.map(\.entityID), ["urn:a", "urn:b", "urn:c"])
        XCTAssertEqual(
            entities.flatMap(\.signingKeys).map(\.validUntil),
            [
                "2026-06-01T00:00:00Z", "2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z",
                "2026-03-01T00:00:00Z",
            ].map { SAML.Instant(parsing: $0) })
    }

    func testTwoDescriptionsOfOneEntityAreRefusedUnlessTheyAreIdentical() throws {
        func entity(_ name: String, _ end: String = "") -> String {
            "<md:EntityDescriptor entityID=\"\(name)\"><md:IDPSSODescriptor\(Self.saml2)\(end)/>"
                + "</md:EntityDescriptor>"
        }
        let end = " validUntil=\"2026-01-01T00:00:00Z\""
        XCTAssertEqual(
            try metadata(">" + entity("urn:a") + entity("urn:a")).entities.map(\.entityID),
            ["urn:a"])
        XCTAssertThrowsError(try metadata(">" + entity("urn:a") + "\n" + entity("urn:a", end))) {
            error in
            let error = error as? SAML.StructureError
            XCTAssertEqual(error?.code, .repeatedEntity)
            XCTAssertEqual(error?.earlierPosition?.line, 1)
            XCTAssertEqual(error?.position.line, 2)
        }
        for name in [" urn:a", "urn:a\t", "", " "] {
            XCTAssertThrowsError(try metadata(">" + entity(name)), name) { error in
                XCTAssertEqual((error as? SAML.StructureError)?.code, .invalidValue)
            }
        }
        var trust = SAML.TrustStore()
        try trust.trust(metadata(">" + entity("urn:a")))
        XCTAssertNoThrow(try trust.trust(metadata(">" + entity("urn:a"))))
        XCTAssertThrowsError(try trust.trust(metadata(">" + entity("urn:a", end)))) { error in
            XCTAssertEqual((error as? SAML.EntityConflict)?.entityID, "urn:a")
        }
    }

    func testUnusableCertificatesAreCounted() throws {
        let entities = try metadata(
            """
            ><md:EntityDescriptor entityID="urn:a"><md:IDPSSODescriptor\(Self.saml2)><md:KeyDescriptor>\
            <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>\
            <ds:X509Certificate>AAAA</ds:X509Certificate><ds:X509Certificate>?\
            </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>\
            </md:IDPSSODescriptor></md:EntityDescriptor>
            """
        ).entities
        XCTAssertEqual(entities.map(\.unusableKeyCount), [2])
        XCTAssertEqual(entities.flatMap(\.signingKeys).map(\.keys), [[]])
    }

    func testWhatIsNoMetadataIsRefused() throws {
        func assertError(_ code: SAML.StructureError.Code, _ body: () throws -> Void) {
            XCTAssertThrowsError(try body()) { error in
                XCTAssertEqual((error as? SAML.StructureError)?.code, code)
            }
        }
        assertError(.unexpectedRoot) {
            _ = try SAML.Metadata(
                XML.Document(parsing: Array(ResponseFixture().xml.utf8)).rootElement)
        }
        assertError(.missingAttribute) { _ = try metadata("><md:EntityDescriptor/>") }
        assertError(.invalidValue) { _ = try metadata(" validUntil=\"tomorrow\">") }
    }

    func testFailuresShowNothingOfTheMessage() throws {
        let message = try SignedFixture.message().changing("subscriber-1", to: "somebody")
        XCTAssertThrowsError(
            try SignedFixture.verified(message, trusting: SignedFixture.trusting())
        ) { error in
            XCTAssertFalse("\(error)".contains("somebody"))
            XCTAssertFalse("\(error)".contains("_assertion"))
        }
    }
}
