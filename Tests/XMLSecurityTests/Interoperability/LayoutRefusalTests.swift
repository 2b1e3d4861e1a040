import Crypto
import Foundation
import InteroperabilitySupport
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Signatures that the verifier of any layout refuses, whatever they refer to.
final class LayoutRefusalTests: XCTestCase {
    private func document(
        _ change: (inout HandmadeSignature) throws -> Void = { _ in }
    ) throws -> String {
        try HandmadeSignature.detachedDocument(change)
    }

    func testUnchangedDocumentIsAccepted() throws {
        XCTAssertNoThrow(try verifiedSignature(in: document()))
    }

    func testChangesAreRefused() throws {
        let document = try document()
        try assertRefused(document.changing(">text<", to: ">test<"), .digestMismatch)
        try assertRefused(document.changing("#sha256", to: "#sha512"), .signatureMismatch)
        let value = try document.text(of: "ds:SignatureValue")
        for other in ["", "AAAA", "AAAA" + value, String(value.dropLast(4))] {
            try assertRefused(
                document.settingText(of: "ds:SignatureValue", to: other), .signatureMismatch, other)
        }
        for other in ["AA", value + "AAAA", String(value.dropLast(1)), "!"] {
            try assertRefused(
                document.settingText(of: "ds:SignatureValue", to: other), .malformedSignature, other
            )
        }
    }

