internal import WireText
import XMLCore

/// Takes the children of an element one kind at a time, and leaves none unread.
///
/// ``finish()`` refuses what nobody asked for, so that nothing an identity provider sent is passed
/// over in silence. The order of the children is not looked at: the schema fixes it, but identity
/// providers that are in use put the signature last, and no meaning hangs on it.
struct ElementReader {
    private var unread: [XML.Element]

    init(_ element: XML.Element) throws(SAML.StructureError) {
        guard !element.hasOwnText else {
            throw SAML.StructureError(.unexpectedText, element)
        }
        unread = element.childElementList
    }

    /// The child with this name, of which there may be one.
    mutating func optional(
        _ name: XML.QualifiedName
    ) throws(SAML.StructureError) -> XML.Element? {
        guard let index = unread.firstIndex(where: { $0.isNamed(name) }) else { return nil }
        let child = unread.remove(at: index)
        if let another = unread.first(where: { $0.isNamed(name) }) {
            throw SAML.StructureError(.repeatedElement, another)
        }
        return child
    }

    /// The children with this name, in document order.
    mutating func all(_ name: XML.QualifiedName) -> [XML.Element] {
        // Mostly those that are left all have the same name, or none has it.
        guard let first = unread.first(where: { $0.isNamed(name) }) else { return [] }
        if first == unread[0], unread.allSatisfy({ $0.isNamed(name) }) {
            defer { unread = [] }
            return unread
        }
        let taken = unread.filter { $0.isNamed(name) }
        unread.removeAll { $0.isNamed(name) }
        return taken
    }

    /// The children with any of these names, in document order, each with its name's position
    /// among them.
    mutating func all(of names: [XML.QualifiedName]) -> [(choice: Int, child: XML.Element)] {
        var taken: [(choice: Int, child: XML.Element)] = []
        taken.reserveCapacity(unread.count)
        unread.removeAll { child in
            guard let choice = names.firstIndex(where: { child.isNamed($0) }) else { return false }
            taken.append((choice, child))
            return true
        }
        return taken
    }

    /// Refuses a child that nobody asked for.
    func finish() throws(SAML.StructureError) {
        if let child = unread.first { throw SAML.StructureError(.unexpectedElement, child) }
    }
}

extension XML.Element {
    /// The elements directly inside this one, which may hold nothing else than elements with this name.
    func childElementList(
        of name: XML.QualifiedName
    ) throws(SAML.StructureError) -> [XML.Element] {
        guard !hasOwnText else { throw SAML.StructureError(.unexpectedText, self) }
        let children = childElementList
        for child in children where !child.isNamed(name) {
            throw SAML.StructureError(.unexpectedElement, child)
        }
        return children
    }

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

    /// Refuses children and text of an element that has attributes only.
    func refuseContent() throws(SAML.StructureError) {
        try ElementReader(self).finish()
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
        guard let first = utf8.first, let last = utf8.last, first.isWhiteSpace || last.isWhiteSpace
        else { return self }
        return String(utf8.trimmingWhiteSpace()) ?? self
    }
}
