internal import Crypto
internal import CryptoExtras
internal import PayloadCoding
internal import XMLCore

/// The step at which a decryption failed, for the person who holds the keys.
///
/// It is found again after ``DecryptionFailure/Code/decryptionFailed`` and must not reach the sender of a message:
/// ``Decryptor/plaintext(of:)`` tells nothing of it. What an attacker could use with many messages, the padding of AES-CBC
/// and of RSA PKCS#1 v1.5, it does not tell to anybody.
package enum DecryptionFault: Hashable, Sendable {
    /// The content's key was encrypted for a certificate that belongs to none of the given keys.
    case otherCertificate(subject: String?, sha256: String)
    /// The content's key has the size of another key than the given ones, or was cut.
    case keyOfOtherSize(byteCount: Int, expected: Int)
    /// No given key opens the content's key.
    case keyNotOpened
    /// The message brings no key for the content along, and no given key is the content's own.
    case noKeySent
    /// A given key opens the content's key, and the end of the content is missing.
    case contentCut
    /// A given key opens the content's key, and the content was changed.
    case contentChanged
    /// The content was decrypted, and is not the XML that belongs there.
    case notExpectedContent
    /// It is not told.
    case notTold

    /// The sentences that say what happened and what to do.
    package var sentence: String {
        switch self {
        case .otherCertificate(let subject, let sha256):
            "It is encrypted for the certificate of \(subject ?? "no subject") (SHA-256 \(sha256)), and no given key "
                + "belongs to that: a wrong key. Pass the private key of that certificate, or ask the provider to "
                + "encrypt for yours."
        case .keyOfOtherSize(let count, let expected) where count % 64 == 0:
            "The encrypted key has \(count) bytes, expected \(expected) by the given key: a wrong key. Pass the private "
                + "key of the certificate that the provider encrypts for."
        case .keyOfOtherSize(let count, let expected):
            "The encrypted key has \(count) bytes, expected \(expected): it was cut off or changed. Take the message as "
                + "the provider sent it."
        case .keyNotOpened:
            "No given key opens the encrypted key: it is a wrong key, or the EncryptedKey was changed. Pass the private "
                + "key of the certificate that the provider encrypts for."
        case .noKeySent:
            "The message brings no key along (EncryptedKey), and no given key opens the content. Ask the provider to send "
                + "one."
        case .contentCut:
            "The key is the right one, and the end of the encrypted content is missing: it was cut off. Take the "
                + "message as the provider sent it."
        case .contentChanged:
            "The key is the right one, and the encrypted content was changed (its AES-GCM tag does not hold): it was "
                + "damaged, or its last few bytes are missing. Take the message as the provider sent it."
        case .notExpectedContent:
            "The key is the right one, and the content is whole, but it is not the XML that belongs there. Report it "
                + "to the provider."
        case .notTold:
            "Which step failed is not told for this encryption method, as attackers could use it. Check the key, and "
                + "take the message as the provider sent it."
        }
    }
}

extension Decryptor {
    /// Returns the step at which the decryption of content fails.
    package func fault(of content: EncryptedContent) -> DecryptionFault {
        let hasNoKey = content.keySources.contains(where: \.isKnown)
        guard content.data.method.cipher?.mode == .gcm,
            hasNoKey || content.keySources.allSatisfy(\.hasAuthenticatedKey)
        else { return .notTold }
        for source in content.keySources {
            for key in keys {
                guard let contentKey = source.contentKey(size: content.keySize, with: key) else {
                    continue
                }
                let bytes = content.data.cipherValue
                guard content.data.method.plaintext(of: bytes, with: contentKey) == nil else {
                    return .notExpectedContent
                }
                // Whether the key is another one or the content was changed, the tag does not say.
                if hasNoKey { continue }
                return Self.isCut(bytes, contentKey) ? .contentCut : .contentChanged
            }
        }
        return hasNoKey ? .noKeySent : keyFault(of: content)
    }

    /// Says from what stands beside the encrypted keys why no given key opens one.
    private func keyFault(of content: EncryptedContent) -> DecryptionFault {
        let sent = content.keySources.compactMap { source -> EncryptedType? in
            if case .sent(let key, .rsa) = source { key } else { nil }
        }
        guard sent.count == 1, let only = sent.first else { return .keyNotOpened }
        let own = keys.compactMap(\.rsa)
        let certificate = only.keyInfo?.childElements(named: .x509Data)
            .flatMap { $0.childElements(named: .x509Certificate) }.lazy
            .compactMap { $0.plainText.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) } }
            .compactMap { try? TrustedKey(derEncoded: $0) }.first
        let recipient = KeyRecipient(of: only, keys: keys, receivers: [])
        if recipient == .other, let outline = certificate?.certificate {
            return .otherCertificate(
                subject: outline.subject.map { String($0.unicodeScalars.prefix(128)) },
                sha256: outline.sha256)
        }
        if let size = own.first?.byteCount,
            !own.contains(where: { $0.byteCount == only.cipherValue.count })
        {
            return .keyOfOtherSize(byteCount: only.cipherValue.count, expected: size)
        }
        return .keyNotOpened
    }

    /// Returns whether the end of content is missing whose tag does not hold.
    ///
    /// AES-GCM encrypts in counter mode. Of content that was cut, what stands where the tag was is part of the text.
    private static func isCut(_ bytes: [UInt8], _ key: SymmetricKey) -> Bool {
        let (nonceSize, tagSize) = (12, 16)
        guard bytes.count > nonceSize + 2 * tagSize,
            let nonce = try? AES._CTR.Nonce(nonceBytes: bytes.prefix(nonceSize) + [0, 0, 0, 2]),
            let text = try? AES._CTR.decrypt(bytes.dropFirst(nonceSize), using: key, nonce: nonce)
        else { return true }
        let last = text.suffix(tagSize)
        return last.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    }
}

extension EncryptedContent.KeySource {
    /// A Boolean value that indicates whether the receiver has to have the key.
    fileprivate var isKnown: Bool {
        if case .known = self { true } else { false }
    }

    /// A Boolean value that indicates whether a key that comes out of it was authenticated, and by the cryptographic
    /// library.
    fileprivate var hasAuthenticatedKey: Bool {
        switch self {
        case .sent(_, .keyWrap), .sent(_, .rsa(.oaepWithSHA1)),
            .sent(_, .rsa(.oaepWithSHA256)):
            true
        default: false
        }
    }
}
