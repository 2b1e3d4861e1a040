extension XMLEnc {
    /// The encryption that is accepted; the standard policy refuses what is known to be weak.
    public struct Policy: Hashable, Sendable {
        /// A Boolean value that indicates whether AES in Cipher Block Chaining mode is accepted.
        ///
        /// It does not authenticate what it encrypts: anyone who can send changed messages and
        /// learn whether they were read can find out what they say.
        public var allowsCBC: Bool
        /// A Boolean value that indicates whether RSA PKCS#1 v1.5 is accepted for keys, which
        /// attackers who can send many messages can break.
        public var allowsRSA15: Bool

        /// AES-GCM, RSA-OAEP and AES key wrap.
        public static let standard = Policy(allowsCBC: false, allowsRSA15: false)

        /// Creates a policy that also accepts what it is told to.
        public init(allowsCBC: Bool, allowsRSA15: Bool) {
            self.allowsCBC = allowsCBC
            self.allowsRSA15 = allowsRSA15
        }
    }
}
