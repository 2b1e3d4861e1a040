package import XMLSecurity

extension SAML {
    /// What of a message was encrypted, and how.
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

        /// What was done first.
        package enum Order: String, Hashable, Sendable, CaseIterable {
            /// What is signed was encrypted afterwards, so that only its receiver can verify it.
            case signedThenEncrypted
            /// What is encrypted was signed afterwards, so that everybody can verify it.
            case encryptedThenSigned
        }

        /// The parts that were encrypted.
        package private(set) var parts: Set<Part> = []
        /// How what they say was encrypted.
        package private(set) var encryptionMethods: Set<XMLEnc.EncryptionMethod> = []
        /// How the keys for it were encrypted.
        package private(set) var keyTransports: Set<XMLEnc.EncryptionMethod> = []
        /// What was done first: either, or both with a signature inside and another outside; none
        /// where nothing was verified.
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
