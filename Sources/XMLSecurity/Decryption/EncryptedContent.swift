internal import Crypto
internal import XMLCore

/// An `EncryptedData` with its keys, after every check that needs no private key.
///
/// All that can still go wrong is ``DecryptionFailure/Code/decryptionFailed``. A caller that decrypts several parts
/// reads all of them first: otherwise a part that is malformed would tell whether the one before it could be decrypted.
package struct EncryptedContent: Sendable {
    let data: EncryptedType
    let keySize: Int
    /// The possible sources of its key, in the order in which they are tried.
    let keySources: [KeySource]
    /// The number of keys that were sent along and are not tried.
    package let untriedKeyCount: Int

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
    package static let mostEncryptedKeys = 16
    /// The largest number of keys whose recipients are determined.
    private static let mostRanked = 256

    /// Reads an `EncryptedData`.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - encryptedKeys: The keys beside it.
    ///   - limit: The largest number of keys that are tried: of more, those first that fit the given ones.
    ///   - rank: Tells how a key fits.
    ///   - policy: Which encryption is accepted.
    /// - Throws: A ``DecryptionFailure`` for what no key could decrypt.
    init(
        _ element: XML.Element, encryptedKeys: [XML.Element], limit: Int,
        rankedBy rank: (EncryptedType) -> KeyRecipient, policy: XMLEnc.Policy
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
        let candidates = inside + encryptedKeys
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
        untriedKeyCount = max(0, sources.count - limit)
        keySources = untriedKeyCount == 0 ? sources : Self.fitting(sources, limit, rank)
    }

    /// The keys that fit best, of more than are tried; those that fit alike in the order of the message.
    private static func fitting(
        _ sources: [KeySource], _ limit: Int, _ rank: (EncryptedType) -> KeyRecipient
    ) -> [KeySource] {
        let ranked = sources.prefix(mostRanked).enumerated().map { number, source in
            let fit: KeyRecipient =
                if case .sent(let key, _) = source { rank(key) } else { .unknown }
            return (fit: fit, number: number, source: source)
        }
        return ranked.sorted { ($0.fit, $0.number) < ($1.fit, $1.number) }.prefix(limit)
            .map(\.source)
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
    /// Refuses a key that would have to be agreed on or derived; neither is supported.
    func checkKeyIsNotDerived() throws(DecryptionFailure) {
        let derived = keyInfo?.childElements.first {
            $0.isNamed(.agreementMethod) || $0.isNamed(.derivedKey)
        }
        if let derived { throw DecryptionFailure(.keyTransportNotAllowed, at: derived) }
    }
}
