internal import WireText

/// Texts of a query or a form in `application/x-www-form-urlencoded`.
enum FormText {
    /// Returns the text of a name or value; `nil` where it is not UTF-8.
    static func decoded(_ text: Substring) -> String? {
        let bytes = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(validating: PercentEscape.undone(in: bytes[...]), as: UTF8.self)
    }
}
