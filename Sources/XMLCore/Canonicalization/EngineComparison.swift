@_spi(Fuzzing)
extension XML {
    /// The forms of one element, or of a whole document, by both engines.
    public struct EngineComparison: Sendable {
        /// By the engine that decides.
        public let linear: Result<CanonicalForm, CanonicalizationError>
        /// By libxml2.
        public let libxml2: Result<CanonicalForm, CanonicalizationError>

        /// Canonicalizes a whole document twice.
        public init(_ document: Document, using method: CanonicalizationMethod) {
            self.init { engine throws(CanonicalizationError) in
                try document.canonicalForm(using: method, engine: engine)
            }
        }

        /// Canonicalizes an element twice, without `excluded` inside it.
        public init(
            _ element: Element, excluding excluded: Element?, using method: CanonicalizationMethod
        ) {
            self.init { engine throws(CanonicalizationError) in
                try element.canonicalForm(using: method, excluding: excluded, engine: engine)
            }
        }

        private init(
            _ form: (CanonicalizationEngine) throws(CanonicalizationError) -> CanonicalForm
        ) {
            linear = Result { () throws(CanonicalizationError) in try form(.linear) }
            libxml2 = Result { () throws(CanonicalizationError) in try form(.libxml2) }
        }
    }
}

@_spi(Fuzzing)
extension XML.Document {
    /// A Boolean value that indicates whether it has a namespace name that libxml2 reads and does
    /// not canonicalize.
    ///
    /// A name that is not a URI is refused when it is read; but libxml2 keeps `&` as `&#38;` there,
    /// and takes what follows the `#` for a fragment, which allows more characters. Canonical XML
    /// 1.0, section 1.3, refuses relative names only.
    public var hasNamesThatLibxml2Refuses: Bool {
        func names(in element: XML.Element) -> Set<String> {
            let own = Set(element.namespacesInScope.map(\.namespace.rawValue))
            return element.childElements.reduce(own) { $0.union(names(in: $1)) }
        }
        return names(in: rootElement).contains { name in
            let written = name.unicodeScalars.map { "&#\($0.value);" }.joined()
            let document = try? XML.Document(parsing: Array("<a xmlns=\"\(written)\"/>".utf8))
            let forms = document.map { XML.EngineComparison($0, using: .init(.exclusive)) }
            guard case .success? = forms?.linear, case .failure? = forms?.libxml2 else {
                return false
            }
            return true
        }
    }

    /// A Boolean value that indicates whether every element with an identifier is the one that its
    /// identifier leads to.
    public var identifiersLeadBack: Bool {
        func leadsBack(_ element: XML.Element) -> Bool {
            let identifier = element[attribute: XML.QualifiedName("ID")]
            let isFound = identifier.map { self.element(withID: $0) == element } ?? true
            _ = element.namespacesInScope
            return isFound && element.childElements.allSatisfy(leadsBack)
        }
        return leadsBack(rootElement)
    }
}
