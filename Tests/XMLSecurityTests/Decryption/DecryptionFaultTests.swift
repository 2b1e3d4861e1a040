import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What the holder of the keys is told of a decryption that failed.
final class DecryptionFaultTests: XCTestCase {
    private func fault(
        _ fixture: EncryptedFixture, by decryptor: Decryptor? = nil,
        _ change: (String) -> String = { $0 }
    ) throws -> DecryptionFault {
        let message = change(try EncryptedMessage.encrypted(fixture))
        let document = try XML.Document(parsing: Array(message.utf8))
        let container = try XCTUnwrap(
            document.rootElement.childElements.first { $0.name.localName == "EncryptedAssertion" })
        let decryptor = try decryptor ?? ReceiverKeys.decryptor()
        return try decryptor.fault(of: decryptor.content(in: container))
    }

    func testAWrongKeyDamageAndACutAreToldApart() throws {
        var fixture = EncryptedFixture()
        for place in [12, 40, 200] {
            fixture.changingData = { bytes in
                var bytes = bytes
                bytes[place] ^= 1
                return bytes
            }
            XCTAssertEqual(try fault(fixture), .contentChanged)
        }
        for count in [16, 100, 500] {
            fixture.changingData = { Array($0.dropLast(count)) }
            XCTAssertEqual(try fault(fixture), .contentCut, "\(count)")
        }
        // Of a tag that lost a byte nothing shows which.
        fixture.changingData = { $0.dropLast(1) }
        XCTAssertEqual(try fault(fixture), .contentChanged)
        fixture.changingData = { _ in [1, 2, 3] }
        XCTAssertEqual(try fault(fixture), .contentCut)
        fixture = EncryptedFixture()
        fixture.changingKey = { bytes in
            var bytes = bytes
            bytes[bytes.count - 1] ^= 1
            return bytes
        }
        XCTAssertEqual(try fault(fixture), .keyNotOpened)
        fixture.changingKey = { Array($0.dropLast(5)) }
        guard case .keyOfOtherSize(let count, let expected) = try fault(fixture) else {
            return XCTFail("the size was not told")
        }
        XCTAssertEqual(count, expected - 5)
    }

    func testAMessageWithoutItsKeyIsCalledThat() throws {
        let fault = try fault(EncryptedFixture()) { message in
            message.replacing(/<(\w+:)?EncryptedKey[ >](.|\n)*?<\/(\w+:)?EncryptedKey>/, with: "")
        }
        XCTAssertEqual(fault, .noKeySent)
        XCTAssertTrue(fault.sentence.contains("brings no key along"), fault.sentence)
    }

    func testOfPaddingNothingIsTold() throws {
        let decryptor = try ReceiverKeys.decryptor(allowsCBC: true, allowsRSA15: true)
        for fixture in [
            EncryptedFixture(method: .aes256CBC, transport: .oaep),
            EncryptedFixture(method: .aes256GCM, transport: .rsaPKCS1),
        ] {
            var fixture = fixture
            for isKey in [true, false] {
                let change: ([UInt8]) -> [UInt8] = { bytes in
                    var bytes = bytes
                    bytes[bytes.count - 1] ^= 1
                    return bytes
                }
                if isKey { fixture.changingKey = change } else { fixture.changingData = change }
                XCTAssertEqual(try fault(fixture, by: decryptor), .notTold)
            }
        }
    }
}
