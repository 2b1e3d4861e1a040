package import XMLCore

/// The reason why encrypted content was not decrypted.
///
/// It never holds any part of the message. Whatever goes wrong once a private key has been used is
/// ``Code/decryptionFailed``, so that it does not reveal which step went wrong.
package struct DecryptionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    @nonexhaustive
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is no key to decrypt it with.
        case noDecryptionKey
        /// The element lacks something, or has something twice or out of place.
        case malformedEncryption
        /// The encryption method is not supported, or the policy does not allow it.
        case encryptionMethodNotAllowed
        /// The way the key is transported is not supported, or the policy does not allow it.
        case keyTransportNotAllowed
        /// RSA-OAEP has a digest, mask or label that is not supported.
        case parametersNotSupported
        /// The encrypted data is not in the message.
        case externalData
        /// The message has more encrypted parts, or more keys for them, than are decrypted.
        case tooManyParts
        /// No key gave anything that can be read.
        case decryptionFailed
    }

    /// The reason.
    package let code: Code
    /// The position in the document.
    package let position: XML.SourcePosition?

    /// The number of keys in the message that were not tried, as it has more than the limit.
    package let untriedKeyCount: Int

    /// Creates a failure.
    package init(
        _ code: Code, at position: XML.SourcePosition? = nil, untried untriedKeyCount: Int = 0
    ) {
        self.code = code
        self.position = position
        self.untriedKeyCount = untriedKeyCount
    }

    init(_ code: Code, at element: XML.Element) {
        self.init(code, at: element.position)
    }

    /// Two failures are equal when their codes are.
    package static func == (one: DecryptionFailure, other: DecryptionFailure) -> Bool {
        one.code == other.code
    }

    /// Feeds the code, and only the code, into the hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }

    /// A sentence that says what is wrong, where, and what to do.
    package var description: String {
        let place = position.map { " at \($0)" } ?? ""
        let rest =
            untriedKeyCount == 0
            ? ""
            : " It is encrypted for more receivers than are tried: \(untriedKeyCount) of the keys for it were not "
                + "tried."
        return "\(code.explanation)\(place).\(rest)"
    }
}

extension DecryptionFailure.Code {
    fileprivate var explanation: String {
        switch self {
        case .noDecryptionKey: "A part is encrypted, and no decryption key was given"
        case .malformedEncryption: "The encryption does not conform to XML Encryption and SAML"
        case .encryptionMethodNotAllowed:
            "The encryption method is not allowed by the policy (AES-CBC needs legacy-cbc)"
        case .keyTransportNotAllowed:
            "The key transport is not allowed by the policy (RSA PKCS#1 v1.5 needs legacy-rsa15)"
        case .parametersNotSupported:
            "RSA-OAEP is supported with SHA-1, SHA-256, SHA-384 and SHA-512, without a label"
        case .externalData: "The encrypted data is not in the message"
        case .tooManyParts:
            "The message has more encrypted parts, or more keys for them, than the limit"
        case .decryptionFailed: "No given key decrypts it to acceptable content"
        }
    }
}
