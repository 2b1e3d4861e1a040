internal import SAMLBindings
internal import WireText

extension [UInt8] {
    /// The XML of a message without what may stand around it: a byte order mark, an XML declaration, white space.
    ///
    /// Two places with the same identity show one message.
    var messageIdentity: ArraySlice<UInt8> {
        var text = self[...].withoutByteOrderMark
        text = text.drop(while: \.isWhiteSpace)
        if text.starts(with: "<?xml".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) {
            text = text[(end + 1)...].drop(while: \.isWhiteSpace)
        }
        while let last = text.last, last.isWhiteSpace { text.removeLast() }
        return text
    }
}
