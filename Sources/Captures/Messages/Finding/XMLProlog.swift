/// What stands between an XML declaration and the element that it belongs to.
enum XMLProlog {
    /// Returns whether no other tag stands between the end of a declaration and a start tag.
    ///
    /// The declaration of a wrapper, such as that of Windows' Event Viewer, is none of the message in it.
    ///
    /// - Parameters:
    ///   - start: The place of the start tag.
    ///   - mark: The place of the question mark that ends the declaration.
    ///   - text: The text.
    /// - Returns: Whether none does.
    static func reaches(_ start: Int, from mark: Int, in text: ArraySlice<UInt8>) -> Bool {
        var index = mark + 1
        while index < start {
            if let (writing, length) = MarkupWriting.bracket(at: index, in: text) {
                let name = index + length
                let isComment = name < start && text[name] == UInt8(ascii: "!")
                if !isComment, name + writing.slashLength(at: name, in: text) < start {
                    return false
                }
            }
            index += 1
        }
        return true
    }
}
