import TestSupport
import XCTest
import XMLSecurity

/// Which keys and certificates sign.
final class SigningKeyTests: XCTestCase {
    private func pem(_ name: String) throws -> String {
        String(decoding: try Repository.sample("keys/\(name).pem"), as: UTF8.self)
    }

    func testACertificateThatIsNotOfTheKeyIsRefused() throws {
        let key = try SigningKey(pemEncoded: pem("sample-sp-signing.key"))
        assertError(.certificateOfOtherKey) {
            _ = try EnvelopedSigner(key: key, certificatesPEM: pem("sample-idp-one.cert"))
        }
        assertError(.notACertificate) {
            _ = try EnvelopedSigner(key: key, certificatesPEM: key.publicKeyPEM)
        }
        assertError(.privateKey) {
            _ = try EnvelopedSigner(key: key, certificatesPEM: pem("sample-sp-signing.key"))
        }
        assertError(.invalidPEM) { _ = try EnvelopedSigner(key: key, certificatesPEM: "") }
    }

    func testWhatIsNoPrivateKeyDoesNotSign() throws {
        assertError(.notAPrivateKey) {
            _ = try SigningKey(pemEncoded: pem("sample-sp-signing.cert"))
        }
        assertError(.notAPrivateKey) {
            _ = try SigningKey(pemEncoded: SignedFixture.p256.publicKeyPEM)
        }
        let encrypted = try pem("sample-sp-signing.key")
            .replacing("BEGIN PRIVATE", with: "BEGIN ENCRYPTED PRIVATE")
        assertError(.notAPrivateKey) { _ = try SigningKey(pemEncoded: encrypted) }
        assertError(.unsupportedKey) {
            _ = try SigningKey(
                pemEncoded: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
        }
    }

    private func assertError(
        _ code: TrustedKeyError.Code, line: UInt = #line, _ body: () throws -> Void
    ) {
        XCTAssertThrowsError(try body(), line: line) { error in
            XCTAssertEqual((error as? TrustedKeyError)?.code, code, line: line)
        }
    }
}
