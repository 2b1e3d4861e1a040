internal import WireText
import XMLCore

/// Takes the children of an element one kind at a time, and leaves none unread.
///
/// ``finish()`` refuses what was not read, so that nothing an identity provider sent is silently ignored. The order of
/// the children is not checked: the schema fixes it, but identity providers in use put the signature last, and no
/// meaning depends on it.
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

    /// The child with this name, which may occur once.
    mutating func optional(
        _ name: XML.QualifiedName
    ) throws(SAML.StructureError) -> XML.Element? {
        var found: XML.Element?
        var place = element.placeBeforeChildren
        while element.advance(&place) {
            guard isUnread(place, named: name) else { continue }
            let child = element.child(at: place)
            if found != nil { throw SAML.StructureError(.repeatedElement, child) }
            found = child
            markRead(place.number)
        }
        return found
    }

    /// The children with this name, in document order.
    mutating func all(_ name: XML.QualifiedName) -> [XML.Element] {
        var found: [XML.Element] = []
        var place = element.placeBeforeChildren
        while element.advance(&place) {
            guard isUnread(place, named: name) else { continue }
            found.append(element.child(at: place))
            markRead(place.number)
        }
        return found
    }

    /// Skips the children with this name, and returns whether there are any.
    mutating func skip(_ name: XML.QualifiedName) -> Bool {
        var isThere = false
        var place = element.placeBeforeChildren
        while element.advance(&place) {
            guard isUnread(place, named: name) else { continue }
            isThere = true
            markRead(place.number)
        }
        return isThere
    }

    /// Runs `body` with each child that has one of these names, in document order, and with its name's position
    /// among them.
    mutating func forEach(
        of names: [XML.QualifiedName],
        _ body: (Int, XML.Element) throws(SAML.StructureError) -> Void
    ) throws(SAML.StructureError) {
        var place = element.placeBeforeChildren
        while element.advance(&place) {
            guard !isRead(place.number),
                let choice = names.firstIndex(where: { element.isChild(at: place, named: $0) })
            else { continue }
            markRead(place.number)
            try body(choice, element.child(at: place))
        }
    }

    /// Refuses a child that was not read.
    func finish() throws(SAML.StructureError) {
        var place = element.placeBeforeChildren
        while element.advance(&place) {
            guard isRead(place.number) else {
                throw SAML.StructureError(.unexpectedElement, element.child(at: place))
            }
        }
    }

    private func isUnread(_ place: XML.Element.ChildPlace, named name: XML.QualifiedName) -> Bool {
        !isRead(place.number) && element.isChild(at: place, named: name)
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
            throw SAML.StructureError(
                .invalidValue, self, attribute: localName, fault: timeFault(localName))
        }
        return instant
    }

    /// Says what the value of a time attribute is, and what was expected.
    ///
    /// What has the characters of a time and of nothing else is shown: anything else could be about a person.
    private func timeFault(_ localName: String) -> String {
        let expected = "expected a time such as 2026-01-15T12:00:00Z"
        let value = attribute(localName) ?? ""
        let letters = "TZAPM".utf8
        let isTime =
            value.utf8.count <= 40
            && value.utf8.allSatisfy {
                (0x20...0x3A).contains($0) || letters.contains($0 & 0xDF)
            }
        return isTime ? "is “\(value)”, \(expected)," : "is not a time, \(expected),"
    }

    /// Refuses children and text of an element that has attributes only.
    func refuseContent() throws(SAML.StructureError) {
        try ElementReader(self).finish()
    }

    /// Refuses text, and children other than those with this name.
    func refuseContent(besides name: XML.QualifiedName) throws(SAML.StructureError) {
        guard !hasOwnText else { throw SAML.StructureError(.unexpectedText, self) }
        var place = placeBeforeChildren
        while advance(&place) {
            guard isChild(at: place, named: name) else {
                throw SAML.StructureError(.unexpectedElement, child(at: place))
            }
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
    /// A Boolean value that indicates whether white space (XML 1.0, production S) stands at either end.
    var isPadded: Bool {
        utf8.first.map(\.isWhiteSpace) ?? false || utf8.last.map(\.isWhiteSpace) ?? false
    }

    /// The string without white space at its ends.
    package func trimmingXMLSpace() -> String {
        guard isPadded else { return self }
        return String(utf8.trimmingWhiteSpace()) ?? self
    }
}
