internal import Crypto
public import XMLCore

/// Decrypts what is encrypted to a receiver's keys.
///
/// The cryptography is that of swift-crypto; what it lacks is refused by name.
public struct Decryptor: Sendable {
    /// What an `EncryptedData` says.
    public struct Plaintext: Sendable, CustomStringConvertible {
        /// The octets.
        public let octets: [UInt8]
        /// How they were encrypted.
        public let encryptionMethod: XMLEnc.EncryptionMethod
        /// How their key was, `nil` where it was not sent along.
        public let keyTransport: XMLEnc.EncryptionMethod?

        /// Whether the encryption method tells changed octets from those that were encrypted.
        public var isAuthenticated: Bool { encryptionMethod.cipher?.mode == .gcm }

        /// The number of octets; never the octets.
        public var description: String { "Plaintext(\(octets.count) octets)" }
    }

    private let keys: [DecryptionKey]
    private let policy: XMLEnc.Policy

    /// Every one of them may cost an operation with a private key, and a sender could list many.
    private static let mostEncryptedKeys = 4

    /// Creates a decryptor.
    ///
    /// - Parameters:
    ///   - keys: The receiver's keys, such as the current and the previous one.
    ///   - policy: Which encryption is accepted.
    public init(keys: some Sequence<DecryptionKey>, policy: XMLEnc.Policy = .standard) {
        self.keys = Array(keys)
        self.policy = policy
    }

    /// What an `EncryptedData` says (XML Encryption, section 4.4).
    ///
    /// - Parameters:
    ///   - element: The `EncryptedData`.
    ///   - encryptedKeys: `EncryptedKey` elements that stand beside it rather than in it.
    /// - Returns: What it says, and how it was encrypted.
    /// - Throws: A ``DecryptionFailure``.
    public func plaintext(
        of element: XML.Element, encryptedKeys: [XML.Element] = []
    ) throws(DecryptionFailure) -> Plaintext {
        guard element.isNamed(.encryptedData) else {
            throw DecryptionFailure(.malformedEncryption, at: element)
        }
        let data = try EncryptedType(element)
        guard let (mode, size) = data.method.cipher, mode == .gcm || policy.allowsCBC else {
            throw DecryptionFailure(.encryptionMethodNotAllowed, at: element)
        }
        guard !keys.isEmpty else { throw DecryptionFailure(.noDecryptionKey, at: element) }
        let inside = data.keyInfo.map { Array($0.childElements(named: .encryptedKey)) } ?? []
        let candidates = (inside + encryptedKeys).prefix(Self.mostEncryptedKeys)
        if candidates.isEmpty {
            return try plaintext(of: data, withKeyOf: size)
        }
        return try plaintext(of: data, keySize: size, candidates: candidates)
    }

    /// What an element says that holds an `EncryptedData` and the keys for it, as those of SAML do
    /// (SAML Core, section 2.2.4).
    ///
    /// - Parameter container: An element such as `saml:EncryptedAssertion`.
    /// - Returns: What it says, and how it was encrypted.
    /// - Throws: A ``DecryptionFailure``.
    public func plaintext(
        in container: XML.Element
    ) throws(DecryptionFailure) -> Plaintext {
        let data = Array(container.childElements(named: .encryptedData))
        guard data.count == 1 else { throw DecryptionFailure(.malformedEncryption, at: container) }
        return try plaintext(
            of: data[0], encryptedKeys: Array(container.childElements(named: .encryptedKey)))
    }

    /// Decrypts with a key both sides know.
    private func plaintext(
        of data: EncryptedType, withKeyOf size: Int
    ) throws(DecryptionFailure) -> Plaintext {
        // An agreed key would have to be derived, which is not supported.
        if let agreement = data.keyInfo?.firstChild(named: .agreementMethod) {
            throw DecryptionFailure(.keyTransportNotAllowed, at: agreement)
        }
        for case .aes(let key) in keys.map(\.key) where key.bitCount == size * 8 {
            if let octets = data.method.plaintext(of: data.cipherValue, with: key) {
                return Plaintext(octets: octets, encryptionMethod: data.method, keyTransport: nil)
            }
        }
        throw DecryptionFailure(.decryptionFailed, at: data.element)
    }

    /// Decrypts with a key that was sent along, encrypted to one of several receivers.
    private func plaintext(
        of data: EncryptedType, keySize: Int, candidates: some Sequence<XML.Element>
    ) throws(DecryptionFailure) -> Plaintext {
        var refusal: DecryptionFailure?
        var isTried = false
        var found: Plaintext?
        for element in candidates {
            let encryptedKey: EncryptedType
            let transport: KeyTransport
            do throws(DecryptionFailure) {
                encryptedKey = try EncryptedType(element)
                transport = try KeyTransport(of: encryptedKey, policy: policy)
            } catch {
                refusal = refusal ?? error
                continue
            }
            for key in keys {
                isTried = true
                guard
                    let contentKey = transport.contentKey(
                        encryptedKey.cipherValue, size: keySize, with: key),
                    let octets = data.method.plaintext(of: data.cipherValue, with: contentKey)
                else { continue }
                let plaintext = Plaintext(
                    octets: octets, encryptionMethod: data.method,
                    keyTransport: encryptedKey.method)
                // Without authentication a wrong key can give octets, too; the right one gives XML.
                if plaintext.isAuthenticated || octets.first == UInt8(ascii: "<") {
                    return plaintext
                }
                found = found ?? plaintext
            }
        }
        if let found { return found }
        if !isTried, let refusal { throw refusal }
        throw DecryptionFailure(.decryptionFailed, at: data.element)
    }
}
