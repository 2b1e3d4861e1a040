extension XMLEnc {
    /// A way to encrypt bytes or keys (XML Encryption, section 5.1), by its algorithm identifier.
    package struct EncryptionMethod: RawRepresentable, Hashable, Sendable {
        /// The algorithm identifier.
        package let rawValue: String

        /// Creates the method with this identifier, whether or not it is supported.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ version: Version, _ name: String) {
            rawValue = version.rawValue + name
        }

        /// The versions of the standard, which define algorithms under different names.
        private enum Version: String {
            case original = "http://www.w3.org/2001/04/xmlenc#"
            case version11 = "http://www.w3.org/2009/xmlenc11#"
        }

        /// AES-128 in Galois/Counter Mode.
        package static let aes128GCM = EncryptionMethod(.version11, "aes128-gcm")
        /// AES-192 in Galois/Counter Mode.
        package static let aes192GCM = EncryptionMethod(.version11, "aes192-gcm")
        /// AES-256 in Galois/Counter Mode.
        package static let aes256GCM = EncryptionMethod(.version11, "aes256-gcm")
        /// AES-128 in Cipher Block Chaining mode, which does not authenticate what it encrypts.
        package static let aes128CBC = EncryptionMethod(.original, "aes128-cbc")
        /// AES-192 in Cipher Block Chaining mode, which does not authenticate what it encrypts.
        package static let aes192CBC = EncryptionMethod(.original, "aes192-cbc")
        /// AES-256 in Cipher Block Chaining mode, which does not authenticate what it encrypts.
        package static let aes256CBC = EncryptionMethod(.original, "aes256-cbc")

        /// RSA-OAEP with MGF1 and SHA-1 (XML Encryption, section 5.5.2).
        package static let rsaOAEPWithMGF1SHA1 = EncryptionMethod(.original, "rsa-oaep-mgf1p")
        /// RSA-OAEP with a mask generation function that is named.
        package static let rsaOAEP = EncryptionMethod(.version11, "rsa-oaep")
        /// RSA PKCS#1 v1.5, which attackers who can send many messages can break.
        package static let rsaPKCS1 = EncryptionMethod(.original, "rsa-1_5")
        /// AES key wrap with a key of 128 bits.
        package static let aes128KeyWrap = EncryptionMethod(.original, "kw-aes128")
        /// AES key wrap with a key of 192 bits.
        package static let aes192KeyWrap = EncryptionMethod(.original, "kw-aes192")
        /// AES key wrap with a key of 256 bits.
        package static let aes256KeyWrap = EncryptionMethod(.original, "kw-aes256")

        /// The mode and the size of the key, in bytes, of a supported block cipher.
        var cipher: (mode: Mode, keySize: Int)? {
            switch self {
            case .aes128GCM: (.gcm, 16)
            case .aes192GCM: (.gcm, 24)
            case .aes256GCM: (.gcm, 32)
            case .aes128CBC: (.cbc, 16)
            case .aes192CBC: (.cbc, 24)
            case .aes256CBC: (.cbc, 32)
            default: nil
            }
        }

        /// The size of the key that wraps others, in bytes.
        var keyWrapSize: Int? {
            switch self {
            case .aes128KeyWrap: 16
            case .aes192KeyWrap: 24
            case .aes256KeyWrap: 32
            default: nil
            }
        }

        /// The mode of a block cipher.
        enum Mode: Hashable, Sendable {
            case gcm
            case cbc
        }
    }
}