    func testNoChangeOfAnByteChangesWhatIsSigned() throws {
        let bytes = Array(try document().utf8)
        let secret = try XCTUnwrap(
            XMLDSig.SharedSecret(bytes: Array(HandmadeSignature.secret.utf8)))
        let verifier = XMLDSig.InteroperabilityVerifier(
            trusting: [TrustedKey](), secrets: [secret])
        var refused = 0
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x20] {
                var changed = bytes
                changed[index] ^= change
                guard let document = try? XML.Document(parsing: changed),
                    let signature = document.rootElement.signatures.first,
                    let verified = try? verifier.verifiedSignature(signature, in: document)
                else {
                    refused += 1
                    continue
                }
                XCTAssertEqual(
                    verified.contents.map(\.bytes), [Array(HandmadeSignature.detached.utf8)],
                    "\(index)")
            }
        }
        XCTAssertGreaterThan(refused, bytes.count)
    }

    func testMethodsThatAreNotSupportedAreRefusedByName() throws {
        let more = "http://www.w3.org/2001/04/xmldsig-more#"
        for method in [
            HandmadeSignature.ds + "dsa-sha1", "http://www.w3.org/2009/xmldsig11#dsa-sha256",
            more + "rsa-md5", more + "hmac-md5", more + "hmac-ripemd160", more + "rsa-sha224",
            "http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519", "",
        ] {
            try assertRefused(
                document { $0.signatureMethod = .init(rawValue: method) },
                .signatureMethodNotSupported, policy: .legacySHA1, method)
        }
        for method in [more + "md5", more + "sha224", ""] {
            try assertRefused(
                document { $0.references[0].digestMethod = .init(rawValue: method) },
                .digestMethodNotSupported, policy: .legacySHA1, method)
        }
        try assertRefused(
            document { $0.canonicalizationMethod = "http://www.w3.org/2010/xml-c14n2" },
            .canonicalizationMethodNotSupported)
    }

    func testSHA1IsForTheLegacyPolicyAlone() throws {
        for method: XMLDSig.SignatureMethod in [.rsaSHA1, .rsaPSSWithSHA1, .ecdsaSHA1, .hmacSHA1] {
            try assertRefused(
                document { $0.signatureMethod = method }, .signatureMethodNotAllowed,
                method.rawValue)
        }
        let document = try document { $0.references[0].digestMethod = .sha1 }
        try assertRefused(document, .digestMethodNotAllowed)
        XCTAssertNoThrow(try verifiedSignature(in: document, policy: .legacySHA1))
    }

    func testKeysBelowThePolicyAreRefused() throws {
        let path = "captures/11-assertion-signed-rsa-sha256-1024-bit-key.xml"
        let sample = String(decoding: try Repository.sample(path), as: UTF8.self)
        let certificate = try Repository.sample("keys/sample-idp-four-legacy.cert.pem")
        let keys = try TrustedKey.keys(pemEncoded: String(decoding: certificate, as: UTF8.self))
        try assertRefused(sample, .keyTooSmall, trusting: keys)
        XCTAssertNoThrow(
            try verifiedSignature(in: sample, trusting: keys, policy: .legacySHA1))
    }

    func testSignatureOfAnotherDocumentIsRefused() throws {
        let bytes = Array(try document().utf8)
        let (one, other) = (
            try XML.Document(parsing: bytes), try XML.Document(parsing: bytes)
        )
        let secret = try XCTUnwrap(
            XMLDSig.SharedSecret(bytes: Array(HandmadeSignature.secret.utf8)))
        let verifier = XMLDSig.InteroperabilityVerifier(
            trusting: [TrustedKey](), secrets: [secret])
        let signature = try XCTUnwrap(one.rootElement.signatures.first)
        XCTAssertNoThrow(try verifier.verifiedSignature(signature, in: one))
        XCTAssertThrowsError(try verifier.verifiedSignature(signature, in: other)) {
            XCTAssertEqual(($0 as? XMLDSig.InteroperabilityFailure)?.code, .signatureElsewhere)
        }
        XCTAssertThrowsError(try verifier.verifiedSignature(one.rootElement, in: one)) {
            XCTAssertEqual(($0 as? XMLDSig.InteroperabilityFailure)?.code, .malformedSignature)
        }
    }

    func testPartsTwiceOrOutOfPlaceAreRefused() throws {
        let document = try document()
        let changes = [
            ("</ds:Signature>", "<ds:KeyInfo/><ds:KeyInfo/></ds:Signature>"),
            ("</ds:Signature>", "<ds:Object/><ds:KeyInfo/></ds:Signature>"),
            ("</ds:Signature>", "<ds:SignedInfo/></ds:Signature>"),
            ("</ds:Signature>", "text</ds:Signature>"),
            ("<ds:Transforms>", "<ds:Transforms><ds:Other/>"),
            ("</ds:Reference>", "<ds:Other/></ds:Reference>"),
            ("<ds:DigestValue>", "<ds:DigestValue><!-- -->"),
            ("<ds:SignatureValue>", "<ds:SignatureValue><!-- -->"),
        ]
        for (part, changed) in changes {
            try assertRefused(document.changing(part, to: changed), .malformedSignature, changed)
        }
        for name in ["ds:SignedInfo", "ds:SignatureValue", "ds:Reference", "ds:DigestValue"] {
            try assertRefused(
                document.changing(document.part(name), to: ""), .malformedSignature, name)
        }
    }

    func testKeyInfoNeverGivesAKey() throws {
        let key = P256.Signing.PrivateKey()
        let der = key.publicKey.derRepresentation.base64EncodedString()
        let keyInfo =
            "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(der)</ds:X509Certificate>"
            + "</ds:X509Data></ds:KeyInfo>"
        let document = try document {
            $0.signer = .privateKey { Array(try key.signature(for: $0).rawRepresentation) }
            $0.signatureMethod = .ecdsaSHA256
            $0.rest = keyInfo
        }
        let stranger = try TrustedKey.keys(pemEncoded: SignedFixture.stranger.publicKeyPEM)
        try assertRefused(document, .noKey)
        try assertRefused(document, .signatureMismatch, trusting: stranger)
        XCTAssertNoThrow(
            try verifiedSignature(
                in: document,
                trusting: stranger
                    + TrustedKey.keys(pemEncoded: key.publicKey.pemRepresentation)))
    }

    func testDescriptionsHaveNothingOfTheDocument() throws {
        let document = try document()
        let verified = try verifiedSignature(in: document)
        for description in ["\(verified)", "\(verified.contents)"] {
            XCTAssertFalse(description.contains("text"), description)
        }
        XCTAssertThrowsError(try verifiedSignature(in: document, secrets: ["another"])) {
            XCTAssertEqual(
                "\($0)", "No given key made the signature at line 1, column 22.")
        }
    }

    func testNoProductHoldsThisVerifier() throws {
        let folder = Repository.root.appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
        XCTAssertGreaterThan(files.count, 0)
        for file in files {
            let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            XCTAssertFalse(source.contains("Interoperability"), file)
        }
    }
}
