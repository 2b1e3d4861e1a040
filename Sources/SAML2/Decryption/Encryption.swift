package import XMLSecurity

extension SAML {
    /// The encrypted parts of a message, and their algorithms.
    package struct Encryption: Hashable, Sendable {
        /// A part of a message that can be encrypted (SAML Core, section 6).
        package enum Part: String, Hashable, Sendable, CaseIterable {
            /// An `EncryptedAssertion`.
            case assertion
            /// An `EncryptedID`.
            case nameID
            /// An `EncryptedAttribute`.
            case attribute
        }

        /// The order of signing and encrypting.
        package enum Order: String, Hashable, Sendable, CaseIterable {
            /// Signed content was encrypted afterwards, so that only its receiver can verify it.
            case signedThenEncrypted
            /// Encrypted content was signed afterwards, so that everyone can verify it.
            case encryptedThenSigned
        }

        /// The parts that were encrypted.
        package private(set) var parts: Set<Part> = []
        /// The encryption algorithms of the content.
        package private(set) var encryptionMethods: Set<XMLEnc.EncryptionMethod> = []
        /// The encryption algorithms of the keys.
        package private(set) var keyTransports: Set<XMLEnc.EncryptionMethod> = []
        /// The order of signing and encrypting: one, or both if there is a signature inside and
        /// another outside; none if nothing was verified.
        package internal(set) var orders: Set<Order> = []

        /// Nothing was encrypted.
        package init() {}

        mutating func add(_ part: Part, _ plaintext: Decryptor.Plaintext) {
            parts.insert(part)
            encryptionMethods.insert(plaintext.encryptionMethod)
            if let keyTransport = plaintext.keyTransport { keyTransports.insert(keyTransport) }
        }
    }
}
