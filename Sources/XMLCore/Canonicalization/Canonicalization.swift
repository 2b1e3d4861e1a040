extension XML.Document {
    /// The canonical form of the whole document.
    ///
    /// - Returns: The canonical bytes, never empty.
    /// - Throws: A ``XML/CanonicalizationError`` when there is no canonical form or it would have more
    ///   than 64 MiB.
    public func canonicalForm(
        using method: XML.CanonicalizationMethod
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        try canonicalForm(using: method, engine: .linear)
    }

    /// The canonical form of the whole document without an element, within `limits`, by either engine.
    package func canonicalForm(
        using method: XML.CanonicalizationMethod, excluding excluded: XML.Element? = nil,
        limits: XML.CanonicalizationLimits = .standard,
        engine: XML.CanonicalizationEngine = .linear
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        try storage.canonicalForm(
            of: nil, using: method, excluding: excluded, limits: limits, engine: engine)
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
    /// - Returns: The canonical bytes, never empty for a document or an element.
    /// - Throws: A ``XML/CanonicalizationError`` when there is no canonical form, the expression
    ///   is not one that selects nodes, or a limit is met.
    package func canonicalForm(
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
    /// - Returns: The canonical bytes, never empty.
    /// - Throws: A ``XML/CanonicalizationError`` when there is no canonical form or it would have more
    ///   than 64 MiB.
    public func canonicalForm(
        using method: XML.CanonicalizationMethod
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        try canonicalForm(using: method, engine: .linear)
    }

    /// The canonical form of the element and everything inside it, within `limits`, by either engine.
    ///
    /// An element inside it can be excluded, as the enveloped-signature transform excludes the
    /// signature (XML Signature, section 6.6.4).
    ///
    /// - Parameters:
    ///   - method: Which form.
    ///   - excluded: The element to exclude, with everything inside it.
    ///   - limits: How much it may cost.
    ///   - engine: What does it.
    /// - Returns: The canonical bytes, never empty.
    /// - Throws: A ``CanonicalizationError`` when there is no canonical form or a limit is met.
    package func canonicalForm(
        using method: XML.CanonicalizationMethod, excluding excluded: XML.Element? = nil,
        limits: XML.CanonicalizationLimits = .standard,
        engine: XML.CanonicalizationEngine = .linear
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        do {
            return try storage.canonicalForm(
                of: self, using: method, excluding: excluded, limits: limits, engine: engine)
        } catch  where error.code == .inheritedBase {
            return try storage.canonicalForm(
                of: self, using: method, excluding: excluded, limits: limits, engine: .libxml2)
        }
    }

    /// The canonical form of the element by the linear engine alone, for messages of strangers.
    ///
    /// Where ``canonicalForm(using:excluding:limits:engine:)`` would turn to libxml2 this throws
    /// `inheritedBase`.
    package func linearCanonicalForm(
        using method: XML.CanonicalizationMethod, excluding excluded: XML.Element? = nil,
        limits: XML.CanonicalizationLimits = .standard
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        try storage.canonicalForm(
            of: self, using: method, excluding: excluded, limits: limits, engine: .linear)
    }
}

extension XML.Element {
    /// The canonical form of the element by the linear engine, to be digested and read again.
    package func linearForm(
        using method: XML.CanonicalizationMethod, excluding excluded: XML.Element? = nil,
        limits: XML.CanonicalizationLimits = .standard
    ) throws(XML.CanonicalizationError) -> XML.LinearForm {
        if let excluded, excluded.storage !== storage {
            throw XML.CanonicalizationError(code: .excludedElementElsewhere)
        }
        return try LinearCanonicalizer(method: method, limits: limits)
            .linearForm(of: self, excluding: excluded, in: storage)
    }
}

extension XML.DocumentStorage {
    /// The canonical form of an element, or of the whole document where there is none, by one engine.
    fileprivate func canonicalForm(
        of element: XML.Element?, using method: XML.CanonicalizationMethod,
        excluding excluded: XML.Element?, limits: XML.CanonicalizationLimits,
        engine: XML.CanonicalizationEngine
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        if let excluded, excluded.storage !== self {
            throw XML.CanonicalizationError(code: .excludedElementElsewhere)
        }
        switch engine {
        case .linear:
            return try LinearCanonicalizer(method: method, limits: limits)
                .form(of: element, excluding: excluded, in: self)
        case .libxml2:
            return try LibraryCanonicalizer(method: method, limits: limits)
                .form(of: .subtree(element, excluding: excluded), in: self)
        }
    }
}

extension XML.Element {
    /// The canonical forms of the elements directly inside each of `elements`, one after the other
    /// without the text between them.
    ///
    /// Made together they take time linear in the documents; a canonicalization of its own for each
    /// would look at all names of the document every time.
    ///
    /// - Returns: A form for each element, `nil` for those in documents for which there is an error.
    package static func canonicalContents(
        of elements: [XML.Element], using method: XML.CanonicalizationMethod,
        limits: XML.CanonicalizationLimits = .standard
    ) -> [ArraySlice<UInt8>?] {
        var forms = [ArraySlice<UInt8>?](repeating: nil, count: elements.count)
        let byDocument = Dictionary(grouping: elements.indices) { index in
            ObjectIdentifier(elements[index].storage)
        }
        let canonicalizer = LinearCanonicalizer(method: method, limits: limits)
        for indices in byDocument.values {
            guard let storage = indices.first.map({ elements[$0].storage }),
                let found = try? canonicalizer.contents(
                    ofNodes: indices.map { elements[$0].index }, in: storage)
            else { continue }
            for (index, form) in zip(indices, found) { forms[index] = form }
        }
        return forms
    }
}
