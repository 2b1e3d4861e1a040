// What a document says is somebody's: a value that ends up in a log by way of an interpolation or of
// `dump` must not take it along. Without these Swift prints every field.

extension XML.Document: CustomStringConvertible, CustomReflectable {
    /// The size of the document; never what it says.
    public var description: String { "Document(\(storage.sourceCount) bytes)" }
    /// Nothing: a mirror would show what the document says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension XML.Element: CustomStringConvertible, CustomReflectable {
    /// The place of the element among the document's nodes; never what it says.
    public var description: String { "Element(node \(index))" }
    /// Nothing: a mirror would show what the document says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension XML.Element.Children: CustomReflectable {
    /// Nothing: a mirror would show what the document says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension XML.Attribute: CustomStringConvertible, CustomReflectable {
    /// The size of the value; never the value.
    public var description: String { "Attribute(\(value.utf8.count) bytes)" }
    /// Nothing: a mirror would show the value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension XML.Identifier: CustomStringConvertible, CustomReflectable {
    /// The size of the identifier; never the identifier, which the sender chose.
    package var description: String { "Identifier(\(rawValue.utf8.count) bytes)" }
    /// Nothing: a mirror would show the identifier.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension XML.CanonicalForm: CustomStringConvertible, CustomReflectable {
    /// The size of the form; never what it says.
    public var description: String { "CanonicalForm(\(bytes.count) bytes)" }
    /// Nothing: a mirror would show the bytes.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
