internal import WireText
import XMLCore

/// Takes the children of an element one kind at a time, and leaves none unread.
///
/// ``finish()`` refuses what nobody asked for, so that nothing an identity provider sent is passed
/// over in silence. The order of the children is not looked at: the schema fixes it, but identity
/// providers that are in use put the signature last, and no meaning hangs on it.
struct ElementReader {
    private let element: XML.Element
    /// The children that were read, a bit each for the first 64.
    private var read: UInt64 = 0
    /// The children that were read of those behind them.
    private var readBeyond: [Bool] = []

    init(_ element: XML.Element) throws(SAML.StructureError) {
        guard !element.hasOwnText else {
            throw SAML.StructureError(.unexpectedText, element)
        }
        self.element = element
    }

    /// The child with this name, of which there may be one.
    mutating func optional(
        _ name: XML.QualifiedName
    ) throws(SAML.StructureError) -> XML.Element? {
        var found: XML.Element?
        for (place, child) in element.childElements.enumerated()
        where !isRead(place) && child.isNamed(name) {
            if found != nil { throw SAML.StructureError(.repeatedElement, child) }
            found = child
            markRead(place)
        }
        return found
    }

    /// The children with this name, in document order.
    mutating func all(_ name: XML.QualifiedName) -> [XML.Element] {
        var found: [XML.Element] = []
        for (place, child) in element.childElements.enumerated()
        where !isRead(place) && child.isNamed(name) {
            found.append(child)
            markRead(place)
        }
        return found
    }

    /// Passes over the children with this name, and tells whether there are any.
    mutating func skip(_ name: XML.QualifiedName) -> Bool {
        var isThere = false
        for (place, child) in element.childElements.enumerated()
        where !isRead(place) && child.isNamed(name) {
            isThere = true
            markRead(place)
        }
        return isThere
    }

    /// Runs `body` with each child that has one of these names, in document order, and with its name's position
    /// among them.
    mutating func forEach(
        of names: [XML.QualifiedName],
        _ body: (Int, XML.Element) throws(SAML.StructureError) -> Void
    ) throws(SAML.StructureError) {
        for (place, child) in element.childElements.enumerated() where !isRead(place) {
            guard let choice = names.firstIndex(where: { child.isNamed($0) }) else { continue }
            markRead(place)
            try body(choice, child)
        }
    }

    /// Refuses a child that nobody asked for.
    func finish() throws(SAML.StructureError) {
        for (place, child) in element.childElements.enumerated() where !isRead(place) {
            throw SAML.StructureError(.unexpectedElement, child)
        }
    }

    private func isRead(_ place: Int) -> Bool {
        if place < 64 { return read & (1 << UInt64(place)) != 0 }
        return place - 64 < readBeyond.count && readBeyond[place - 64]
    }

    private mutating func markRead(_ place: Int) {
        guard place >= 64 else { return read |= 1 << UInt64(place) }
        while readBeyond.count <= place - 64 { readBeyond.append(false) }
        readBeyond[place - 64] = true
    }
}

extension XML.Element {
    /// The attribute with this local name in no namespace.
    func attribute(_ localName: String) -> String? {
        self[attribute: XML.QualifiedName(localName)]
    }

    /// The attribute as one of the URIs that messages usually have, or another.
    func uriAttribute(_ localName: String) -> String? {
        value(ofAttribute: XML.QualifiedName(localName), among: SAML.usualURIs)
    }

    /// The attribute as an instant, `nil` when it is absent.
    func instant(_ localName: String) throws(SAML.StructureError) -> SAML.Instant? {
        let instant = withValue(ofAttribute: XML.QualifiedName(localName)) {
            SAML.Instant(parsing: $0)
        }
        guard let instant else { return nil }
        guard let instant else {
            throw SAML.StructureError(.invalidValue, self, attribute: localName)
        }
        return instant
    }

    /// Refuses children and text of an element that has attributes only.
    func refuseContent() throws(SAML.StructureError) {
        try ElementReader(self).finish()
    }

    /// Refuses text, and children other than those with this name.
    func refuseContent(besides name: XML.QualifiedName) throws(SAML.StructureError) {
        guard !hasOwnText else { throw SAML.StructureError(.unexpectedText, self) }
        for child in childElements where !child.isNamed(name) {
            throw SAML.StructureError(.unexpectedElement, child)
        }
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
