extension SignatureExplanation {
    /// The budget for finding out why a signature is invalid.
    ///
    /// Every test reads and writes the message a fixed number of times, so that the number of tests
    /// bounds the cost.
    package struct Budget: Hashable, Sendable {
        /// The largest number of tests.
        package var testCount: Int
        /// The largest number of tests of one family of hypotheses, the likeliest first.
        package var testsPerFamily: Int
        /// The largest number of bytes that the tests digest together.
        package var byteCount: Int
        /// The largest number of times that a signature is checked to test a hypothesis.
        package var keyTestCount: Int
        /// The largest number of keys that are tried which are trusted for other issuers.
        ///
        /// Where that is 0, of the certificates in the message only the first is tried, and
        /// hypotheses are tested with the issuer's keys alone. Otherwise a few are tried, and
        /// hypotheses are tested with the first of them that nobody trusts for the issuer, too.
        package var otherKeyCount: Int

        /// Everything that is known to happen: for one message that somebody looks at.
        package static let thorough = Budget(
            testCount: 1500, testsPerFamily: 400, byteCount: 16 << 20, keyTestCount: 256,
            otherKeyCount: 64)

        /// The likeliest few, for runs over many messages: a message with a bad signature costs no
        /// more than about ten good ones.
        package static let brief = Budget(
            testCount: 16, testsPerFamily: 4, byteCount: 16 << 20, keyTestCount: 6,
            otherKeyCount: 0)
    }
}
