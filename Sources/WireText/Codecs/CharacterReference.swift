/// A reference to a character, as XML and HTML write it.
package struct CharacterReference {
    /// The character in UTF-8.
    package let bytes: [UInt8]
    /// The number of bytes that the reference takes.
    package let length: Int

    /// The references of which some are read.
    package enum Kind {
        /// Numbers, and HTML's names for what occurs in Base64, percent-encoding and markup.
        case ofMarkup
        /// HTML's names for letters and signs, which XML does not define.
        case ofHTML
    }

    private static let longestName = 12

    /// Reads a reference at the beginning of a text.
    package init?(at text: ArraySlice<UInt8>, _ kind: Kind = .ofMarkup) {
        let start = text.startIndex
        guard text.first == UInt8(ascii: "&"), Self.mayBegin(at: start, in: text) else {
            return nil
        }
        let name = text[(start + 1)...].prefix(Self.longestName).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";"),
            let scalar = kind == .ofHTML
                ? HTMLLetters.scalars[String(decoding: name, as: UTF8.self)] : Self.scalar(name)
        else { return nil }
        bytes = Array(String(Character(scalar)).utf8)
        length = name.endIndex + 1 - start
    }

    private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard name.first == UInt8(ascii: "#") else {
            return names[String(decoding: name, as: UTF8.self)]
        }
        let number = String(decoding: name.dropFirst(), as: UTF8.self)
        let isHexadecimal = number.hasPrefix("x") || number.hasPrefix("X")
        let value = isHexadecimal ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        // No text has NUL characters.
        return value.flatMap { $0 > 0 ? Unicode.Scalar($0) : nil }
    }

    /// Returns whether a reference can begin at an ampersand, from the byte after it.
    private static func mayBegin(at ampersand: Int, in text: ArraySlice<UInt8>) -> Bool {
        guard ampersand + 1 < text.endIndex else { return false }
        let byte = text[ampersand + 1]
        return byte == UInt8(ascii: "#")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"",
        "QUOT": "\"", "apos": "'", "plus": "+", "equals": "=", "sol": "/", "percnt": "%",
        "colon": ":", "num": "#", "lowbar": "_", "NewLine": "\n", "Tab": "\t", "nbsp": "\u{A0}",
    ]
}

extension CharacterReference {
    /// Decodes one layer of references; leaves other text unchanged.
    package static func undone(
        in text: ArraySlice<UInt8>, _ kind: Kind = .ofMarkup
    ) -> [UInt8] {
        decoded(text, kind) ?? Array(text)
    }

    /// Returns a text with one layer of references decoded, or `nil` if that changes nothing.
    package static func decoded(
        _ text: ArraySlice<UInt8>, _ kind: Kind = .ofMarkup
    ) -> [UInt8]? {
        guard let first = text.firstIndex(of: UInt8(ascii: "&")) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        output += text[..<first]
        var rest = text[first...]
        var isChanged = false
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            output += rest[..<ampersand]
            rest = rest[ampersand...]
            if let reference = CharacterReference(at: rest, kind) {
                output += reference.bytes
                rest = rest.dropFirst(reference.length)
                isChanged = true
            } else {
                output.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
            }
        }
        return isChanged ? output + rest : nil
    }
}
