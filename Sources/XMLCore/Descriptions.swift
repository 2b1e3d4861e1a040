internal import WireText

// What a document says is somebody's: a value that ends up in a log by way of an interpolation or of
// `dump` must not take it along. Without these Swift prints every field.

extension XML.Element.Children: CustomReflectable {
    /// Nothing: a mirror would show what the document says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension XML.Document: Redacted {}
extension XML.Element: Redacted {}
extension XML.Attribute: Redacted {}
extension XML.CanonicalForm: Redacted {}
