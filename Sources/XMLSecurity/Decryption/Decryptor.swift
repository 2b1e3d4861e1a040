internal import Crypto
package import XMLCore

/// Decrypts what is encrypted to a receiver's keys.
///
/// The cryptography is that of swift-crypto; what it lacks is refused by name.
public struct Decryptor: Sendable, CustomStringConvertible {
    /// The plaintext of an `EncryptedData`.
    package struct Plaintext: Sendable, CustomStringConvertible {
        /// The bytes.
        package let bytes: [UInt8]
        /// The algorithm of their encryption.
        package let encryptionMethod: XMLEnc.EncryptionMethod
        /// The algorithm of their key's encryption; `nil` if the key was not sent along.
        package let keyTransport: XMLEnc.EncryptionMethod?

        /// A Boolean value that indicates whether the encryption method tells changed bytes from
        /// those that were encrypted.
        ///
        /// It says nothing about who encrypted them: anyone who knows the certificate can.
        ///
        /// Where it does not, their sender must not learn the outcome: many answers that distinguish failures reveal
        /// what the messages say.
        package var isAuthenticated: Bool { encryptionMethod.cipher?.mode == .gcm }

        /// The number of bytes; never the bytes.
        package var description: String { "Plaintext(\(bytes.count) bytes)" }
    }

    let keys: [DecryptionKey]
    private let policy: XMLEnc.Policy
    /// The names that a sender may use for the receiver or its key.
    private var receivers: [String] = []

    /// Creates a decryptor.
    ///
    /// - Parameters:
    ///   - keys: The receiver's keys, such as the current and the previous one.
    ///   - policy: Which encryption is accepted.
    public init(keys: some Sequence<DecryptionKey>, policy: XMLEnc.Policy = .standard) {
        self.keys = Array(keys)
        self.policy = policy
    }

    /// Returns the decryptor with further names of the receiver; of many keys in a message, those for it come first.
    package func knowing(receivers names: [String?]) -> Decryptor {
        var decryptor = self
        decryptor.receivers += names.compactMap(\.self).filter { !$0.isEmpty }
        return decryptor
    }

    /// Returns the encrypted content of an element with an `EncryptedData` and its keys, as in SAML (SAML
    /// Core, section 2.2.4); refuses it if no key could decrypt it.
    package func content(
        in container: XML.Element, tryingAtMost limit: Int = EncryptedContent.mostEncryptedKeys
    ) throws(DecryptionFailure) -> EncryptedContent {
        let data = container.childElements(named: .encryptedData)
        guard data.count == 1 else { throw DecryptionFailure(.malformedEncryption, at: container) }
        return try content(
            of: data[0], encryptedKeys: container.childElements(named: .encryptedKey),
            tryingAtMost: limit)
    }

    /// Returns the encrypted content of an `EncryptedData`, some of whose keys may stand beside it.
    package func content(
        of element: XML.Element, encryptedKeys: [XML.Element] = [],
        tryingAtMost limit: Int = EncryptedContent.mostEncryptedKeys
    ) throws(DecryptionFailure) -> EncryptedContent {
        let content = try EncryptedContent(
            element, encryptedKeys: encryptedKeys, limit: limit,
            rankedBy: { KeyRecipient(of: $0, keys: keys, receivers: receivers) }, policy: policy)
        guard !keys.isEmpty else { throw DecryptionFailure(.noDecryptionKey, at: element) }
        return content
    }

    /// Returns the plaintext (XML Encryption, section 4.4).
    ///
    /// - Throws: A ``DecryptionFailure`` with the code ``DecryptionFailure/Code/decryptionFailed``,
    ///   and no other.
    package func plaintext(
        of content: EncryptedContent
    ) throws(DecryptionFailure) -> Plaintext {
        let data = content.data
        var found: Plaintext?
        for source in content.keySources {
            for key in keys {
                guard let contentKey = source.contentKey(size: content.keySize, with: key),
                    let bytes = data.method.plaintext(of: data.cipherValue, with: contentKey)
                else { continue }
                let plaintext = Plaintext(
                    bytes: bytes, encryptionMethod: data.method, keyTransport: source.method)
                // Without authentication a wrong key can give bytes, too; the right one gives XML.
                if plaintext.isAuthenticated || bytes.first == UInt8(ascii: "<") {
                    return plaintext
                }
                found = found ?? plaintext
            }
        }
        guard let found else {
            throw DecryptionFailure(
                .decryptionFailed, at: data.element.position, untried: content.untriedKeyCount)
        }
        return found
    }

    /// The kind of the value; nothing of its keys.
    public var description: String { "Decryptor" }
}
