import SAML2
import XCTest
import XMLCore
import XMLSecurity

/// What an encrypted part may say: what its name says it is the encrypted form of.
final class EncryptedContentTests: XCTestCase {
    /// AES-128-CBC with a key of sixteen sevens; the initialization vector is sixteen ones.
    private enum Encrypted {
        static let assertion =
            "AQEBAQEBAQEBAQEBAQEBAckGBlxKfdT/LWGi5PyuJHONgp1O45qMcVvDYbqcHoudBCJGCBXmGI34YvdaY/LAMg=="
        static let signature =
            "AQEBAQEBAQEBAQEBAQEBAdoO4OKEVg530/4nZZMaPwhFe2Qb1lu94DWZuGZBJrtY1tzXapy3WQE21i4SyKASKmdhDRrnlQ3CiiAbrk9LhDI="
        static let status = "AQEBAQEBAQEBAQEBAQEBAYpQtkNfcaxeFaimEQ+lklo="
        static let nameID =
            "AQEBAQEBAQEBAQEBAQEBAc/y8M2MVU89LpMAW6aHG0JJi80bckFB/G0qIlmiOWBA"
    }

    private func failure(
        decrypting value: String, as container: (String) -> String
    ) throws -> SAML.MessageVerifier.Failure? {
        let decryptor = SAML.MessageDecryptor(
            Decryptor(
                keys: [try DecryptionKey(aes: [UInt8](repeating: 7, count: 16))],
                policy: XMLEnc.Policy(allowsCBC: true, allowsRSA15: false)))
        let data = """
            <xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#">\
            <xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>\
            <xenc:CipherData><xenc:CipherValue>\(value)</xenc:CipherValue></xenc:CipherData>\
            </xenc:EncryptedData>
            """
        let message = """
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
            xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r" Version="2.0">\
            \(container(data))</samlp:Response>
            """
        let root = try XML.Document(parsing: message.utf8).rootElement
        do throws(SAML.MessageVerifier.Failure) {
            _ = try decryptor.response(unverified: root)
            return nil
        } catch {
            return error
        }
    }

    private let refused = SAML.MessageVerifier.Failure.decryption(
        DecryptionFailure(.decryptionFailed))

    func testAnEncryptedAssertionIsAnAssertionAndNothingElse() throws {
        func outcome(_ value: String) throws -> SAML.MessageVerifier.Failure? {
            try failure(decrypting: value) {
                "<saml:EncryptedAssertion>\($0)</saml:EncryptedAssertion>"
            }
        }
        XCTAssertNil(try outcome(Encrypted.assertion))
        // The response would take these for its own signature and status.
        XCTAssertEqual(try outcome(Encrypted.signature), refused)
        XCTAssertEqual(try outcome(Encrypted.status), refused)
        XCTAssertEqual(try outcome(Encrypted.nameID), refused)
    }

    func testAnEncryptedIDIsANameAndNoSignature() throws {
        func outcome(_ value: String) throws -> SAML.MessageVerifier.Failure? {
            try failure(decrypting: value) {
                "<saml:Assertion ID=\"_o\" Version=\"2.0\"><saml:Subject><saml:EncryptedID>\($0)"
                    + "</saml:EncryptedID></saml:Subject></saml:Assertion>"
            }
        }
        XCTAssertNil(try outcome(Encrypted.nameID))
        XCTAssertEqual(try outcome(Encrypted.signature), refused)
        XCTAssertEqual(try outcome(Encrypted.status), refused)
    }
}
