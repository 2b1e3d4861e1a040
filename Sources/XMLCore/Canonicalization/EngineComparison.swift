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
    /// Whether every element with an identifier is the one that its identifier leads to.
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
