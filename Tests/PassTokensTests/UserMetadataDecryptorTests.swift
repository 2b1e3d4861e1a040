import Foundation
import PassTokens
import TestSupport
import XCTest
import XMLSecurity

/// User metadata that OpenSSL encrypted to the sample service provider's certificate.
final class UserMetadataDecryptorTests: XCTestCase {
    private static let plaintext = #"["94105","10001"]"#
    private static let encrypted: [DecryptionKey.RSAPadding: String] = [
        .pkcs1:
            "EjJuYHIl1wDM0Irs/EIz2+AhglL25l/4cAd1tgnm1byt4RahZTQBR4jWPrWr70vPk41clBrhJaL40F/W9KtHJpLviZfo"
            + "+Se76tTwMuuqskrnMjfLv4aYNnOEYKs9xelcn+GeltO/DluENaXBg2q/5xzuo4dIvFlMRPOhAUNPVxTjvVYdUhyOIZAq"
            + "bhaC6esnPt6kMAt81fX3Sg9AElP7hC+5qGw5nCSS/BdbU1AUNOO0vyg4v/TCgRnW+lvjh8Rxt7ZnP0g/TW3P3CmhDX76"
            + "n9+LfUe1NpC3pjofg9D7wYnrtQ/CNPh6U1nc2AlFSOrGw2/WHnmTAnLinaKOooy2wg==",
        .oaepWithSHA1:
            "HgpTNoP5sDdKn1hTFzs71YJoCB2QN8xxxgTdtfZUXZ517FqU7Dh2OQePQA86vVqclkAKa70xT+CpEw23+uZpNi1VqfkK"
            + "KO/AArnaq6hjdaL1KWX/7XNdEu1LitwTsZq7qtI9BI1CyFXI8PCXsvmZLT3vAjQTTxRzT3+3BP7/AI8Kki/7Lq1A45EP"
            + "cEQ0/3EF7LHS33OsXGLgz4QwV0+Xk2+UowbzBllTAR00PrgatsrNd0FQ7+cCaS7JQDvD2IYFg9bNu+ntpiY3d2Kd15Nf"
            + "4A/x9R0lIPhNepxf/KacyBO4vTOWvVeea9MUL9j6Mm0oGx8hIJ3nA8+2TpMe5HoNmA==",
        .oaepWithSHA256:
            "JO1H2ymi18IObiRBix83vVoxjmdualqV5Z0tAoQm6MzfRyX133Hky1jZvcCHT5U1YyPhuSNtNCLgX437tO2tRRTf3tLY"
            + "HdT8AmtpxW4bbXmDylMUBAPLWgt8vUyfTPvQWaxpFbYOYVWkIfz4l4ZrkrhfSpCtXPCQW3z261nLaJNzOvjZl+Pz00cU"
            + "hTfOEW3P8Jd04ryViMwD6nl1qpSRSD8/onJWJMvzyFGHJD6CVKnd1iFqNr7xhDy7iD1eotg1sExNgNhjx3j8fZ7uBRfC"
            + "n5jKo5jD1Rpv8R6OaOf1CK1zGWsjmiNkUJ9eqscY7u2VEUoZCZPqICi9233YjQFo7Q==",
    ]
    /// The bytes FF and FE, with PKCS#1 padding.
    private static let encryptedBytes =
        "DGf5xU+Y6VDfbOo0ThdRO8ZKNN2YAibq/h0zpkN/metdSYAOFvPCXxY8SaMZJbDqZbVBKSQUJ4IJkoCm2chTZyNO3VdY8XcB"
        + "oYuWPJqROBIjvQyjU+MTVgI/FgvTSva0p7jLpPxsjyC+HFUmElTaH2hUcNZhXoyMymtBGhILgTRxTkMJbX/tzoV2wWG8z973"
        + "uXh19HfQrn8GdiMjABL8OaiX631agu557oHuVrX+CwYj9gjr6oDbOWmwqXYBOX3waF2LMo3Oc+E8jJsPBCLZ180btpLqzaT2"
        + "5C9HNJCb8yx7k7ijEk0ZSPKEAY02GjLY8T2Udi9blH21Fq+uT4NrHw=="

    private func key(_ name: String) throws -> DecryptionKey {
        try DecryptionKey(
            pemEncoded: String(
                decoding: Repository.sample("keys/\(name).key.pem"), as: UTF8.self))
    }

    private func failure(
        _ value: String, padding: DecryptionKey.RSAPadding = .pkcs1,
        keys: [String] = ["sample-sp-encryption"]
    ) throws -> UserMetadataDecryptionError? {
        let decryptor = UserMetadataDecryptor(keys: try keys.map(key), padding: padding)
        do throws(UserMetadataDecryptionError) {
            _ = try decryptor.plaintext(of: value)
            return nil
        } catch {
            return error
        }
    }

    func testValuesAreDecryptedWithTheirPadding() throws {
        for (padding, value) in Self.encrypted {
            let decryptor = UserMetadataDecryptor(
                keys: [try key("sample-sp-encryption")], padding: padding)
            XCTAssertEqual(
                try decryptor.plaintext(of: value), Self.plaintext, padding.rawValue)
        }
    }

    func testPaddingIsPKCS1WhereNoneIsNamed() throws {
        let decryptor = UserMetadataDecryptor(keys: [try key("sample-sp-encryption")])
        XCTAssertEqual(
            try decryptor.plaintext(of: try XCTUnwrap(Self.encrypted[.pkcs1])), Self.plaintext)
    }

    func testTheBackupKeyIsTriedToo() throws {
        let value = try XCTUnwrap(Self.encrypted[.oaepWithSHA256])
        XCTAssertNil(
            try failure(
                value, padding: .oaepWithSHA256,
                keys: ["sample-sp-signing", "sample-sp-encryption"]))
    }

    func testWrongKeyPaddingSizeAndTextAreOneError() throws {
        let value = try XCTUnwrap(Self.encrypted[.pkcs1])
        XCTAssertEqual(try failure(value, padding: .oaepWithSHA1), .notDecrypted)
        XCTAssertEqual(try failure(value, padding: .oaepWithSHA256), .notDecrypted)
        XCTAssertEqual(try failure(value, keys: ["sample-sp-signing"]), .notDecrypted)
        XCTAssertEqual(try failure(value, keys: []), .notDecrypted)
        XCTAssertEqual(try failure(String(value.dropLast(4))), .notDecrypted)
        XCTAssertEqual(try failure(""), .notDecrypted)
        XCTAssertEqual(try failure(Self.encryptedBytes), .notDecrypted)
    }

    func testWhatIsNotBase64InOneLineIsRefused() throws {
        let value = try XCTUnwrap(Self.encrypted[.pkcs1])
        for text in ["*", value + "\n", " " + value, String(value.dropLast())] {
            XCTAssertEqual(try failure(text), .invalidBase64)
        }
    }

    func testDescriptionsShowNothingOfTheKeys() throws {
        let decryptor = UserMetadataDecryptor(keys: [try key("sample-sp-encryption")])
        for printing in printings(of: decryptor) {
            XCTAssertFalse(printing.contains("BoringSSL"), printing)
            XCTAssertLessThan(printing.utf8.count, 80)
        }
    }
}
