internal import WireText

/// How a program wrote a document: what it could have written otherwise without changing what is in it.
///
/// It is read from the bytes in one pass, of text that is known to be well-formed.
struct WritingStyle {
    /// How elements without content are written.
    enum EmptyElements {
        case slash, spaceAndSlash, twoTags
    }

    /// The white space between tags.
    enum Layout: Equatable {
        /// None.
        case none
        /// A line break between any two tags.
        case lines
        /// A line break and as many units as there are elements around, except in elements of text alone.
        case indented([UInt8])
        case other
    }

    /// The text of the XML declaration between its marks; `nil` without a declaration.
    private(set) var declaration: String?
    /// A Boolean value that indicates whether a line break stands between the declaration and the root element.
    private(set) var breaksAfterDeclaration = false
    /// The line break of every line; `nil` for a text on one line or with different line breaks.
    private(set) var lineEnd: [UInt8]?
    /// The writings of elements without content.
    private(set) var emptyElements: Set<EmptyElements> = []
    private(set) var layout = Layout.none
    /// A Boolean value that indicates whether the root element alone declares namespaces.
    private(set) var declaresAtRoot = true
    /// The prefixes of tags in the order in which they come first.
    private(set) var prefixes: [String] = []
    /// A Boolean value that indicates whether the text ends with a line break.
    private(set) var endsWithLineBreak = false

    /// What stands between two tags, if it is no more than white space.
    private struct Gap {
        let white: ArraySlice<UInt8>
        /// The number of elements around it, without the one that it is at the end of.
        let depth: Int
        /// A Boolean value that indicates whether it is all there is in an element.
        let isContent: Bool
    }

    init(of bytes: [UInt8]) {
        var gaps: [Gap] = []
        var depth = 0
        var index = 0
        var isAfterStart = false
        while index < bytes.count {
            let textEnd = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            let text = bytes[index..<textEnd]
            guard textEnd + 1 < bytes.count else { break }
            let end = MarkupTag.end(in: bytes, from: textEnd)
            let markup = bytes[textEnd..<end]
            index = end
            let mark = bytes[textEnd + 1]
            if mark == UInt8(ascii: "?"), depth == 0, markup.starts(with: "<?xml".utf8) {
                declaration = String(decoding: markup.dropFirst(5).dropLast(2), as: UTF8.self)
                breaksAfterDeclaration = end < bytes.count && bytes[end] == 0x0A
                continue
            }
            if mark == UInt8(ascii: "!") || mark == UInt8(ascii: "?") { continue }
            let isEnd = mark == UInt8(ascii: "/")
            let isEmpty = !isEnd && markup.dropLast().last == UInt8(ascii: "/")
            let inner = isEnd ? depth - 1 : depth
            if depth > 0, text.allSatisfy({ $0 <= 0x20 }) {
                gaps.append(Gap(white: text, depth: inner, isContent: isAfterStart && isEnd))
            }
            if isEnd, isAfterStart, text.isEmpty { emptyElements.insert(.twoTags) }
            if isEmpty {
                let hasSpace = markup.dropLast(2).last == 0x20
                emptyElements.insert(hasSpace ? .spaceAndSlash : .slash)
            }
            if !isEnd { note(markup, isRoot: depth == 0) }
            depth = isEnd || isEmpty ? inner : depth + 1
            isAfterStart = !isEnd && !isEmpty
        }
        lineEnd = Self.lineEnd(of: bytes)
        endsWithLineBreak = bytes.last == 0x0A
        layout = Self.layout(of: gaps, lineEnd: lineEnd ?? [0x0A])
    }

    /// A Boolean value that indicates whether prefixes are `ns0`, `ns1` and so on, in the order in which they come.
    ///
    /// Those with a name of their own, such as `xsi`, count in the numbers.
    var numbersPrefixes: Bool {
        let numbers = prefixes.compactMap { $0.hasPrefix("ns") ? Int($0.dropFirst(2)) : nil }
        return numbers.count > 1 && numbers[0] == 0 && numbers == numbers.sorted()
            && numbers[numbers.count - 1] < prefixes.count + 2
    }

    private mutating func note(_ tag: ArraySlice<UInt8>, isRoot: Bool) {
        let name = tag.dropFirst().prefix {
            $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
            let prefix = String(decoding: name[..<colon], as: UTF8.self)
            if !prefixes.contains(prefix) { prefixes.append(prefix) }
        }
        guard !isRoot, declaresAtRoot else { return }
        declaresAtRoot = !tag.indices.contains {
            tag[$0] == 0x20 && tag[$0...].dropFirst().starts(with: "xmlns".utf8)
        }
    }

    private static func lineEnd(of bytes: [UInt8]) -> [UInt8]? {
        let breaks = bytes.indices.filter { bytes[$0] == 0x0A }
        guard !breaks.isEmpty else { return nil }
        let withReturn = breaks.count { $0 > 0 && bytes[$0 - 1] == 0x0D }
        return withReturn == 0 ? [0x0A] : withReturn == breaks.count ? [0x0D, 0x0A] : nil
    }

    private static func layout(of gaps: [Gap], lineEnd: [UInt8]) -> Layout {
        if gaps.allSatisfy(\.white.isEmpty) { return .none }
        if gaps.allSatisfy({ $0.white.elementsEqual(lineEnd) }) { return .lines }
        let between = gaps.filter { !$0.isContent }
        guard gaps.allSatisfy({ !$0.isContent || $0.white.isEmpty }),
            let first = between.first(where: { $0.depth == 1 })?.white,
            first.starts(with: lineEnd)
        else { return .other }
        let unit = Array(first.dropFirst(lineEnd.count))
        let isExact = between.allSatisfy { gap in
            let white = gap.white.dropFirst(lineEnd.count)
            return gap.white.starts(with: lineEnd) && white.count == gap.depth * unit.count
                && zip(white, white.indices).allSatisfy {
                    $0 == unit[($1 - white.startIndex) % unit.count]
                }
        }
        return isExact ? .indented(unit) : .other
    }
}
