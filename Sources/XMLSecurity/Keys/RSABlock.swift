internal import CryptoExtras

extension DecryptionKey {
    /// The padding of bytes before RSA encryption (RFC 8017, section 7).
    public enum RSAPadding: String, Hashable, Sendable, CaseIterable {
        /// RSAES-PKCS1-v1_5, which tells a sender of made-up blocks too much where failures can be
        /// told apart.
        case pkcs1
        /// RSAES-OAEP with SHA-1, the default of RFC 8017.
        case oaepWithSHA1
        /// RSAES-OAEP with SHA-256.
        case oaepWithSHA256
    }

    /// Returns the content of one RSA block, or `nil` for any failure.
    package func decryptedRSABlock(_ bytes: [UInt8], padding: RSAPadding) -> [UInt8]? {
        guard case .rsa(let key) = key else { return nil }
        return switch padding {
        case .pkcs1: key.decrypted(bytes, padding: ._WEAK_AND_INSECURE_PKCS_V1_5)
        case .oaepWithSHA1: key.decrypted(bytes, padding: .PKCS1_OAEP)
        case .oaepWithSHA256: key.decrypted(bytes, padding: .PKCS1_OAEP_SHA256)
        }
    }
}
