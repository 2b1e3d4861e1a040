extension SAML {
    /// What an assertion must say to a receiver with a name, so that it is good for nobody else and not for ever.
    ///
    /// A validator that accepts assertions without it is given it by name.
    public enum AbsentCondition: String, Hashable, Sendable, CaseIterable {
        /// `Conditions`, and all that they would say.
        case conditions
        /// `AudienceRestriction` (SAML Core, section 2.5.1.4).
        case audience
        /// `NotOnOrAfter`, of the conditions or of every confirmation of the subject.
        case end
    }
}
