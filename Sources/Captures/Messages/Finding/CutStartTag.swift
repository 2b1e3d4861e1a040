internal import WireText

/// The start tag of a message that a text ends in, before the tag has named SAML's namespace.
enum CutStartTag {
    private static let longest = 4096

    /// Returns whether a text may end in such a tag.
    static func mayEnd(_ text: ArraySlice<UInt8>) -> Bool {
        let tail = text.suffix(longest)
        guard
            let lead = tail.lastIndex(where: {
                $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\")
                    || $0 == UInt8(ascii: "%")
            })
        else { return false }
        guard tail[lead] == UInt8(ascii: "<") else { return isOfSAML(tail) }
        return !tail[lead...].contains(UInt8(ascii: ">")) && isOfSAML(tail[lead...])
    }

    /// Returns whether a tag that the text ends in is one of SAML, by its prefix or the beginning of its namespace.
    static func isTag(_ tag: ArraySlice<UInt8>) -> Bool { isOfSAML(tag.prefix(longest)) }

    /// Returns whether a name that the text ends in may be the beginning of a message's.
    static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")), isOfSAML(name[..<colon]) else {
            return false
        }
        let local = name[(colon + 1)...]
        return MessageRoot.allCases.contains { $0.rawValue.utf8.starts(with: local) }
    }

    private static func isOfSAML(_ text: ArraySlice<UInt8>) -> Bool {
        ByteText.contains("saml", in: text) || ByteText.contains("SAML", in: text)
            || ByteText.contains("urn:oasis:names:tc:S", in: text)
    }
}
