import PayloadCoding
import XCTest

@testable import AdobePass

/// Turns every byte's bits round: enough to tell what was decrypted from what was not.
private struct Inversion: Pass.MetadataDecryptor {
    struct Failure: Error {}

    func decrypt(_ ciphertext: [UInt8]) throws -> [UInt8] {
        guard !ciphertext.isEmpty else { throw Failure() }
        return ciphertext.map { ~$0 }
    }

    static func encrypted(_ text: String) -> Pass.JSONValue {
        .string(String(decoding: Base64.encoding(text.utf8.map { ~$0 }), as: UTF8.self))
    }
}

final class MetadataDecryptionTests: XCTestCase {
    func testPlainValueIsReadAsItIs() throws {
        let attribute = RESTv2.Attribute(value: .string("PGE+"), state: .plain, error: nil)
        XCTAssertEqual(try attribute.readableValue(using: Inversion()), .string("PGE+"))
    }

    func testEncryptedValueIsDecrypted() throws {
        for state in ["enc", "encrypted"] {
            let attribute = RESTv2.Attribute(
                value: Inversion.encrypted("12345"), state: .init(rawValue: state), error: nil)
            XCTAssertEqual(try attribute.readableValue(using: Inversion()), .string("12345"))
        }
    }

    func testDecryptedListIsAList() throws {
        let attribute = RESTv2.Attribute(
            value: Inversion.encrypted(#"["12345"]"#), state: .encrypted, error: nil)
        XCTAssertEqual(
            try attribute.readableValue(using: Inversion()), .array([.string("12345")]))
    }

    func testValueThatCannotBeDecryptedIsReported() {
        for value: Pass.JSONValue in [.string("?"), .string(""), .integer(1), .null] {
            let attribute = RESTv2.Attribute(value: value, state: .encrypted, error: nil)
            XCTAssertThrowsError(try attribute.readableValue(using: Inversion())) {
                XCTAssertEqual(($0 as? Pass.ExchangeError)?.code, .decryptionFailed)
            }
        }
    }

    func testFormerMetadataNameWhatIsEncrypted() throws {
        guard case .string(let zip) = Inversion.encrypted("12345") else { return XCTFail("string") }
        let metadata: RESTv1.UserMetadata = try decoded(
            #"{"encrypted":["zip"],"data":{"zip":"\#(zip)","userID":"u"}}"#)
        XCTAssertEqual(try metadata.readableValue(of: "zip", using: Inversion()), .string("12345"))
        XCTAssertEqual(try metadata.readableValue(of: "userID", using: Inversion()), .string("u"))
        XCTAssertNil(try metadata.readableValue(of: "absent", using: Inversion()))
    }
}
