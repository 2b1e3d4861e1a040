import XMLCore

/// Reads the children of an element in the order the schema gives them, and leaves none unread.
///
/// A reader asks for what may come next; ``finish()`` refuses what is left, so that nothing an
/// identity provider sent is passed over in silence.
struct ElementReader {
    let element: XML.Element
    private var rest: XML.Element.Children.Iterator
    private var upcoming: XML.Element?

    init(_ element: XML.Element) throws(SAML.StructureError) {
        guard !element.hasOwnText else {
            throw SAML.StructureError(.unexpectedText, element)
        }
        self.element = element
        rest = element.childElements.makeIterator()
        upcoming = rest.next()
    }

    /// The next child when it has this name.
    mutating func next(_ name: XML.QualifiedName) -> XML.Element? {
        guard let child = upcoming, child.isNamed(name) else { return nil }
        upcoming = rest.next()
        return child
    }

    /// The next children as long as they have this name.
    mutating func all(_ name: XML.QualifiedName) -> [XML.Element] {
        var children: [XML.Element] = []
        while let child = next(name) { children.append(child) }
        return children
    }

    /// The next child when it has one of these names, with its position among them.
    mutating func next(of names: [XML.QualifiedName]) -> (choice: Int, child: XML.Element)? {
        for (choice, name) in names.enumerated() {
            if let child = next(name) { return (choice, child) }
        }
        return nil
    }

    /// All children that are left, whatever they are: the content model is open from here.
    mutating func remaining() -> [XML.Element] {
        var children: [XML.Element] = []
        while let child = upcoming {
            children.append(child)
            upcoming = rest.next()
        }
        return children
    }

    /// Refuses a child that nobody asked for.
    func finish() throws(SAML.StructureError) {
        guard let child = upcoming else { return }
        let name = child.name
        let isRepeated = element.firstChild(named: name) != child
        throw SAML.StructureError(isRepeated ? .repeatedElement : .unexpectedElement, child)
    }
}

extension XML.Element {
    /// The attribute with this local name in no namespace.
    func attribute(_ localName: String) -> String? {
        self[attribute: XML.QualifiedName(localName)]
    }

    /// The attribute as an instant, `nil` when it is absent.
    func instant(_ localName: String) throws(SAML.StructureError) -> SAML.Instant? {
        guard let text = attribute(localName) else { return nil }
        guard let instant = SAML.Instant(parsing: text) else {
            throw SAML.StructureError(.invalidValue, self, attribute: localName)
        }
        return instant
    }

    /// The text of an element that may hold nothing else (comments aside).
    func simpleText() throws(SAML.StructureError) -> String {
        for child in childElements { throw SAML.StructureError(.unexpectedElement, child) }
        return textContent
    }

    /// The text of an element of type `xs:anyURI`, whose white space collapses.
    func uriText() throws(SAML.StructureError) -> String {
        try simpleText().trimmingXMLSpace()
    }
}

extension String {
    /// The string without white space (XML 1.0, production S) at its ends.
    func trimmingXMLSpace() -> String {
        func isSpace(_ octet: UInt8) -> Bool {
            octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D
        }
        guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else {
            return self
        }
        let start = utf8.firstIndex { !isSpace($0) } ?? utf8.endIndex
        let end = utf8.lastIndex { !isSpace($0) }.map { utf8.index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
