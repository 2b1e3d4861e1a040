extension XMLDSig {
    /// A way to sign bytes (XML Signature, section 6.4), by its algorithm identifier.
    package struct SignatureMethod: RawRepresentable, Hashable, Sendable {
        /// The algorithm identifier.
        package let rawValue: String

        /// Creates the method with this identifier, whether or not it is supported.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ version: Version, _ name: String) {
            rawValue = version.rawValue + name
        }

        /// The places where the standards define algorithms.
        private enum Version: String {
            case original = "http://www.w3.org/2000/09/xmldsig#"
            case more = "http://www.w3.org/2001/04/xmldsig-more#"
            case moreOf2007 = "http://www.w3.org/2007/05/xmldsig-more#"
        }

        /// RSASSA-PKCS1-v1_5 with SHA-1, which is broken.
        package static let rsaSHA1 = SignatureMethod(.original, "rsa-sha1")
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        package static let rsaSHA256 = SignatureMethod(.more, "rsa-sha256")
        /// RSASSA-PKCS1-v1_5 with SHA-384.
        package static let rsaSHA384 = SignatureMethod(.more, "rsa-sha384")
        /// RSASSA-PKCS1-v1_5 with SHA-512.
        package static let rsaSHA512 = SignatureMethod(.more, "rsa-sha512")
        /// RSASSA-PSS with SHA-1, which is broken; no policy allows it.
        package static let rsaPSSWithSHA1 = SignatureMethod(.moreOf2007, "sha1-rsa-MGF1")
        /// RSASSA-PSS with SHA-256 and its default parameters (RFC 9231, section 2.3.10).
        package static let rsaPSSWithSHA256 = SignatureMethod(.moreOf2007, "sha256-rsa-MGF1")
        /// RSASSA-PSS with SHA-384 and its default parameters.
        package static let rsaPSSWithSHA384 = SignatureMethod(.moreOf2007, "sha384-rsa-MGF1")
        /// RSASSA-PSS with SHA-512 and its default parameters.
        package static let rsaPSSWithSHA512 = SignatureMethod(.moreOf2007, "sha512-rsa-MGF1")
        /// ECDSA with SHA-1, which is broken; no policy allows it.
        package static let ecdsaSHA1 = SignatureMethod(.more, "ecdsa-sha1")
        /// ECDSA with SHA-256.
        package static let ecdsaSHA256 = SignatureMethod(.more, "ecdsa-sha256")
        /// ECDSA with SHA-384.
        package static let ecdsaSHA384 = SignatureMethod(.more, "ecdsa-sha384")
        /// ECDSA with SHA-512.
        package static let ecdsaSHA512 = SignatureMethod(.more, "ecdsa-sha512")

        /// The scheme and the digest that make up a supported method with a public key.
        ///
        /// There is no HMAC among them, so that a public key is never used as a secret.
        var parts: (scheme: Scheme, digest: DigestMethod)? {
            switch self {
            case .rsaSHA1: (.rsaPKCS1, .sha1)
            case .rsaSHA256: (.rsaPKCS1, .sha256)
            case .rsaSHA384: (.rsaPKCS1, .sha384)
            case .rsaSHA512: (.rsaPKCS1, .sha512)
            case .rsaPSSWithSHA1: (.rsaPSS, .sha1)
            case .rsaPSSWithSHA256: (.rsaPSS, .sha256)
            case .rsaPSSWithSHA384: (.rsaPSS, .sha384)
            case .rsaPSSWithSHA512: (.rsaPSS, .sha512)
            case .ecdsaSHA1: (.ecdsa, .sha1)
            case .ecdsaSHA256: (.ecdsa, .sha256)
            case .ecdsaSHA384: (.ecdsa, .sha384)
            case .ecdsaSHA512: (.ecdsa, .sha512)
            default: nil
            }
        }

        /// The signature scheme.
        enum Scheme: Hashable, Sendable {
            case rsaPKCS1
            case rsaPSS
            case ecdsa
        }
    }
}
