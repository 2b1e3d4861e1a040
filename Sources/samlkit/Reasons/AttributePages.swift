extension ReasonPage {
    /// Attributes that were required.
    static let attributes = #"""
        ### attributes.missing

        An attribute that --require or the configuration names is not stated.

        **Usually:** The provider calls it something else, sends it only for some users, or was
        not asked for it.

        **What to do:** The sentence gives the nearest name that was sent, and otherAttributes in
        the record lists all. Require the attribute by the name the provider uses, or ask the
        provider to send it.

        ### attributes.ambiguous

        Several attributes with different names share the friendly name that was required, so that
        it is unknown which is meant.

        **Usually:** A provider that sends old and new names side by side.

        **What to do:** Require the attribute by its Name, such as
        urn:oid:0.9.2342.19200300.100.1.1.
        """#
}
