import Foundation
import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Queries that are written and signed here.
final class QuerySigningTests: XCTestCase {
    private var draft: SAML.AttributeQuery.Draft {
        SAML.AttributeQuery.Draft(
            id: "_query", issueInstant: SAML.Instant(secondsSinceEpoch: 1_768_478_390),
            issuer: ResponseFixture.audience,
            subject: SAML.NameID("a  \"b\"\n<c>&\u{2028}", format: "urn:format"),
            requestedAttributes: [.init("uid"), .init("two  spaces\tand a tab")])
    }

    private func pem(_ name: String) throws -> String {
        String(decoding: try Repository.sample("keys/\(name).pem"), as: UTF8.self)
    }

    private func verified(
        _ bytes: [UInt8], trusting trust: SAML.TrustStore
    ) throws -> SAML.AttributeQuery {
        try SAML.MessageVerifier(trusting: trust)
            .verifiedQuery(in: XML.Document(parsing: bytes)).query
    }

    func testASignedQueryIsVerifiedAndReadAsItWasWritten() throws {
        for key in [SignedFixture.p256, try SignedFixture.rsa()] {
            let bytes = try draft.signed(by: EnvelopedSigner(key: key))
            let query = try verified(bytes, trusting: SignedFixture.trusting(key))
            XCTAssertEqual(query.id, draft.id)
            XCTAssertEqual(query.issueInstant, draft.issueInstant)
            XCTAssertEqual(query.subject?.nameID, draft.subject)
            XCTAssertEqual(
                query.requestedAttributes.map(\.name), draft.requestedAttributes.map(\.name))
        }
    }

    func testASignedQuerySurvivesTheCookbookByteForByte() throws {
        let bytes = try draft.signed(
            by: EnvelopedSigner(
                key: SigningKey(pemEncoded: pem("sample-sp-signing.key")),
                certificatesPEM: pem("sample-sp-signing.cert")))
        let payload = PayloadEncoder(normalization: .cookbook).payload(encoding: bytes)
        XCTAssertEqual(try PayloadDecoder().message(decoding: payload.bytes), bytes)
    }

    func testAnyOtherByteInAValueIsNoticed() throws {
        let bytes = try draft.signed(by: EnvelopedSigner(key: SignedFixture.p256))
        let text = String(decoding: bytes, as: UTF8.self)
        for change in [("uid", "gid"), ("_query\" V", "_other\" V"), ("11:59:50", "11:59:51")] {
            let changed = try text.changing(change.0, to: change.1)
            XCTAssertThrowsError(
                try verified(Array(changed.utf8), trusting: SignedFixture.trusting()), change.0)
        }
        XCTAssertThrowsError(
            try verified(bytes, trusting: SignedFixture.trusting(SignedFixture.stranger)))
        XCTAssertThrowsError(try verified(draft.xml(), trusting: SignedFixture.trusting()))
    }

    func testTheSignatureStandsAfterTheIssuerAndHoldsTheCertificate() throws {
        let certificate = try pem("sample-sp-signing.cert")
        let key = try SigningKey(pemEncoded: pem("sample-sp-signing.key"))
        let bytes = try draft.signed(by: EnvelopedSigner(key: key, certificatesPEM: certificate))
        let children = try XML.Document(parsing: bytes).rootElement.childElements
            .map(\.name.localName)
        XCTAssertEqual(
            children, ["Issuer", "Signature", "Subject", "Attribute", "Attribute"])
        let text = String(decoding: bytes, as: UTF8.self)
        let base64 = try text.text(of: "ds:X509Certificate")
        let embedded = try TrustedKey(derEncoded: Base64.decode(Array(base64.utf8)))
        XCTAssertEqual([embedded], try TrustedKey.keys(pemEncoded: certificate))
        var trust = SAML.TrustStore()
        trust.trustForEveryIssuer([embedded])
        XCTAssertEqual(try verified(bytes, trusting: trust).id, draft.id)
        // What is embedded is a hint and never trusted by itself.
        XCTAssertThrowsError(try verified(bytes, trusting: SignedFixture.trusting()))
    }

    func testWithoutACertificateThereIsNoKeyInfo() throws {
        let bytes = try draft.signed(by: EnvelopedSigner(key: SignedFixture.p256))
        XCTAssertFalse(String(decoding: bytes, as: UTF8.self).contains("KeyInfo"))
    }

    func testXMLSec1VerifiesASignedQuery() throws {
        let tool = URL(filePath: "/usr/bin/xmlsec1")
        guard FileManager.default.isExecutableFile(atPath: tool.path) else {
            throw XCTSkip("This system has no xmlsec1 to compare with.")
        }
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        func status(_ bytes: [UInt8], _ key: SigningKey) throws -> Int32 {
            let process = Process()
            process.executableURL = tool
            process.arguments = [
                "--verify", "--pubkey-pem",
                try folder.write(key.publicKeyPEM.utf8, to: "key.pem"), "--enabled-key-data",
                "key-name", "--id-attr:ID",
                "urn:oasis:names:tc:SAML:2.0:protocol:AttributeQuery",
                try folder.write(bytes, to: "query.xml"),
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        for key in [SignedFixture.p256, try SignedFixture.rsa()] {
            let bytes = try draft.signed(by: EnvelopedSigner(key: key))
            XCTAssertEqual(try status(bytes, key), 0)
            let changed = try String(decoding: bytes, as: UTF8.self).changing("uid", to: "gid")
            XCTAssertNotEqual(try status(Array(changed.utf8), key), 0)
        }
    }
}
