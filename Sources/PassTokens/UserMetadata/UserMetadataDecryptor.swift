public import AdobePass
internal import PayloadCoding
internal import WireText
public import XMLSecurity

/// Decrypts user metadata that Adobe Pass encrypted to the programmer's certificate.
///
/// REST API v2 marks such a value `state: "enc"`, v1 names its property under `encrypted`; either
/// way the value is Base64 of one RSA block. Adobe does not publish the padding, so that it can be
/// chosen, nor how a list is written before it is encrypted, so that the text is given as it is.
public struct UserMetadataDecryptor: Pass.MetadataDecryptor, CustomStringConvertible {
    private let keys: [DecryptionKey]
    private let padding: DecryptionKey.RSAPadding

    /// Creates a decryptor.
    ///
    /// - Parameters:
    ///   - keys: The private keys, one after the other, as a certificate and its backup may both be
    ///     in use.
    ///   - padding: How the value was padded.
    public init(
        keys: some Sequence<DecryptionKey>, padding: DecryptionKey.RSAPadding = .pkcs1
    ) {
        self.keys = Array(keys)
        self.padding = padding
    }

    /// The text that was encrypted.
    ///
    /// A wrong key, a wrong padding, a block of another size and bytes that are not UTF-8 are one
    /// error: telling them apart would help a sender of made-up values to learn what a genuine one
    /// holds.
    ///
    /// - Parameter value: The encrypted value in Base64.
    /// - Returns: The text.
    /// - Throws: A ``UserMetadataDecryptionError``.
    public func plaintext(of value: String) throws(UserMetadataDecryptionError) -> String {
        let bytes: [UInt8]
        do throws(PayloadDecodingError) {
            bytes = try Base64.decode(Array(value.utf8))
        } catch {
            throw UserMetadataDecryptionError.invalidBase64
        }
        guard let text = String(validating: try decrypt(bytes), as: UTF8.self) else {
            throw UserMetadataDecryptionError.notDecrypted
        }
        return text
    }

    /// The bytes that were encrypted.
    ///
    /// - Parameter ciphertext: The bytes of the encrypted value, one RSA block.
    /// - Returns: The bytes of the readable value.
    /// - Throws: A ``UserMetadataDecryptionError`` with
    ///   ``UserMetadataDecryptionError/notDecrypted``.
    public func decrypt(
        _ ciphertext: [UInt8]
    ) throws(UserMetadataDecryptionError) -> [UInt8] {
        for key in keys {
            if let plaintext = key.decryptedRSABlock(ciphertext, padding: padding) {
                return plaintext
            }
        }
        throw UserMetadataDecryptionError.notDecrypted
    }

    /// The number of keys; never the keys.
    public var description: String { "UserMetadataDecryptor(\(keys.count) keys)" }
}

/// The reason why a value of user metadata was not decrypted.
public enum UserMetadataDecryptionError: String, Error, Hashable, Sendable, CaseIterable,
    CustomStringConvertible
{
    /// The value is not standard Base64 in one line.
    case invalidBase64
    /// No key decrypts it with the chosen padding.
    case notDecrypted

    /// The error in words; never content of the value.
    public var description: String {
        switch self {
        case .invalidBase64: "The encrypted value is not Base64 in one line."
        case .notDecrypted: "No key decrypts the value with this padding."
        }
    }
}

extension UserMetadataDecryptor: Redacted {}
