extension HTTPExchange {
    /// The path of the URL without what may be secret: no query, and a mark for segments that are not plain words.
    package var shownPath: String { URLParts(url[...]).shownPath }
}

extension String {
    /// The host and path of an address without what may be secret.
    package var shownAddress: String {
        let parts = URLParts(Array(utf8)[...])
        return (parts.host ?? "…") + parts.shownPath
    }
}

extension URLParts {
    fileprivate var shownPath: String {
        let segments = path.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.prefix(Self.mostSegments).map(Self.shown).joined(separator: "/")
            + (segments.count > Self.mostSegments ? "/…" : "")
    }

    private static let mostSegments = 10
    private static let longestSegment = 40

    /// A code, a token, an identifier or an address is not a word: it has digits, or other characters than names have.
    private static func shown(_ segment: ArraySlice<UInt8>) -> String {
        let digitCount = segment.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let hasLowerCase = segment.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        let isName = segment.allSatisfy { byte in
            let letter = byte | 0x20
            return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".")
        }
        let isWord =
            isName && segment.count <= longestSegment && digitCount <= 2
            && (segment.count < 6 || digitCount == 0 || hasLowerCase)
        return isWord ? String(decoding: segment, as: UTF8.self) : "…"
    }
}
