/// Words of a shell's command line.
package enum ShellWord {
    /// Returns a text as one word.
    package static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.allSatisfy { character in
                character.isASCII && (character.isLetter || character.isNumber)
                    || "+-./:@_=,%".contains(character)
            }
        if isPlain { return text }
        return "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
