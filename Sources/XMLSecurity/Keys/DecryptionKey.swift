internal import Crypto
internal import CryptoExtras

/// A private or secret key to decrypt with.
public struct DecryptionKey: Sendable, CustomStringConvertible {
    let key: Key

    enum Key: Sendable {
        case rsa(RSAPrivateKey)
        case aes(SymmetricKey)
    }

    /// Creates an RSA key from PEM text, PKCS#8 or PKCS#1; other blocks in it, such as the key's
    /// certificate, are skipped.
    ///
    /// Its size is not checked: what was encrypted to a small key is no safer for being left
    /// unread.
    ///
    /// - Parameter text: The PEM text.
    /// - Throws: A ``TrustedKeyError`` when it holds no RSA private key.
    public init(pemEncoded text: String) throws(TrustedKeyError) {
        let blocks = PEMBlocks.texts(in: text)
        guard !blocks.isEmpty else { throw TrustedKeyError(code: .invalidPEM) }
        for block in blocks {
            if let rsa = try? RSAPrivateKey(pemEncoded: block) {
                key = .rsa(rsa)
                return
            }
            if let bits = RSAModulus.smallBitCount(ofPrivateKey: block) {
                throw TrustedKeyError(tooSmall: bits)
            }
        }
        throw TrustedKeyError(code: .unsupportedKey)
    }

    /// Creates an AES key, which decrypts content or unwraps other keys.
    ///
    /// - Parameter bytes: 16, 24 or 32 bytes.
    /// - Throws: A ``TrustedKeyError`` for any other number of bytes.
    public init(aes bytes: [UInt8]) throws(TrustedKeyError) {
        guard [16, 24, 32].contains(bytes.count) else { throw TrustedKeyError(code: .unusableKey) }
        key = .aes(SymmetricKey(data: bytes))
    }

    /// The AES key, or `nil` for a key of another kind.
    var aes: SymmetricKey? {
        if case .aes(let key) = key { key } else { nil }
    }

    /// The RSA key, or `nil` for a key of another kind.
    var rsa: RSAPrivateKey? {
        if case .rsa(let key) = key { key } else { nil }
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

    private let raw: RawRSA

    init(pemEncoded text: String) throws {
        key = try _RSA.Encryption.PrivateKey(unsafePEMRepresentation: text)
        raw = try RawRSA(pemEncoded: text)
    }

    /// The SubjectPublicKeyInfo of the public key, in DER.
    var publicKey: [UInt8] { Array(key.publicKey.derRepresentation) }

    /// The size of the blocks that it decrypts.
    var byteCount: Int { (key.keySizeInBits + 7) / 8 }

    /// Returns the block without removing its padding, or `nil` if it is not one for the key.
    func rawlyDecrypted(_ block: [UInt8]) -> [UInt8]? { raw.decrypted(block) }

    /// Returns the plaintext of bytes that were encrypted to the key, or `nil` if the padding is
    /// wrong.
    func decrypted(_ bytes: [UInt8], padding: _RSA.Encryption.Padding) -> [UInt8]? {
        (try? key.decrypt(bytes, padding: padding)).map(Array.init)
    }
}
