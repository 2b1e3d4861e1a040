extension XML {
    /// The canonicalizer to use.
    package enum CanonicalizationEngine: String, Hashable, Sendable, CaseIterable {
        /// One pass over the document, in time linear in what is read and written.
        ///
        /// The one thing it leaves to libxml2 is joining `xml:base` for a part of a document in
        /// Canonical XML 1.1 (section 2.4).
        case linear
        /// libxml2's own canonicalization, the reference.
        ///
        /// Its inclusive forms take time that grows with the cube of the namespaces in scope.
        case libxml2
    }
}
