import Foundation
import PayloadCoding
import TestSupport
import XCTest

@testable import XMLSecurity

/// The keys a caller may trust, in the forms they come in.
final class TrustedKeyTests: XCTestCase, ReachesUnsafeCode {
    private let p384 = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE0MvpVBm4eEdN09fP3vSRHMXwk1wcuvTw
        jjRjyr/6CwCh2zlKajpVRFPDVbtPEBf+psoR2Cl58vmWonZZncgbJL0qRItyuGKO
        s4j1pHhe69I8eqkgnOuOZy3ZaxDGXuq2
        -----END PUBLIC KEY-----
        """
    private let p521 = """
        -----BEGIN PUBLIC KEY-----
        MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQAztZzrKniQIDbK3+uEDIxhGQZpwFc
        0oGXiyYLJqCnW4Xyx6DuFXHkeHw/NpJ5lW8C9vywdHr0lePGWBLXSOiKX/oAAkUy
        0RBJUZB+KJRMHtAUQBcEmej7I/Idb3k3OTdO/50OgRKV9PJAIOA9Pfb9FmYQpwWX
        6uw8e2Si+4NqFWwFZc0=
        -----END PUBLIC KEY-----
        """
    private let ed25519 = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAPWNOE8H1c6yxGX7n8M+jpfE2QYZR/HLvUjIiFsE1AJI=
        -----END PUBLIC KEY-----
        """
    private let secp256k1 = """
        -----BEGIN PUBLIC KEY-----
        MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEUq6hy9k5Cm4h5iyw4zMo75R46G95S4oA
        /klrIKPuZtfnLHyDGrao50nEgjlycJL9ZMLcPc+SBgPJpfuvOglB9Q==
        -----END PUBLIC KEY-----
        """

    func testAnRSAKeyRestrictedToPSSVerifiesNothingElse() throws {
        let signer = try SigningKey.makeRSA()
        let spki = try XCTUnwrap(PEMBlocks(signer.publicKeyPEM).blocks.first)
        let plain = try TrustedKey(derEncoded: spki)
        // The last number of the algorithm's identifier: rsaEncryption, and id-RSASSA-PSS.
        let place = 16
        XCTAssertEqual(spki[place], 1)
        let restricted = try TrustedKey(
            derEncoded: Array(spki[..<place] + [10] + spki[(place + 1)...]))
        XCTAssertEqual(restricted.kind, plain.kind)
        XCTAssertNotEqual(restricted, plain)
        XCTAssertTrue(plain.fits(.rsaSHA256) && plain.fits(.rsaPSSWithSHA256))
        XCTAssertTrue(restricted.fits(.rsaPSSWithSHA256))
        XCTAssertFalse(restricted.fits(.rsaSHA256))
        let bytes = Array("signed".utf8)
        let signature = try signer.signature(over: bytes)
        XCTAssertTrue(plain.isValidSignature(signature, over: bytes, method: .rsaSHA256))
        XCTAssertFalse(restricted.isValidSignature(signature, over: bytes, method: .rsaSHA256))
    }

    private func pem(_ name: String) throws -> String {
        String(decoding: try Repository.sample("keys/\(name).pem"), as: UTF8.self)
    }

    /// The bytes of the one block of PEM text.
    private func der(_ pem: String) throws -> [UInt8] {
        let lines = pem.split(separator: "\n").drop { !$0.hasPrefix("-----BEGIN") }
        return try Base64.decode(Array(lines.dropFirst().dropLast().joined().utf8))
    }

    private func assertError(
        _ code: TrustedKeyError.Code, file: StaticString = #filePath, line: UInt = #line,
        _ body: () throws -> Void
    ) {
        XCTAssertThrowsError(try body(), file: file, line: line) { error in
            XCTAssertEqual((error as? TrustedKeyError)?.code, code, file: file, line: line)
        }
    }

    func testKindsOfKeysAreTold() throws {
        func kinds(_ pem: String) throws -> [TrustedKey.Kind] {
            try TrustedKey.keys(pemEncoded: pem).map(\.kind)
        }
        XCTAssertEqual(try kinds(SignedFixture.rsa().publicKeyPEM), [.rsa(bits: 2048)])
        XCTAssertEqual(try kinds(SignedFixture.p256.publicKeyPEM), [.p256])
        XCTAssertEqual(try kinds(p384), [.p384])
        XCTAssertEqual(try kinds(p521), [.p521])
        XCTAssertEqual(try kinds(pem("sample-idp-four-legacy.cert")), [.rsa(bits: 1024)])
    }

    func testTextAroundBlocksIsNotRead() throws {
        let certificate = try pem("sample-idp-one.cert")
        let alone = try TrustedKey.keys(pemEncoded: certificate)
        let text = "A comment\nof two lines\n" + certificate + "\nand what follows\n" + p384
        XCTAssertEqual(
            try TrustedKey.keys(pemEncoded: text), try alone + TrustedKey.keys(pemEncoded: p384))
    }

