import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// A message with an encrypted assertion, and what a decryptor makes of that.
enum EncryptedMessage {
    /// The message with its assertion encrypted.
    static func encrypted(_ fixture: EncryptedFixture = EncryptedFixture()) throws -> String {
        try ResponseFixture().xml.encrypting("saml:Assertion", by: fixture)
    }

    /// What the encrypted assertion of a message says.
    static func plaintext(
        in message: String, by decryptor: Decryptor? = nil
    ) throws -> Decryptor.Plaintext {
        let document = try XML.Document(parsing: Array(message.utf8))
        let container = try XCTUnwrap(
            document.rootElement.childElements.first {
                $0.name.localName == "EncryptedAssertion"
            })
        let decryptor = try decryptor ?? ReceiverKeys.decryptor()
        return try decryptor.plaintext(of: decryptor.content(in: container))
    }
}

extension XCTestCase {
    /// Asserts that the encrypted assertion of a message says what was encrypted.
    @discardableResult
    func assertReadable(
        _ message: String, by decryptor: Decryptor? = nil, _ comment: String = "",
        file: StaticString = #filePath, line: UInt = #line
    ) throws -> Decryptor.Plaintext {
        let plaintext = try EncryptedMessage.plaintext(in: message, by: decryptor)
        let expected = try ResponseFixture().xml.wholePart("saml:Assertion")
        XCTAssertEqual(
            String(decoding: plaintext.bytes, as: UTF8.self), expected, comment, file: file,
            line: line)
        return plaintext
    }

    /// Asserts that the encrypted assertion of a message is not decrypted, and why.
    func assertFailure(
        _ message: String, _ expected: DecryptionFailure.Code, by decryptor: Decryptor? = nil,
        _ comment: String = "", file: StaticString = #filePath, line: UInt = #line
    ) throws {
        XCTAssertThrowsError(
            try EncryptedMessage.plaintext(in: message, by: decryptor), comment, file: file,
            line: line
        ) {
            XCTAssertEqual(
                ($0 as? DecryptionFailure)?.code, expected, comment, file: file, line: line)
        }
    }
}
