internal import WireText

/// Words of a shell's command line.
package enum ShellWord {
    /// Returns a text as one word.
    ///
    /// Bytes of invisible characters are written as `\xHH` in `$'…'`, which bash, zsh and ksh know, so that the word is
    /// the same after it was shown and copied.
    package static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.allSatisfy { character in
                character.isASCII && (character.isLetter || character.isNumber)
                    || "+-./:@_=,%".contains(character)
            }
        if isPlain { return text }
        guard !text.unicodeScalars.contains(where: \.isUnseen) else { return escaped(text) }
        return "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }

    private static func escaped(_ text: String) -> String {
        var word = "$'"
        for scalar in text.unicodeScalars {
            if scalar.isUnseen {
                for byte in String(scalar).utf8 { word += "\\x" + Hexadecimal.text([byte]) }
            } else {
                if scalar == "'" || scalar == "\\" { word += "\\" }
                word.unicodeScalars.append(scalar)
            }
        }
        return word + "'"
    }
}

extension Unicode.Scalar {
    /// A Boolean value that indicates whether it is shown as nothing, or as a space that it is not.
    fileprivate var isUnseen: Bool {
        isInvisible || value < 0x20 || value == 0x7F
            || !isASCII
                && (properties.isWhitespace || properties.isDefaultIgnorableCodePoint)
    }
}