    func testLinesOfAnyLengthAreRead() throws {
        let certificate = try pem("sample-idp-one.cert")
        let lines = Array(
            certificate.split(whereSeparator: \.isNewline).drop { !$0.hasPrefix("-----BEGIN") })
        let digits = lines.dropFirst().dropLast().joined()
        for width in [1, 63, 65, 76, digits.count] {
            let body = stride(from: 0, to: digits.count, by: width).map {
                String(digits.dropFirst($0).prefix(width))
            }
            let text = ([String(lines[0])] + body + [String(lines[lines.count - 1])])
                .joined(separator: "\r\n")
            XCTAssertEqual(
                try TrustedKey.keys(pemEncoded: text),
                try TrustedKey.keys(pemEncoded: certificate), "\(width)")
        }
    }

    func testCertificateAndItsBareKeyAreTheSameKey() throws {
        let bytes = try der(SignedFixture.p256.publicKeyPEM)
        XCTAssertEqual(
            try [TrustedKey(derEncoded: bytes)],
            try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM))
        let certificate = try pem("sample-idp-one.cert")
        let fromDER = try TrustedKey(derEncoded: der(certificate))
        XCTAssertEqual([fromDER], try TrustedKey.keys(pemEncoded: certificate))
        XCTAssertNil(try TrustedKey(derEncoded: bytes).certificateNotAfter)
        // 2045-01-01T00:00:00Z
        XCTAssertEqual(fromDER.certificateNotAfter, 2_366_841_600)
    }

    func testDigestIsThatOfTheSubjectPublicKeyInfo() throws {
        let digests = [
            ("sample-idp-one", "fa53d1f5da31baf8403130693d2dfc5377e0feb325d80a96735309beed2dd384"),
            (
                "sample-idp-four-legacy",
                "5e5c0e040a4aeb9b8c882cc93bb83a312fffcfbab4232549612ffe0a932039d4"
            ),
        ]
        for (name, digest) in digests {
            let keys = try TrustedKey.keys(pemEncoded: pem("\(name).cert"))
            XCTAssertEqual(keys.map(\.keySHA256), [digest], name)
        }
    }

    func testKeysOfOtherKindsAreRefused() {
        for (pem, words) in [(ed25519, "is Ed25519"), (secp256k1, "is on the curve secp256k1")] {
            assertError(.unsupportedKey) { _ = try TrustedKey.keys(pemEncoded: pem) }
            XCTAssertThrowsError(try TrustedKey.keys(pemEncoded: pem)) {
                XCTAssertEqual(
                    "\($0)",
                    "The key \(words), expected RSA or one of the curves P-256, P-384 and P-521.")
            }
        }
    }

    func testPrivateKeysAreRefused() throws {
        let privateKey = try pem("sample-idp-one.key")
        assertError(.privateKey) { _ = try TrustedKey.keys(pemEncoded: privateKey) }
        assertError(.privateKey) {
            _ = try TrustedKey.keys(pemEncoded: pem("sample-idp-one.cert") + privateKey)
        }
        let request = p384.replacing("PUBLIC KEY", with: "CERTIFICATE REQUEST")
        assertError(.notAPublicKey) { _ = try TrustedKey.keys(pemEncoded: request) }
    }

    func testGarbageIsRefused() throws {
        let broken = p384.replacing("MHY", with: "M!Y")
        for text in ["", "no key at all", "-----BEGIN CERTIFICATE-----", broken] {
            assertError(.invalidPEM) { _ = try TrustedKey.keys(pemEncoded: text) }
        }
        let bytes = try der(pem("sample-idp-one.cert"))
        for bytes in [[], [0x30], [0x30, 0x00], Array(bytes.dropLast()), bytes + [0]] {
            assertError(.invalidDER) { _ = try TrustedKey(derEncoded: bytes) }
        }
    }

    func testCutOrChangedKeysNeverTrap() throws {
        var generator = SeededGenerator("changed keys")
        var refused = 0
        for original in [try der(pem("sample-idp-one.cert")), try der(p521)] {
            for count in original.indices {
                XCTAssertThrowsError(try TrustedKey(derEncoded: Array(original[..<count])))
                var changed = original
                changed[count] ^= UInt8.random(in: 1...255, using: &generator)
                do { _ = try TrustedKey(derEncoded: changed) } catch { refused += 1 }
            }
        }
        XCTAssertGreaterThan(refused, 0)
    }

    func testDescriptionsShowNoKey() throws {
        let key = try XCTUnwrap(TrustedKey.keys(pemEncoded: p384).first)
        XCTAssertEqual("\(key)", "TrustedKey(P-384, \(key.keySHA256.prefix(16))…)")
        XCTAssertEqual(
            "\(SignedFixture.p256)", "SigningKey(\(SignedFixture.p256.signatureMethod.rawValue))")
        for code in TrustedKeyError.Code.allCases {
            XCTAssertTrue("\(TrustedKeyError(code: code))".hasSuffix("."))
        }
    }
}
