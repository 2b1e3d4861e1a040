extension SAML {
    /// A part of the conditions that an assertion may lack if the receiver says so by name.
    ///
    /// An assertion without it is good for other receivers as well, or for ever.
    public enum AbsentCondition: String, Hashable, Sendable, CaseIterable {
        /// `Conditions`, and all that they would say.
        case conditions
        /// `AudienceRestriction` (SAML Core, section 2.5.1.4).
        case audience
        /// `NotOnOrAfter`, of the conditions or of every confirmation of the subject.
        case end
    }
}
