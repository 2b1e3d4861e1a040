extension Pass {
    /// A word of a vocabulary that others may extend: the constants of a type are the documented
    /// words, and every other text can be read, kept and sent too.
    public protocol Word: RawRepresentable<String>, Hashable, Sendable, Codable,
        ExpressibleByStringLiteral
    {
        /// Creates a word from its text.
        ///
        /// - Parameter rawValue: The text as it is sent.
        init(rawValue: String)
    }
}

extension Pass.Word {
    /// Creates a word from a literal.
    ///
    /// - Parameter value: The text as it is sent.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
