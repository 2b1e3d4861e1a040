import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Metadata whose signature was asked for.
final class MetadataSignatureTests: XCTestCase {
    private static let saml2 =
        #" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol""#

    private enum Refusal: Hashable {
        case signature(VerificationFailure.Code)
        case structure(SAML.StructureError.Code)
    }

    private func unsigned(_ content: String = "") -> String {
        """
        <md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ID="_all">\
        <md:EntityDescriptor entityID="urn:a" ID="_a"><md:IDPSSODescriptor\(Self.saml2)/>\
        </md:EntityDescriptor>\(content)</md:EntitiesDescriptor>
        """
    }

    private func signed(
        _ identifier: String = "_all", _ text: String? = nil,
        by key: SigningKey = SignedFixture.p256
    ) throws -> String {
        let bytes = Array((text ?? unsigned()).utf8)
        return String(
            decoding: try EnvelopedSigner(key: key).signing(identifier, in: bytes),
            as: UTF8.self)
    }

    private func entities(
        _ text: String, trusting key: SigningKey = SignedFixture.p256
    ) throws -> [String] {
        let verifier = SignatureVerifier(
            trusting: try TrustedKey.keys(pemEncoded: key.publicKeyPEM))
        let retrieved = SAML.Instant(secondsSinceEpoch: 1_768_478_400)
        return try SAML.Metadata(
            in: XML.Document(parsing: Array(text.utf8)), verifiedBy: verifier, retrieved: retrieved
        ).entities.map(\.entityID)
    }

    func testSignedMetadataWithoutAnEndAgesFromItsRetrieval() throws {
        let text = try signed()
        let retrieved = SAML.Instant(secondsSinceEpoch: 1_768_478_400)
        func ends(_ maximumAge: Int64?) throws -> [SAML.Instant?] {
            let verifier = SignatureVerifier(
                trusting: try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM))
            let document = try XML.Document(parsing: Array(text.utf8))
            let metadata =
                try maximumAge.map {
                    try SAML.Metadata(
                        in: document, verifiedBy: verifier, retrieved: retrieved, maximumAge: $0)
                } ?? SAML.Metadata(in: document, verifiedBy: verifier, retrieved: retrieved)
            return metadata.entities.flatMap(\.signingKeys).map(\.validUntil)
        }
        XCTAssertEqual(try ends(nil), [retrieved.advanced(bySeconds: 30 * 86_400)])
        XCTAssertEqual(try ends(3600), [retrieved.advanced(bySeconds: 3600)])
    }

    private func assertRefused(
        _ expected: Refusal, _ text: String, trusting key: SigningKey = SignedFixture.p256,
        line: UInt = #line
    ) throws {
        XCTAssertThrowsError(try entities(text, trusting: key), line: line) { error in
            switch error as? SAML.MessageVerifier.Failure {
            case .signature(let failure):
                XCTAssertEqual(expected, .signature(failure.code), line: line)
            case .structure(let error):
                XCTAssertEqual(expected, .structure(error.code), line: line)
            default: XCTFail("\(error)", line: line)
            }
        }
    }

    func testSignedMetadataIsRead() throws {
        XCTAssertEqual(try entities(signed()), ["urn:a"])
        let other = try unsigned().changing("urn:a", to: "urn:\u{E9}")
        XCTAssertEqual(try entities(signed("_all", other)), ["urn:\u{E9}"])
    }

    func testMetadataThatNobodySignedIsRefused() throws {
        try assertRefused(.signature(.absent), unsigned())
    }

    func testMetadataOfAnotherSignerIsRefused() throws {
        try assertRefused(
            .signature(.signatureMismatch), signed(by: SignedFixture.stranger))
    }

    func testChangedMetadataIsRefused() throws {
        try assertRefused(
            .signature(.digestMismatch), signed().changing("urn:a", to: "urn:b"))
        let more = "<md:EntityDescriptor entityID=\"urn:b\"/></md:EntitiesDescriptor>"
        try assertRefused(
            .signature(.digestMismatch), signed().changing("</md:EntitiesDescriptor>", to: more))
    }

    func testASignatureOfOneEntitySaysNothingOfTheRest() throws {
        // It stands for its entity and not for the file.
        try assertRefused(.signature(.absent), signed("_a"))
    }

    func testASignedElementThatIsWrappedDoesNotVouchForItsWrapping() throws {
        let genuine = try signed()
        let wrapped = """
            <md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ID="_evil">\
            \(try genuine.part("ds:Signature"))<md:EntityDescriptor entityID="urn:evil"/>\
            <md:Extensions>\(genuine)</md:Extensions></md:EntitiesDescriptor>
            """
        try assertRefused(.signature(.referenceElsewhere), wrapped)
    }

    func testWhatIsSignedAndNoMetadataIsRefused() throws {
        try assertRefused(
            .structure(.unexpectedRoot), SignedFixture.message(.response))
    }
}
