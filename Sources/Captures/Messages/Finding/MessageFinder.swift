internal import SAMLBindings
internal import WireText

/// Finds SAML messages in text of any kind.
///
/// It finds the parameters and fields that hold a message by their names, XML from the start tag of a message to its
/// end, and Base64 that stands for such XML. It takes one pass: its time is linear in the length of the text.
package enum MessageFinder {
    /// A message that was found, or something that looks like one.
    package struct Found: Sendable {
        /// The place where it begins.
        package let offset: Int
        /// The bytes as they stand in the text, or why there are none.
        package let content: Result<[UInt8], CaptureError>
    }

    /// The messages of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - field: The name of one more field that holds messages.
    /// - Returns: The messages with their offsets from the start of the text, in their order. What looks like a message
    ///   and cannot be unpacked is given as it stands.
    package static func messages(
        in text: ArraySlice<UInt8>, field: String? = nil
    ) -> [Found] {
        if isOnePacked(text) { return [Found(offset: 0, content: .success(Array(text)))] }
        let found = MessageScan(of: text, extent: .whole, field: field).found
        return found.isEmpty ? UnifiedLogMark.error(in: text).map { [$0] } ?? [] : found
    }

    /// Returns whether a whole text is one message in hexadecimal or a literal of bytes, in which parts of it may look like
    /// a message, too.
    static func isOnePacked(_ text: ArraySlice<UInt8>) -> Bool {
        guard HexadecimalText.mayBegin(text) || BytesLiteral.isBeginning(of: text),
            case .complete = MessageShape(of: Array(text))
        else {
            return false
        }
        return true
    }

    /// Returns whether a text holds more than one message.
    package static func holdsSeveral(_ text: [UInt8]) -> Bool {
        messages(in: text[...]).count > 1
    }
}
