internal import ProfileProcessing
internal import SAML2
internal import XMLCore

/// The markup of a message, with hashes for everything that may say something about a subject.
///
/// Only what a standard defines is shown as it is, and only where the standard puts it: an `Issuer` inside an attribute
/// value is a part of the value. A value, and an element of an unknown vocabulary, becomes one hash with all its markup.
struct RedactedMarkup {
    /// The vocabularies whose elements are shown; declarations of other namespaces are hashed.
    private static let standards: Set<String> = [
        "urn:oasis:names:tc:SAML:2.0:assertion", "urn:oasis:names:tc:SAML:2.0:protocol",
        "urn:oasis:names:tc:SAML:2.0:metadata", "http://www.w3.org/2000/09/xmldsig#",
        "http://www.w3.org/2009/xmldsig11#", "http://www.w3.org/2001/04/xmlenc#",
        "http://www.w3.org/2009/xmlenc11#", "http://www.w3.org/2001/10/xml-exc-c14n#",
        "http://www.w3.org/2001/XMLSchema", "http://www.w3.org/2001/XMLSchema-instance",
        "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope",
    ]
    /// The elements in which a sender may put anything.
    private static let holders: Set<String> = [
        "Attribute", "AuthnContextDecl", "Extensions", "Object", "StatusDetail",
    ]
    /// The elements whose text names providers and methods.
    private static let openElements: Set<XML.QualifiedName> = Set(
        [
            "Issuer", "Audience", "AuthnContextClassRef", "AuthnContextDeclRef",
            "AuthenticatingAuthority",
        ].map { XML.QualifiedName($0, in: .assertion) } + [
            XML.QualifiedName("X509Certificate", in: .signature)
        ])
    /// The attributes that identify messages, times, names and methods.
    private static let openAttributes: Set<String> = [
        "ID", "Id", "Version", "IssueInstant", "Destination", "InResponseTo", "Recipient",
        "NotBefore", "NotOnOrAfter", "AuthnInstant", "SessionNotOnOrAfter", "Consent", "Method",
        "Format", "NameFormat", "FriendlyName", "Name", "Algorithm", "URI", "Type", "PrefixList",
        "xsi:type",
    ]
    /// The elements about the subject; only their kind is shown.
    private static let subjects: Set<String> = [
        "AttributeValue", "BaseID", "NameID", "StatusMessage", "SubjectLocality",
    ]
    private static let kinds: Set<String> = ["Format", "xsi:type"]

    private let source: [UInt8]
    private let redaction: Redaction

    /// Creates the markup of a document from its bytes, `source`.
    init(_ source: [UInt8], by redaction: Redaction) {
        self.source = source
        self.redaction = redaction
    }

    /// Returns whether an element becomes one line, whatever is in it: a value, or of an unknown vocabulary.
    func isValue(_ element: XML.Element) -> Bool {
        let isStandard = element.name.namespace.map { Self.standards.contains($0.rawValue) }
        return isStandard != true
            || element.parent.map { Self.holders.contains($0.name.localName) } ?? false
    }

    /// Returns an element with all that is in it.
    func line(of element: XML.Element) -> String {
        let tag = StartTag(of: element, in: source)
        let isValue = isValue(element)
        guard !isValue || element.isNamed(.attributeValue) else {
            let whole = String(decoding: source[element.sourceRange], as: UTF8.self)
            return "<\(tag.name)>\(redaction.replacement(for: whole))</\(tag.name)>"
        }
        guard !tag.isEmpty else { return startTag(of: element) }
        let hasChildren = element.childElements.contains { _ in true }
        let text =
            isValue && hasChildren ? markup(inside: element, after: tag) : element.textContent
        let isOpen = !hasChildren && Self.openElements.contains(element.name)
        return "\(startTag(of: element))\(isOpen ? text : hidden(text, in: element))</\(tag.name)>"
    }

    /// Digests and signatures would tell whether a guessed value is the right one.
    private func hidden(_ text: String, in element: XML.Element) -> String {
        if text.allSatisfy(\.isWhitespace) { return "" }
        if element.isIn(.signature) || element.isIn(.encryption) { return "…" }
        return redaction.replacement(for: text)
    }

    private func markup(inside element: XML.Element, after tag: StartTag) -> String {
        let inside = source[tag.end..<max(tag.end, element.sourceRange.upperBound)]
        let end = inside.lastIndex(of: UInt8(ascii: "<")) ?? inside.endIndex
        return String(decoding: inside[..<end], as: UTF8.self)
    }

    /// Returns the start tag of an element without what may say something about a subject.
    func startTag(of element: XML.Element) -> String {
        let tag = StartTag(of: element, in: source)
        let attributes = tag.attributes.map { name, value in
            let shown =
                isOpen(name, value, of: element) ? value : redaction.replacement(for: value)
            return " \(name)=\"\(shown)\""
        }
        return "<\(tag.name)\(attributes.joined())\(tag.isEmpty ? "/>" : ">")"
    }

    private func isOpen(_ name: String, _ value: String, of element: XML.Element) -> Bool {
        if name == "xmlns" || name.hasPrefix("xmlns:") { return Self.standards.contains(value) }
        if element.name.localName == "StatusCode" { return name == "Value" }
        return Self.subjects.contains(element.name.localName)
            ? Self.kinds.contains(name) : Self.openAttributes.contains(name)
    }
}

/// A start tag as it is written.
private struct StartTag {
    let name: String
    private(set) var attributes: [(name: String, value: String)] = []
    /// A Boolean value that indicates whether the element ends with it.
    let isEmpty: Bool
    /// The place after it.
    let end: Int

    init(of element: XML.Element, in source: [UInt8]) {
        var rest = source[element.sourceRange].dropFirst()
        let label = rest.prefix { !$0.isTagEnd && !$0.isSpace }
        name = String(decoding: label, as: UTF8.self)
        rest = rest[label.endIndex...]
        while true {
            rest = rest.drop { $0.isSpace }
            guard let byte = rest.first, !byte.isTagEnd else { break }
            let label = rest.prefix { $0 != UInt8(ascii: "=") && !$0.isSpace }
            rest = rest[label.endIndex...].drop { $0 == UInt8(ascii: "=") || $0.isSpace }
            guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else { break }
            attributes.append(
                (
                    String(decoding: label, as: UTF8.self),
                    String(decoding: rest[..<end], as: UTF8.self)
                ))
            rest = rest[(end + 1)...]
        }
        isEmpty = rest.first == UInt8(ascii: "/")
        end = min(rest.startIndex + 1, rest.endIndex)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var isTagEnd: Bool { self == UInt8(ascii: ">") || self == UInt8(ascii: "/") }
}

extension XML.QualifiedName {
    fileprivate static let attributeValue = XML.QualifiedName("AttributeValue", in: .assertion)
}
