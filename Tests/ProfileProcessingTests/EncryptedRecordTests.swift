import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What records say of encrypted messages.
final class EncryptedRecordTests: XCTestCase {
    private static let encryptedID =
        #"<saml:EncryptedID><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/>"#
        + "</saml:EncryptedID>"
    private static let encryptedAttribute = encryptedID.replacing(
        "EncryptedID", with: "EncryptedAttribute")

    /// A processor that trusts the sample identity providers, or nobody and nothing is verified.
    private func processor(
        trusting: Bool = true, key: String? = "sample-sp-encryption"
    ) throws -> ProfileProcessor {
        var trust: SAML.TrustStore?
        if trusting {
            let metadata = try XML.Document(parsing: Repository.sample("metadata/all-idps.xml"))
            var store = SAML.TrustStore()
            try store.trust(SAML.Metadata(metadata.rootElement))
            trust = store
        }
        let keys = try key.map { name in
            [
                try DecryptionKey(
                    pemEncoded: String(
                        decoding: Repository.sample("keys/\(name).key.pem"), as: UTF8.self))
            ]
        }
        let context = SAML.ProcessingContext(
            now: SAML.Instant(parsing: SampleOutcome.now), audience: nil)
        return ProfileProcessor(
            options: ProfileProcessor.Options(
                context: context, trust: trust, decryptor: keys.map { Decryptor(keys: $0) }))
    }

    private func sample(_ name: String) throws -> CapturedMessage {
        CapturedMessage(bytes: try Repository.sample("captures/\(name).xml"))
    }

    /// The attributes by name; the types of their values differ between the samples.
    private static func texts(of record: ProfileRecord) -> [String: [String?]] {
        Dictionary(
            record.content.attributes.map { ($0.name, $0.values.map(\.text)) }, uniquingKeysWith: +)
    }

    private let samples = [
        "14-encrypted-assertion-aes256-gcm-rsa-oaep",
        "15-encrypted-assertion-aes128-gcm-response-signed",
    ]

    func testTheEncryptedSamplesAreAcceptedWithTheReceiversKey() throws {
        let plain = try processor().record(
            of: sample("02-single-line-assertion-signed-rsa-sha256"))
        for (name, order) in zip(
            samples, [SAML.Encryption.Order.signedThenEncrypted, .encryptedThenSigned])
        {
            for trusting in [true, false] {
                let record = try processor(trusting: trusting).record(of: sample(name))
                XCTAssertEqual(
                    record.outcome, trusting ? .accepted : .unverified, "\(name) \(record.reasons)")
                XCTAssertEqual(Self.texts(of: record), Self.texts(of: plain), name)
                XCTAssertEqual(record.content.nameID?.value.isEmpty, false, name)
                XCTAssertEqual(record.encrypted, [.assertion], name)
                let orders = record.encryption?.orders ?? []
                XCTAssertEqual(orders.contains(order), trusting, name)
            }
        }
    }

    func testWithoutAKeyTheReasonIsThatThereIsNone() throws {
        for name in samples {
            for trusting in [true, false] {
                let record = try processor(trusting: trusting, key: nil).record(of: sample(name))
                XCTAssertEqual(record.outcome, .rejected, name)
                XCTAssertEqual(record.reasons.map(\.code), [.noDecryptionKey], name)
            }
        }
        let xml = ResponseFixture().xml
        for (old, new) in [
            ("<saml:NameID>subscriber-1</saml:NameID>", Self.encryptedID),
            ("<saml:AttributeStatement>", "<saml:AttributeStatement>" + Self.encryptedAttribute),
        ] {
            let message = xml.replacing(old, with: new)
            XCTAssertNotEqual(message, xml)
            let signingKey = SigningKey.makeP256()
            let signed = try EnvelopedSigner(key: signingKey).signing(
                "_assertion", in: Array(message.utf8),
                after: XML.QualifiedName("Issuer", in: .assertion))
            var trust = SAML.TrustStore()
            trust.trustForEveryIssuer(try TrustedKey.keys(pemEncoded: signingKey.publicKeyPEM))
            for trust in [nil, trust] {
                let record = ProfileProcessor(
                    options: ProfileProcessor.Options(context: .unchecked, trust: trust)
                )
                .record(of: CapturedMessage(bytes: signed))
                XCTAssertEqual(record.reasons.map(\.code), [.noDecryptionKey])
                XCTAssertEqual(record.encrypted.count, 1)
            }
        }
    }

    func testWithAWrongKeyTheReasonIsThatDecryptionFailed() throws {
        for name in samples {
            for trusting in [true, false] {
                let record = try processor(trusting: trusting, key: "sample-idp-one")
                    .record(of: sample(name))
                XCTAssertEqual(record.outcome, .rejected, name)
                XCTAssertEqual(record.reasons.map(\.code), [.encryption(.decryptionFailed)], name)
                XCTAssertEqual(record.content.attributes.count, 0, name)
                XCTAssertNil(record.content.nameID, name)
            }
        }
    }
}
