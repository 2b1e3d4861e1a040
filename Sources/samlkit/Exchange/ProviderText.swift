import WireText

/// The text of a provider, made safe for a terminal.
enum ProviderText {
    /// Returns the visible characters of the text; `nil` if there are none.
    ///
    /// Of URLs it keeps what stands before the query. An ellipsis stands for anything as long as a token.
    static func cleaned(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(400)
        where !scalar.isInvisible || scalar.value < 0x20 {
            scalars.append(scalar.isInvisible ? " " : scalar)
        }
        let words = String(scalars).split(whereSeparator: \.isWhitespace).map { word in
            if word.hasPrefix("https://") { return String(word.prefix { !"?#".contains($0) }) }
            let isLong = word.utf8.count > 30 && word.utf8.allSatisfy { $0 < 0x80 }
            return isLong ? "…" : String(word)
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
