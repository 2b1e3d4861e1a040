internal import WireText

/// The tags and texts of canonical bytes.
///
/// Canonical XML (section 2.3) has one way to write everything: start and end tags only, `"` around
/// values, no "<" and ">" outside markup but in values, comments and processing instructions. This
/// relies on it, is given nothing else, and decides nothing about a message.
struct CanonicalTokens {
    enum Kind: UInt8 {
        case startTag
        case endTag
        case text
        /// A comment or a processing instruction.
        case other
    }

    struct Token {
        let kind: Kind
        let range: Range<Int>
        /// The number of surrounding elements; for a tag, those around its element.
        let depth: Int
        /// The start tag of the element that holds it, and of an end tag its own; -1 outside.
        let owner: Int
        let isWhiteSpace: Bool
    }

    let bytes: [UInt8]
    private(set) var tokens: [Token] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var open: [Int] = []
        var index = 0
        while index < bytes.count {
            let start = index
            guard bytes[index] == UInt8(ascii: "<") else {
                while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
                append(.text, start..<index, open)
                continue
            }
            switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
            case UInt8(ascii: "/"):
                // Not by the search for longer marks, which needs an array for each tag.
                index = (bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
                let own = open.popLast() ?? -1
                tokens.append(
                    Token(
                        kind: .endTag, range: start..<index, depth: open.count, owner: own,
                        isWhiteSpace: false))
            case UInt8(ascii: "!"):
                index = Self.end(of: "-->", in: bytes, from: index + 4)
                append(.other, start..<index, open)
            case UInt8(ascii: "?"):
                index = Self.end(of: "?>", in: bytes, from: index + 2)
                append(.other, start..<index, open)
            default:
                index = Self.endOfStartTag(in: bytes, from: index)
                append(.startTag, start..<index, open)
                open.append(tokens.count - 1)
            }
        }
    }

    private mutating func append(_ kind: Kind, _ range: Range<Int>, _ open: [Int]) {
        tokens.append(
            Token(
                kind: kind, range: range, depth: open.count, owner: open.last ?? -1,
                isWhiteSpace: kind == .text && bytes[range].allSatisfy(\.isWhiteSpace)))
    }

    private static func end(of terminator: String, in bytes: [UInt8], from start: Int) -> Int {
        let terminator = Array(terminator.utf8)
        let offset = bytes.firstOffset(of: terminator, from: start)
        return offset.map { $0 + terminator.count } ?? bytes.count
    }

    /// Values may hold ">", and never a quotation mark.
    private static func endOfStartTag(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        var isInValue = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { isInValue.toggle() }
            if byte == UInt8(ascii: ">"), !isInValue { return index }
        }
        return index
    }
}

extension CanonicalTokens {
    /// The qualified name in a tag.
    func name(ofTag index: Int) -> ArraySlice<UInt8> {
        let token = tokens[index]
        let start = token.range.lowerBound + (token.kind == .endTag ? 2 : 1)
        let end =
            bytes[start..<token.range.upperBound].firstIndex { byte in
                byte == UInt8(ascii: " ") || byte == UInt8(ascii: ">")
            } ?? token.range.upperBound
        return bytes[start..<end]
    }

    /// Returns whether the element of a start tag has this name, whatever its prefix.
    func isElement(_ index: Int, named localName: String) -> Bool {
        index >= 0 && self.localName(ofTag: index).elementsEqual(localName.utf8)
    }

    /// The name in a tag without its prefix.
    func localName(ofTag index: Int) -> ArraySlice<UInt8> {
        let name = name(ofTag: index)
        return name[(name.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex)...]
    }

    /// An attribute or a namespace declaration of a start tag, with the space before it.
    struct Attribute {
        let range: Range<Int>
        let name: Range<Int>
        let value: Range<Int>
    }

    /// The attributes of a start tag, namespace declarations first.
    func attributes(ofTag index: Int) -> [Attribute] {
        var attributes: [Attribute] = []
        let end = tokens[index].range.upperBound
        var position = name(ofTag: index).endIndex
        while position < end, bytes[position] == UInt8(ascii: " ") {
            guard let equals = bytes[position..<end].firstIndex(of: UInt8(ascii: "=")),
                equals + 2 <= end,
                let quote = bytes[(equals + 2)..<end].firstIndex(of: UInt8(ascii: "\""))
            else { break }
            attributes.append(
                Attribute(
                    range: position..<quote + 1, name: position + 1..<equals,
                    value: equals + 2..<quote))
            position = quote + 1
        }
        return attributes
    }

    /// The start tag at a path of child elements from the root element.
    func startTag(at path: [Int]) -> Int? {
        guard var current = tokens.firstIndex(where: { $0.kind == .startTag }) else { return nil }
        for step in path {
            var remaining = step
            guard
                let next = tokens.indices[(current + 1)...].first(where: { index in
                    guard tokens[index].kind == .startTag, tokens[index].owner == current else {
                        return false
                    }
                    remaining -= 1
                    return remaining < 0
                })
            else { return nil }
            current = next
        }
        return current
    }

    /// The end tag of a start tag.
    func endTag(of startTag: Int) -> Int? {
        tokens.indices[(startTag + 1)...].first {
            tokens[$0].kind == .endTag && tokens[$0].owner == startTag
        }
    }

    /// Returns whether the token is all there is in its element.
    func isLeafText(_ index: Int) -> Bool {
        tokens[index].kind == .text && index > 0 && index + 1 < tokens.count
            && tokens[index - 1].kind == .startTag && tokens[index + 1].kind == .endTag
    }

    /// Returns whether the token is white space with markup on both sides, which belongs to no
    /// value.
    func isBetweenTags(_ index: Int) -> Bool {
        tokens[index].isWhiteSpace && tokens[index].owner >= 0 && !isLeafText(index)
    }
}
