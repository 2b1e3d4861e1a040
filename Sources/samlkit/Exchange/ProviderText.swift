/// The text of a provider, made safe for a terminal.
enum ProviderText {
    /// Returns letters, numbers and punctuation of the text, without anything as long as a token;
    /// `nil` if none are left.
    static func cleaned(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(400) {
            let isShown =
                scalar.isASCII
                ? (0x20..<0x7F).contains(scalar.value)
                : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            scalars.append(isShown ? scalar : " ")
        }
        let words = String(scalars).split(separator: " ").map { word in
            word.utf8.count > 30 ? "…" : String(word)
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
