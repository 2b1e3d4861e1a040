extension SAML {
    /// The reason why a message cannot be written.
    ///
    /// It names the element or attribute it is about and never holds a value.
    package struct WritingError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason, stable across releases.
        @nonexhaustive
        package enum Code: String, Hashable, Sendable, CaseIterable {
            /// The identifier is not an NCName, which `xs:ID` requires.
            case invalidIdentifier
            /// A value has a character that XML 1.0 cannot hold, such as U+0000.
            case invalidCharacter
            /// An attribute is asked for twice.
            case repeatedAttribute
        }

        /// The reason.
        package let code: Code
        /// The name of the element or attribute it is about.
        package let part: String

        /// A sentence that says what is wrong and where.
        package var description: String {
            switch code {
            case .invalidIdentifier:
                "\(part) must begin with a letter or _ and contain no space and no colon."
            case .invalidCharacter: "\(part) contains a character that XML does not allow."
            case .repeatedAttribute:
                "A query may request the same \(part) (Name and NameFormat) only once."
            }
        }
    }
}
