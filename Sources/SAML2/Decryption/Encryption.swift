public import XMLSecurity

extension SAML {
    /// What of a message was encrypted, and how.
    public struct Encryption: Hashable, Sendable {
        /// A part of a message that can be encrypted (SAML Core, section 6).
        public enum Part: String, Hashable, Sendable, CaseIterable {
            /// An `EncryptedAssertion`.
            case assertion
            /// An `EncryptedID`.
            case nameID
            /// An `EncryptedAttribute`.
            case attribute
        }

        /// What was done first.
        public enum Order: String, Hashable, Sendable, CaseIterable {
            /// What is signed was encrypted afterwards, so that only its receiver can verify it.
            case signedThenEncrypted
            /// What is encrypted was signed afterwards, so that everybody can verify it.
            case encryptedThenSigned
        }

        /// The parts that were encrypted.
        public private(set) var parts: Set<Part> = []
        /// How what they say was encrypted.
        public private(set) var encryptionMethods: Set<XMLEnc.EncryptionMethod> = []
        /// How the keys for it were encrypted.
        public private(set) var keyTransports: Set<XMLEnc.EncryptionMethod> = []
        /// What was done first: either, or both with a signature inside and another outside; none
        /// where nothing was verified.
        public internal(set) var orders: Set<Order> = []

        /// Nothing was encrypted.
        public init() {}

        mutating func add(_ part: Part, _ plaintext: Decryptor.Plaintext) {
            parts.insert(part)
            encryptionMethods.insert(plaintext.encryptionMethod)
            if let keyTransport = plaintext.keyTransport { keyTransports.insert(keyTransport) }
        }
    }
}
