extension XMLDSig {
    /// The signatures that are accepted; the standard policy refuses what is known to be weak.
    public struct Policy: Hashable, Sendable {
        /// The signature methods that are accepted.
        package let signatureMethods: Set<SignatureMethod>
        /// The digest methods that are accepted.
        package let digestMethods: Set<DigestMethod>
        /// The smallest RSA key that is accepted, in bits.
        package let minimumRSABits: Int

        /// RSA PKCS#1 v1.5, RSA-PSS and ECDSA with SHA-256, SHA-384 and SHA-512; RSA from 2048 bits.
        public static let standard = Policy(
            signatureMethods: [
                .rsaSHA256, .rsaSHA384, .rsaSHA512, .rsaPSSWithSHA256, .rsaPSSWithSHA384,
                .rsaPSSWithSHA512, .ecdsaSHA256, .ecdsaSHA384, .ecdsaSHA512,
            ], digestMethods: [.sha256, .sha384, .sha512], minimumRSABits: 2048)

        /// The standard policy, and SHA-1 and RSA keys from 1024 bits, which forgers can break.
        public static let legacySHA1 = Policy(
            signatureMethods: standard.signatureMethods.union([.rsaSHA1]),
            digestMethods: standard.digestMethods.union([.sha1]), minimumRSABits: 1024)
    }
}
