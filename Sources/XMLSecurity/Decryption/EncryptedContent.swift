internal import Crypto
internal import XMLCore

/// An `EncryptedData` with the keys for it, of which everything that can be refused without a key
/// is found to be in order.
///
/// What is left to go wrong is ``DecryptionFailure/Code/decryptionFailed``. Whoever decrypts several
/// parts reads all of them first: otherwise a part that is malformed would tell whether the one
/// before it could be decrypted.
package struct EncryptedContent: Sendable {
    let data: EncryptedType
    let keySize: Int
    /// The possible sources of its key, in the order of the message.
    let keySources: [KeySource]

    /// The number of keys that have to be decrypted at most to decrypt it.
    package var keySourceCount: Int { keySources.count }

    /// The source of the key of encrypted content.
    enum KeySource {
        /// Both sides know it.
        case known
        /// It was sent along.
        case sent(EncryptedType, KeyTransport)
    }

    /// Every one of them may cost an operation with a private key, and a sender could list many.
    private static let mostEncryptedKeys = 4

    init(
        _ element: XML.Element, encryptedKeys: [XML.Element], policy: XMLEnc.Policy
    ) throws(DecryptionFailure) {
        guard element.isNamed(.encryptedData) else {
            throw DecryptionFailure(.malformedEncryption, at: element)
        }
        data = try EncryptedType(element)
        guard let (mode, keySize) = data.method.cipher, mode == .gcm || policy.allowsCBC else {
            throw DecryptionFailure(.encryptionMethodNotAllowed, at: element)
        }
        self.keySize = keySize
        let inside = data.keyInfo?.childElements(named: .encryptedKey) ?? []
        let candidates = (inside + encryptedKeys).prefix(Self.mostEncryptedKeys)
        if candidates.isEmpty { try data.checkKeyIsNotDerived() }
        var sources: [KeySource] = candidates.isEmpty ? [.known] : []
        var refusal: DecryptionFailure?
        for candidate in candidates {
            do throws(DecryptionFailure) {
                let encryptedKey = try EncryptedType(candidate)
                let transport = try KeyTransport(of: encryptedKey, policy: policy)
                sources.append(.sent(encryptedKey, transport))
            } catch {
                // It may be for another receiver.
                refusal = refusal ?? error
            }
        }
        if sources.isEmpty, let refusal { throw refusal }
        keySources = sources
    }
}

extension EncryptedContent.KeySource {
    /// The algorithm of the key's encryption; `nil` if the key was not sent along.
    var method: XMLEnc.EncryptionMethod? {
        if case .sent(let encryptedKey, _) = self { encryptedKey.method } else { nil }
    }

    /// The content's key, or `nil` where `key` is of another kind or gives none.
    func contentKey(size: Int, with key: DecryptionKey) -> SymmetricKey? {
        switch self {
        case .known: key.aes
        case .sent(let encryptedKey, let transport):
            transport.contentKey(encryptedKey.cipherValue, size: size, with: key)
        }
    }
}

extension EncryptedType {
    /// Refuses a key that would have to be agreed on or derived, neither of which is supported.
    func checkKeyIsNotDerived() throws(DecryptionFailure) {
        let derived = keyInfo?.childElements.first {
            $0.isNamed(.agreementMethod) || $0.isNamed(.derivedKey)
        }
        if let derived { throw DecryptionFailure(.keyTransportNotAllowed, at: derived) }
    }
}
