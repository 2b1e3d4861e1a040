import TestSupport
import XCTest
import XMLSecurity

/// Which keys can be given to decrypt with.
final class DecryptionKeyTests: XCTestCase {
    private func code(_ text: String) -> TrustedKeyError.Code? {
        do throws(TrustedKeyError) {
            _ = try DecryptionKey(pemEncoded: text)
            return nil
        } catch {
            return error.code
        }
    }

    func testAnRSAKeyIsReadWhateverStandsBeforeIt() throws {
        let key = try ReceiverKeys.first.pem()
        XCTAssertNil(code(key))
        XCTAssertNil(code("Bag Attributes\r\n" + key.replacing("\n", with: "\r\n")))
        let certificate = String(
            decoding: try Repository.sample("keys/sample-sp-encryption.cert.pem"), as: UTF8.self)
        XCTAssertNil(code(certificate + key))
        XCTAssertNil(code(key + certificate))
    }

    func testWhatIsNoRSAPrivateKeyIsRefused() throws {
        let certificate = String(
            decoding: try Repository.sample("keys/sample-sp-encryption.cert.pem"), as: UTF8.self)
        for text in ["", "garbage", "-----BEGIN ", certificate, SigningKey.makeP256().publicKeyPEM]
        {
            XCTAssertNotNil(code(text))
        }
        let key = try ReceiverKeys.first.pem()
        XCTAssertNotNil(code(String(key.prefix(key.utf8.count / 2))))
    }

    func testAnAESKeyHasOneOfThreeSizes() throws {
        for count in 0...40 {
            let key = try? DecryptionKey(aes: [UInt8](repeating: 1, count: count))
            XCTAssertEqual(key != nil, [16, 24, 32].contains(count), "\(count)")
        }
    }

    func testDescriptionsSayNothingOfAKey() throws {
        let aes = try DecryptionKey(aes: [UInt8](repeating: 0x41, count: 16))
        XCTAssertEqual("\(aes)", "DecryptionKey(AES-128)")
        XCTAssertEqual("\(try ReceiverKeys.first.key())", "DecryptionKey(RSA)")
        XCTAssertEqual(String(reflecting: aes), "DecryptionKey(AES-128)")
        XCTAssertFalse("\(Decryptor(keys: [aes]))".contains("AAAA"))
    }
}
