import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What is made of encrypted messages.
extension SignedFixture {
    /// A response whose assertion is signed and then encrypted.
    static func encrypted(
        _ fixture: EncryptedFixture = EncryptedFixture(), _ layout: Layout = .assertion,
        saying bytes: [UInt8]? = nil
    ) throws -> String {
        try message(layout).encrypting("saml:Assertion", by: fixture, saying: bytes)
    }

    static func decrypted(
        _ message: String, by decryptor: Decryptor? = nil, trusting trust: SAML.TrustStore? = nil
    ) throws -> SAML.VerifiedResponse {
        try SAML.MessageVerifier(
            trusting: trust ?? trusting(), decryptor: decryptor ?? ReceiverKeys.decryptor()
        ).verifiedResponse(in: XML.Document(parsing: Array(message.utf8)))
    }

    /// The failure itself, with its position, or `nil` where there is none.
    static func failure(
        _ message: String, by decryptor: Decryptor? = nil, trusting trust: SAML.TrustStore? = nil
    ) throws -> SAML.MessageVerifier.Failure? {
        do {
            _ = try decrypted(message, by: decryptor, trusting: trust)
            return nil
        } catch let failure as SAML.MessageVerifier.Failure {
            return failure
        }
    }

    static func unverified(
        _ message: String, by decryptor: Decryptor? = nil
    ) throws -> (response: SAML.Response, encryption: SAML.Encryption) {
        let document = try XML.Document(parsing: Array(message.utf8))
        return try SAML.MessageDecryptor(decryptor ?? ReceiverKeys.decryptor())
            .response(unverified: document.rootElement)
    }
}

extension XCTestCase {
    /// Asserts that a message is accepted with what its fixture says.
    @discardableResult
    func assertReadable(
        _ message: String, by decryptor: Decryptor? = nil,
        _ orders: Set<SAML.Encryption.Order>? = nil, _ comment: String = "",
        file: StaticString = #filePath, line: UInt = #line
    ) throws -> SAML.VerifiedResponse {
        let verified = try SignedFixture.decrypted(message, by: decryptor)
        let assertion = verified.assertion
        XCTAssertEqual(
            assertion?.subject?.nameID?.value, "subscriber-1", comment, file: file, line: line)
        XCTAssertEqual(
            assertion?.attributes.map(\.name), ["uid", "rating"], comment, file: file, line: line)
        if let orders {
            XCTAssertEqual(verified.encryption.orders, orders, comment, file: file, line: line)
        }
        return verified
    }

    /// Asserts what becomes of a message.
    func assertOutcome(
        _ message: String, _ expected: SignedFixture.Verdict, by decryptor: Decryptor? = nil,
        trusting trust: SAML.TrustStore? = nil, _ comment: String = "",
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let verdict: SignedFixture.Verdict =
            switch try SignedFixture.failure(message, by: decryptor, trusting: trust) {
            case nil: .accepted
            case .signature(let failure): .signature(failure.code)
            case .structure(let error): .structure(error.code)
            case .decryption(let failure): .decryption(failure.code)
            }
        XCTAssertEqual(verdict, expected, comment, file: file, line: line)
    }
}
