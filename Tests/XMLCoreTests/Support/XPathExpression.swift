import XMLCore

/// An expression and the namespaces its prefixes stand for, as an `XPath` element holds them.
struct XPathExpression {
    let text: String
    let bindings: [(prefix: String, namespace: XML.Namespace)]

    /// Reads an element such as `<XPath xmlns:a="…">ancestor-or-self::a:b</XPath>`.
    init(_ element: XML.Element) {
        text = element.textContent
        bindings = Self.prefixes(in: text).compactMap { prefix in
            element.namespace(forPrefix: prefix).map { (prefix, $0) }
        }
    }

    init(_ text: String, bindings: [(prefix: String, namespace: XML.Namespace)] = []) {
        self.text = text
        self.bindings = bindings
    }

    /// What may be a prefix in an expression: a name before a single colon.
    ///
    /// A string literal can look like one too, which binds a prefix too many and changes nothing.
    private static func prefixes(in text: String) -> Set<String> {
        var prefixes: Set<String> = []
        var name = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character.isLetter || character.isNumber || "-._".contains(character) {
                name.append(character)
                continue
            }
            if character == ":" {
                if rest.first == ":" { rest.removeFirst() } else { prefixes.insert(name) }
            }
            name = ""
        }
        prefixes.remove("")
        return prefixes
    }
}
