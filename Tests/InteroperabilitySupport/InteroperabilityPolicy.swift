package import XMLSecurity

extension XMLDSig {
    /// Which signatures an ``InteroperabilityVerifier`` accepts.
    ///
    /// It is a type of its own, so that ``SignatureVerifier``, and with it SAML processing, cannot be
    /// given one: HMAC and weak methods beyond ``Policy`` are reached from here only.
    package struct InteroperabilityPolicy: Hashable, Sendable {
        /// The signature methods that are accepted.
        package let signatureMethods: Set<SignatureMethod>
        /// The digest methods that are accepted.
        package let digestMethods: Set<DigestMethod>
        /// The smallest RSA key that is accepted, in bits.
        package let minimumRSABits: Int
        /// The largest number of references in one signature.
        package let maximumReferences: Int
        /// The largest number of transforms in one reference.
        package let maximumTransforms: Int

        private init(
            signatureMethods: Set<SignatureMethod>, digestMethods: Set<DigestMethod>,
            minimumRSABits: Int
        ) {
            self.signatureMethods = signatureMethods
            self.digestMethods = digestMethods
            self.minimumRSABits = minimumRSABits
            maximumReferences = 30
            maximumTransforms = 5
        }

        /// What ``Policy/standard`` accepts, and HMAC with SHA-256, SHA-384 and SHA-512.
        package static let standard = InteroperabilityPolicy(
            signatureMethods: Policy.standard.signatureMethods
                .union([.hmacSHA256, .hmacSHA384, .hmacSHA512]),
            digestMethods: Policy.standard.digestMethods,
            minimumRSABits: Policy.standard.minimumRSABits)

        /// The standard policy, and every method with SHA-1, and RSA keys from 1024 bits.
        package static let legacySHA1 = InteroperabilityPolicy(
            signatureMethods: standard.signatureMethods
                .union([.rsaSHA1, .rsaPSSWithSHA1, .ecdsaSHA1, .hmacSHA1]),
            digestMethods: standard.digestMethods.union([.sha1]),
            minimumRSABits: Policy.legacySHA1.minimumRSABits)
    }
}
