internal import WireText

extension JSONValue {
    /// The number, or that of a text with one.
    var lenientNumber: Int64? { wholeNumber ?? text.flatMap { Int64($0) } }
}
