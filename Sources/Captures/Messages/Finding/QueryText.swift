internal import SAMLBindings
internal import WireText

/// The parameters of a message in a query or form that stands in a text, as they are written there.
struct QueryText {
    /// The parameters that belong to a message, as a form of their own in the order of the text.
    let form: [UInt8]
    /// The place after the query.
    let end: Int

    private static let names: Set<String> = [
        "SAMLResponse", "SAMLRequest", "RelayState", "SigAlg", "Signature", "SAMLEncoding",
    ]
    private static let longestBefore = 8192

    /// Reads the query around a parameter.
    ///
    /// - Parameters:
    ///   - name: The place of the parameter's name.
    ///   - value: The place of its value.
    ///   - text: The text.
    ///   - start: The place before which nothing belongs to the query.
    init(
        around name: Range<Int>, value: Range<Int>, in text: ArraySlice<UInt8>, from start: Int
    ) {
        var pairs = Self.pairs(before: name.lowerBound, in: text, from: start)
        pairs.append(Array(text[name]) + [UInt8(ascii: "=")] + text[value])
        var index = value.upperBound
        while let next = Self.ampersandEnd(at: index, in: text) {
            let pair = text[next...].prefix(while: Self.isQueryByte)
            index = pair.endIndex
            if Self.belongs(pair) { pairs.append(Array(pair)) }
        }
        form = Array(pairs.joined(separator: [UInt8(ascii: "&")]))
        end = index
    }

    /// Reads a query that is encoded again as the value of a parameter, or escaped in JSON.
    init(encodedFrom start: Int, separator: ValuePlace.Separator, in text: ArraySlice<UInt8>) {
        let isEscaped = separator == .escaped
        let written = text[start...].prefix {
            Self.isQueryByte($0) || (isEscaped && $0 == UInt8(ascii: "\\"))
        }
        end = written.endIndex
        var query = Array(written)
        if isEscaped {
            for _ in 0..<3 where query.contains(UInt8(ascii: "\\")) {
                query = StringEscape.undone(in: query[...])
            }
        } else if case .encoded(let layers) = separator {
            for _ in 0..<layers { query = PercentEscape.undone(in: query[...]) }
        }
        let pairs = query.split(separator: UInt8(ascii: "&")).filter(Self.belongs)
        form = Array(pairs.joined(separator: [UInt8(ascii: "&")]))
    }

    private static func belongs(_ pair: ArraySlice<UInt8>) -> Bool {
        // A name may be percent-encoded, too, and is one that receivers read.
        let longest = 36
        let name = pair.prefix(longest + 1).prefix { $0 != UInt8(ascii: "=") }
        return name.count < pair.count
            && names.contains(String(decoding: PercentEscape.undone(in: name), as: UTF8.self))
    }

    private static func pairs(
        before end: Int, in text: ArraySlice<UInt8>, from start: Int
    ) -> [[UInt8]] {
        guard end > start, text[end - 1] == UInt8(ascii: "&") || text[end - 1] == UInt8(ascii: ";")
        else { return [] }
        var first = end
        let bound = max(start, end - longestBefore)
        while first > bound,
            isQueryByte(text[first - 1]) || text[first - 1] == UInt8(ascii: "&")
                || text[first - 1] == UInt8(ascii: ";")
        {
            first -= 1
        }
        var query = text[first..<end]
        if let mark = query.lastIndex(of: UInt8(ascii: "?")) { query = query[(mark + 1)...] }
        return query.split(separator: UInt8(ascii: "&")).map { pair in
            // "&amp;" was cut in two.
            pair.starts(with: "amp;".utf8) ? pair.dropFirst(4) : pair
        }
        .filter(belongs).map { Array($0) }
    }

    /// The place after the sign between two parameters at an index, also as HTML and JSON write it.
    private static func ampersandEnd(at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        guard index < text.endIndex else { return nil }
        if text[index] == UInt8(ascii: "&") {
            guard let reference = CharacterReference(at: text[index...]) else { return index + 1 }
            return reference.bytes == [UInt8(ascii: "&")] ? index + reference.length : nil
        }
        let backslashes = MarkupWriting.backslashCount(at: index, in: text)
        guard backslashes > 0 else { return nil }
        if ByteText.isText("x26", at: index + backslashes, in: text) {
            return index + backslashes + 3
        }
        return ByteText.isText("u0026", at: index + backslashes, in: text)
            ? index + backslashes + 5 : nil
    }

    static func isQueryByte(_ byte: UInt8) -> Bool {
        if Base64Run.isDigit[Int(byte)] { return true }
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: "."), UInt8(ascii: "~"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: ":"),
            UInt8(ascii: "@"), UInt8(ascii: "?"):
            return true
        default: return false
        }
    }
}
