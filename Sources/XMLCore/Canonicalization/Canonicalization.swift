extension XML.Document {
    /// The canonical form of the whole document.
    ///
    /// - Parameters:
    ///   - method: Which form.
    ///   - limits: How much it may cost.
    ///   - engine: What does it.
    /// - Returns: The canonical octets, never empty.
    /// - Throws: A ``XML/CanonicalizationError`` when there is no canonical form or a limit is met.
    public func canonicalForm(
        using method: XML.CanonicalizationMethod,
        limits: XML.CanonicalizationLimits = .standard,
        engine: XML.CanonicalizationEngine = .linear
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        switch engine {
        case .linear:
            try LinearCanonicalizer(method: method, limits: limits)
                .form(ofNode: 0, excluding: nil, in: storage)
        case .libxml2:
            try LibraryCanonicalizer(method: method, limits: limits)
                .form(of: .document, in: storage)
        }
    }

    /// The canonical form of the nodes an XPath 1.0 expression selects.
    ///
    /// It is for tools and conformance tests. Evaluation takes time quadratic in the document, so
    /// nothing that decides about a message uses it.
    ///
    /// - Parameters:
    ///   - expression: Selects elements, attributes, namespaces, texts and comments, all of them
    ///     by themselves: `//.` alone has no attributes in it.
    ///   - bindings: The namespaces of the prefixes in the expression.
    ///   - method: Which form.
    ///   - limits: How much it may cost.
    /// - Returns: The canonical octets, never empty for a document or an element.
    /// - Throws: A ``XML/CanonicalizationError`` when there is no canonical form, the expression
    ///   is not one that selects nodes, or a limit is met.
    public func canonicalForm(
        ofNodesSelectedBy expression: String,
        bindings: [(prefix: String, namespace: XML.Namespace)] = [],
        using method: XML.CanonicalizationMethod,
        limits: XML.CanonicalizationLimits = .standard
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        let path = LibraryCanonicalizer.XPath(expression: expression, bindings: bindings)
        return try LibraryCanonicalizer(method: method, limits: limits)
            .form(of: .nodeSet(path), in: storage)
    }
}

extension XML.Element {
    /// The canonical form of the element and everything inside it.
    ///
    /// - Parameters:
    ///   - method: Which form.
    ///   - excluded: An element whose subtree is left out, as the enveloped-signature transform
    ///     leaves out the signature (XML Signature, section 6.6.4).
    ///   - limits: How much it may cost.
    ///   - engine: What does it.
    /// - Returns: The canonical octets, never empty.
    /// - Throws: A ``XML/CanonicalizationError`` when there is no canonical form or a limit is met.
    public func canonicalForm(
        using method: XML.CanonicalizationMethod, excluding excluded: XML.Element? = nil,
        limits: XML.CanonicalizationLimits = .standard,
        engine: XML.CanonicalizationEngine = .linear
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        if let excluded, !isInSameDocument(as: excluded) {
            throw XML.CanonicalizationError(.excludedElementElsewhere)
        }
        switch engine {
        case .linear:
            do {
                return try LinearCanonicalizer(method: method, limits: limits)
                    .form(ofNode: index, excluding: excluded?.index, in: storage)
            } catch  where error.code == .inheritedBase {
                return try canonicalForm(
                    using: method, excluding: excluded, limits: limits, engine: .libxml2)
            }
        case .libxml2:
            return try LibraryCanonicalizer(method: method, limits: limits)
                .form(of: .subtree(self, excluding: excluded), in: storage)
        }
    }
}

extension XML.Document {
    /// The canonical form of the whole document by the linear engine alone, without an element.
    ///
    /// - Parameters:
    ///   - method: Which form.
    ///   - excluded: An element whose subtree is left out.
    ///   - limits: How much it may cost.
    /// - Returns: The canonical octets, never empty.
    /// - Throws: A ``XML/CanonicalizationError`` when there is no canonical form or a limit is met.
    package func linearCanonicalForm(
        using method: XML.CanonicalizationMethod, excluding excluded: XML.Element?,
        limits: XML.CanonicalizationLimits = .standard
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        if let excluded, !excluded.isInSameDocument(as: rootElement) {
            throw XML.CanonicalizationError(.excludedElementElsewhere)
        }
        return try LinearCanonicalizer(method: method, limits: limits)
            .form(ofNode: 0, excluding: excluded?.index, in: storage)
    }
}

extension XML.Element {
    /// The canonical form of the element by the linear engine alone, for messages of strangers.
    ///
    /// Where ``canonicalForm(using:excluding:limits:engine:)`` would turn to libxml2 this throws
    /// `inheritedBase`.
    package func linearCanonicalForm(
        using method: XML.CanonicalizationMethod, excluding excluded: XML.Element? = nil,
        limits: XML.CanonicalizationLimits = .standard
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        if let excluded, !isInSameDocument(as: excluded) {
            throw XML.CanonicalizationError(.excludedElementElsewhere)
        }
        return try LinearCanonicalizer(method: method, limits: limits)
            .form(ofNode: index, excluding: excluded?.index, in: storage)
    }
}

extension XML.Element {
    /// The canonical forms of the elements directly inside this one, each by itself, one after the
    /// other.
    ///
    /// Made together they take time linear in the document; each canonicalization of its own looks at
    /// all of the document's names.
    package func canonicalContent(
        using method: XML.CanonicalizationMethod, limits: XML.CanonicalizationLimits = .standard
    ) throws(XML.CanonicalizationError) -> [UInt8] {
        try LinearCanonicalizer(method: method, limits: limits)
            .form(ofNode: index, excluding: nil, isContentOnly: true, in: storage).octets
    }
}
