import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Which part of a message is the one that cannot be decrypted.
final class MessageFaultTests: XCTestCase {
    private var changed: EncryptedFixture {
        var fixture = EncryptedFixture()
        fixture.changingData = { bytes in
            var bytes = bytes
            bytes[40] ^= 1
            return bytes
        }
        return fixture
    }

    private func fault(of message: String) throws -> DecryptionFault? {
        let document = try XML.Document(parsing: Array(message.utf8))
        return SAML.MessageDecryptor(try ReceiverKeys.decryptor()).fault(of: document.rootElement)
    }

    func testAFaultInsideAnEncryptedAssertionIsFound() throws {
        let message = try ResponseFixture().xml.encrypting("saml:NameID", by: changed)
        XCTAssertEqual(try fault(of: message), .contentChanged)
        XCTAssertEqual(try fault(of: message.encrypting("saml:Assertion")), .contentChanged)
    }

    func testTheContentIsNamedWhereOnlyItIsNotWhatBelongsThere() throws {
        let message = try ResponseFixture().xml.encrypting(
            "saml:Assertion", saying: Array("<saml:NameID>x</saml:NameID>".utf8))
        XCTAssertEqual(try fault(of: message), .notExpectedContent)
    }

    func testAFaultIsFoundBesideManyKeysForOthers() throws {
        var fixture = changed
        for count in [0, 3, 4, 9] {
            fixture.otherRecipients = count
            XCTAssertEqual(
                try fault(of: ResponseFixture().xml.encrypting("saml:Assertion", by: fixture)),
                .contentChanged, "\(count)")
        }
    }
}
