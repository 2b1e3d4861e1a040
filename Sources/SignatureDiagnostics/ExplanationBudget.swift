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
        /// The largest number of signature values, each with one changed character, that are tried.
        package var valueTestCount = 0
        /// The largest number of repaired messages that are read.
        package var repairCount = 0
        /// The largest number of bytes that tests of two damages at once digest together.
        package var pairByteCount = 0
        /// What restored other messages, tried before everything else.
        package var recipes: [Recipe] = []
        /// A Boolean value that indicates whether nothing but the recipes is tried.
        package var triesRecipesOnly = false

        /// A Boolean value that indicates whether repairs are tried on what can be read.
        package var repairsReadable: Bool { triesRecipesOnly || otherKeyCount > 0 }

        /// Everything that is known to happen: for one message that somebody looks at.
        package static let thorough = Budget(
            testCount: 16_000, testsPerFamily: 6000, byteCount: 64 << 20, keyTestCount: 512,
            otherKeyCount: 64, valueTestCount: 48_000, repairCount: 400,
            pairByteCount: 24 << 20)

        /// The likeliest few, for runs over many messages: a message with a bad signature costs no
        /// more than about ten good ones.
        package static let brief = Budget(
            testCount: 16, testsPerFamily: 4, byteCount: 16 << 20, keyTestCount: 6,
            otherKeyCount: 0, valueTestCount: 0, repairCount: 6)

        /// Returns the budget for trying what restored other messages, and nothing else.
        package static func only(_ recipes: [Recipe]) -> Budget {
            var budget = Budget(
                testCount: 64, testsPerFamily: 64, byteCount: 16 << 20, keyTestCount: 64,
                otherKeyCount: 0, repairCount: 16)
            budget.recipes = recipes
            budget.triesRecipesOnly = true
            return budget
        }

        /// No search: only verdicts.
        package static let none = Budget(
            testCount: 0, testsPerFamily: 0, byteCount: 0, keyTestCount: 0, otherKeyCount: 0,
            valueTestCount: 0, repairCount: 0)
    }
}
