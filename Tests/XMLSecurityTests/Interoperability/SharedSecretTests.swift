import Crypto
import InteroperabilitySupport
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// HMAC, its lengths, and that no public key is ever taken for its secret.
final class SharedSecretTests: XCTestCase {
    /// A signed document with an HMAC of which `valueLength` bytes are written.
    private func document(
        _ method: XMLDSig.SignatureMethod = .hmacSHA256, outputLength: String? = nil,
        valueLength: Int = .max, secret: String = HandmadeSignature.secret
    ) throws -> String {
        let signature = HandmadeSignature(
            signer: .secret(secret),
            references: [
                HandmadeSignature.Reference(
                    uri: "#s",
                    transforms: [HandmadeSignature.canonicalization(.init(.exclusive))],
                    bytes: "<s Id=\"s\"></s>")
            ], signatureMethod: method,
            methodParameters: outputLength.map {
                "<ds:HMACOutputLength>\($0)</ds:HMACOutputLength>"
            } ?? "", valueLength: valueLength)
        return "<r><s Id='s'/>\(try signature.xml)</r>"
    }

    func testPublicKeyIsNoSecret() throws {
        let key = P256.Signing.PrivateKey().publicKey
        let trusted = try TrustedKey.keys(pemEncoded: key.pemRepresentation)
        let forged = try document(secret: key.pemRepresentation)
        try assertRefused(forged, .noKey, trusting: trusted, secrets: [])
        try assertRefused(forged, .signatureMismatch, trusting: trusted)
    }

    func testSecretIsNoPublicKey() throws {
        let signed = try document().changing(
            XMLDSig.SignatureMethod.hmacSHA256.rawValue,
            to: XMLDSig.SignatureMethod.ecdsaSHA256.rawValue)
        try assertRefused(signed, .noKey)
    }

    func testTruncatedCodesOfSufficientLengthVerify() throws {
        let lengths: [(XMLDSig.SignatureMethod, [Int])] = [
            (.hmacSHA1, [80, 88, 160]), (.hmacSHA256, [128, 136, 256]),
            (.hmacSHA384, [192, 384]), (.hmacSHA512, [256, 512]),
        ]
        for (method, lengths) in lengths {
            for length in lengths {
                XCTAssertNoThrow(
                    try verifiedSignature(
                        in: document(
                            method, outputLength: "\(length)", valueLength: length / 8),
                        policy: .legacySHA1), "\(method) \(length)")
            }
        }
        XCTAssertNoThrow(
            try verifiedSignature(in: document(outputLength: " 128\n", valueLength: 16)))
    }

    func testOtherLengthsAreRefused() throws {
        let lengths: [(XMLDSig.SignatureMethod, [String])] = [
            (.hmacSHA1, ["0", "8", "40", "72", "79", "81", "168"]),
            (.hmacSHA256, ["0", "1", "80", "120", "127", "129", "264", "99999999999999999999"]),
            (.hmacSHA384, ["184", "392"]), (.hmacSHA512, ["248", "520"]),
            (
                .hmacSHA256,
                ["", " ", "+128", "-128", "0x80", "128.0", "1 28", "٢٥٦", "128<!-- -->"]
            ),
        ]
        for (method, lengths) in lengths {
            for length in lengths {
                for bytes in [0, 1, Int(length).map { max(0, $0 / 8) } ?? 16] {
                    try assertRefused(
                        document(method, outputLength: length, valueLength: bytes),
                        .truncatedHMAC, policy: .legacySHA1, "\(method) \(length)")
                }
            }
        }
    }

    func testValueHasTheDeclaredLength() throws {
        for (declared, written) in [("128", 15), ("128", 17), ("128", 32), ("256", 16)] {
            try assertRefused(
                document(outputLength: declared, valueLength: written), .signatureMismatch)
        }
        for written in [0, 1, 16, 31] {
            try assertRefused(document(valueLength: written), .signatureMismatch)
        }
    }

    func testOtherParametersAreRefused() throws {
        let length = "<ds:HMACOutputLength>128</ds:HMACOutputLength>"
        let signed = try document(outputLength: "128", valueLength: 16)
        for parameters in [length + length, length + "<ds:Other/>", "<ds:Other/>"] {
            try assertRefused(
                signed.changing(length, to: parameters), .signatureMethodParameters)
        }
        try assertRefused(
            signed.changing("#hmac-sha256", to: "#rsa-sha256"), .signatureMethodParameters)
    }

    func testThereIsNoEmptySecret() {
        XCTAssertNil(XMLDSig.SharedSecret(bytes: []))
    }

    func testSecretIsNeverDescribed() throws {
        let secret = try XCTUnwrap(XMLDSig.SharedSecret(bytes: Array("secret".utf8)))
        XCTAssertEqual("\(secret)", "SharedSecret")
        XCTAssertEqual(String(reflecting: secret), "SharedSecret")
    }

    func testPoliciesForMessagesAllowNoMethodOfThisVerifierAlone() {
        for method: XMLDSig.SignatureMethod in [
            .hmacSHA1, .hmacSHA256, .hmacSHA384, .hmacSHA512, .ecdsaSHA1, .rsaPSSWithSHA1,
        ] {
            XCTAssertFalse(XMLDSig.Policy.standard.signatureMethods.contains(method))
            XCTAssertFalse(XMLDSig.Policy.legacySHA1.signatureMethods.contains(method))
        }
    }
}
