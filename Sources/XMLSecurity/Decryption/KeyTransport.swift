internal import Crypto
internal import XMLCore

/// The transport of the content's key to the receiver (XML Encryption, sections 5.5 and 5.7).
enum KeyTransport: Hashable, Sendable {
    case rsa(DecryptionKey.RSAPadding)
    /// RSA-OAEP with digests that the library has no padding for.
    case oaep(OptimalPadding)
    case keyWrap(size: Int)

    init(
        of encryptedKey: EncryptedType, policy: XMLEnc.Policy
    ) throws(DecryptionFailure) {
        let method = encryptedKey.method
        try encryptedKey.checkKeyIsNotDerived()
        if let size = method.keyWrapSize {
            self = .keyWrap(size: size)
        } else if method == .rsaPKCS1, policy.allowsRSA15 {
            self = .rsa(.pkcs1)
        } else if method == .rsaOAEP || method == .rsaOAEPWithMGF1SHA1 {
            self = try Self.oaep(encryptedKey)
        } else {
            throw DecryptionFailure(.keyTransportNotAllowed, at: encryptedKey.element)
        }
    }

    /// RSA-OAEP by its parameters; both digests default to SHA-1.
    ///
    /// Here SHA-1 is not known to be weak.
    private static func oaep(
        _ encryptedKey: EncryptedType
    ) throws(DecryptionFailure) -> KeyTransport {
        var digest: String?
        var mask: String?
        for parameter in encryptedKey.methodElement.childElements {
            if digest == nil, parameter.isNamed(.digestMethod),
                let value = parameter[attribute: .algorithm]
            {
                digest = value
            } else if mask == nil, parameter.isNamed(.maskGenerationFunction),
                encryptedKey.method == .rsaOAEP, let value = parameter[attribute: .algorithm]
            {
                mask = value
            } else if !parameter.isNamed(.keySize) {
                // Among these a label, which the receiver would have to know, too.
                throw DecryptionFailure(.parametersNotSupported, at: parameter)
            }
        }
        guard let digest = Self.digest(digest ?? XMLDSig.DigestMethod.sha1.rawValue),
            let maskDigest = Self.masks[mask ?? "\(Self.mgf1)sha1"]
        else {
            throw DecryptionFailure(.parametersNotSupported, at: encryptedKey.methodElement)
        }
        switch (digest, maskDigest) {
        case (.sha1, .sha1): return .rsa(.oaepWithSHA1)
        case (.sha256, .sha256): return .rsa(.oaepWithSHA256)
        default: return .oaep(OptimalPadding(digest: digest, maskDigest: maskDigest))
        }
    }

    /// The digest of the label; SHA-384 has a name of its own in XML Encryption.
    private static func digest(_ identifier: String) -> XMLDSig.DigestMethod? {
        let method =
            identifier == "http://www.w3.org/2001/04/xmlenc#sha384"
            ? .sha384 : XMLDSig.DigestMethod(rawValue: identifier)
        return masks.values.contains(method) ? method : nil
    }

    private static let mgf1 = "http://www.w3.org/2009/xmlenc11#mgf1"

    /// The mask generation functions (XML Encryption, section 5.5.2), by identifier.
    private static let masks: [String: XMLDSig.DigestMethod] = [
        "\(mgf1)sha1": .sha1, "\(mgf1)sha256": .sha256, "\(mgf1)sha384": .sha384,
        "\(mgf1)sha512": .sha512,
    ]

    /// The content's key, or `nil` where `key` is of another kind or gives none.
    ///
    /// With RSA PKCS#1 v1.5, and where padding is removed here, there is always one: what is not a
    /// key is replaced by a random one, so that the answer does not reveal how the padding was (RFC
    /// 5246, section 7.4.7.1).
    func contentKey(
        _ bytes: [UInt8], size: Int, with key: DecryptionKey
    ) -> SymmetricKey? {
        switch (self, key.key) {
        case (.rsa(.pkcs1), .rsa):
            let random = SymmetricKey(size: SymmetricKeySize(bitCount: size * 8))
            let decrypted = key.decryptedRSABlock(bytes, padding: .pkcs1)
            guard let decrypted, decrypted.count == size else { return random }
            return SymmetricKey(data: decrypted)
        case (.rsa(let padding), _):
            return key.decryptedRSABlock(bytes, padding: padding).map { SymmetricKey(data: $0) }
        case (.oaep(let padding), .rsa(let key)):
            return padding.key(of: bytes, size: size, with: key.rawlyDecrypted)
        case (.keyWrap(let wrapSize), .aes(let wrapping)) where wrapping.bitCount == wrapSize * 8:
            return try? AES.KeyWrap.unwrap(bytes, using: wrapping)
        default: return nil
        }
    }
}
