internal import Crypto
internal import CryptoExtras

/// A private or secret key to decrypt with.
public struct DecryptionKey: Sendable, CustomStringConvertible {
    let key: Key

    enum Key: Sendable {
        case rsa(RSAPrivateKey)
        case aes(SymmetricKey)
    }

    /// Creates an RSA key from PEM text, PKCS#8 or PKCS#1.
    ///
    /// Its size is not checked: what was encrypted to a small key is no safer for being left
    /// unread.
    ///
    /// - Throws: A ``TrustedKeyError`` when it holds no RSA private key.
    public init(pemEncoded text: String) throws(TrustedKeyError) {
        guard let start = text.firstRange(of: "-----BEGIN ")?.lowerBound else {
            throw TrustedKeyError(.invalidPEM)
        }
        guard
            let rsa = try? _RSA.Encryption.PrivateKey(
                unsafePEMRepresentation: String(text[start...]))
        else { throw TrustedKeyError(.unsupportedKey) }
        key = .rsa(RSAPrivateKey(rsa))
    }

    /// Creates an AES key, which decrypts content or unwraps other keys.
    ///
    /// - Parameter octets: 16, 24 or 32 octets.
    /// - Throws: A ``TrustedKeyError`` for any other number of octets.
    public init(aes octets: [UInt8]) throws(TrustedKeyError) {
        guard [16, 24, 32].contains(octets.count) else { throw TrustedKeyError(.unusableKey) }
        key = .aes(SymmetricKey(data: octets))
    }

    /// The kind of key; nothing of the key itself.
    public var description: String {
        switch key {
        case .rsa: "DecryptionKey(RSA)"
        case .aes(let key): "DecryptionKey(AES-\(key.bitCount))"
        }
    }
}

/// An RSA private key that tasks can share.
///
/// `@unchecked Sendable` holds because the value is never changed, and BoringSSL, which it wraps,
/// lets threads use one RSA object at the same time as long as nobody changes it.
final class RSAPrivateKey: @unchecked Sendable {
    private let key: _RSA.Encryption.PrivateKey

    init(_ key: _RSA.Encryption.PrivateKey) {
        self.key = key
    }

    /// What was encrypted to the key, or `nil` where the padding says it was not.
    func decrypted(_ octets: [UInt8], padding: _RSA.Encryption.Padding) -> [UInt8]? {
        (try? key.decrypt(octets, padding: padding)).map(Array.init)
    }
}
