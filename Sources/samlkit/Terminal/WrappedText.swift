/// Text in lines of a limited width, broken between words.
enum WrappedText {
    /// Returns the lines of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The number of characters of a line.
    ///   - keepsLongWords: Whether a word that fits on no line, such as a fingerprint, stays with those before it.
    /// - Returns: The lines; at least one.
    static func lines(_ text: String, width: Int, keepsLongWords: Bool = false) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width,
                !keepsLongWords || word.count < width
            {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}
