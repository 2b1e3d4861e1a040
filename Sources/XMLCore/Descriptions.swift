internal import WireText

// What a document says is somebody's: a value that ends up in a log by way of an interpolation or of
// `dump` must not take it along. Without these Swift prints every field.

extension XML.Document: CustomStringConvertible {
    /// The size of the document; never what it says.
    public var description: String { "Document(\(storage.sourceCount) bytes)" }
}

extension XML.Element: CustomStringConvertible {
    /// The place of the element among the document's nodes; never what it says.
    public var description: String { "Element(node \(index))" }
}

extension XML.Element.Children: CustomReflectable {
    /// Nothing: a mirror would show what the document says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension XML.Attribute: CustomStringConvertible {
    /// The size of the value; never the value.
    public var description: String { "Attribute(\(value.utf8.count) bytes)" }
}

extension XML.Identifier: CustomStringConvertible {
    /// The size of the identifier; never the identifier, which the sender chose.
    public var description: String { "Identifier(\(rawValue.utf8.count) bytes)" }
}

extension XML.CanonicalForm: CustomStringConvertible {
    /// The size of the form; never what it says.
    public var description: String { "CanonicalForm(\(bytes.count) bytes)" }
}

extension XML.Document: Redacted {}
extension XML.Element: Redacted {}
extension XML.Attribute: Redacted {}
extension XML.Identifier: Redacted {}
extension XML.CanonicalForm: Redacted {}
