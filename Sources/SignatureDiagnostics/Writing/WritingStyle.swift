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
        let white: Range<Int>
        /// The number of elements around it, without the one that it is at the end of.
        let depth: Int
        /// A Boolean value that indicates whether it is all there is in an element.
        let isContent: Bool
    }

    init(of bytes: [UInt8]) {
        var gaps: [Gap] = []
        var names: Set<ArraySlice<UInt8>> = []
        var depth = 0
        var index = 0
        var isAfterStart = false
        while index < bytes.count {
            let start = index
            var isBlank = true
            while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
                isBlank = isBlank && bytes[index] <= 0x20
                index += 1
            }
            let text = start..<index
            guard index + 1 < bytes.count else { break }
            let end = MarkupTag.end(in: bytes, from: index)
            let tag = index..<end
            let mark = bytes[index + 1]
            index = end
            if mark == UInt8(ascii: "?"), depth == 0, bytes[tag].starts(with: "<?xml".utf8) {
                declaration = String(decoding: bytes[tag].dropFirst(5).dropLast(2), as: UTF8.self)
                breaksAfterDeclaration =
                    end < bytes.count && (bytes[end] == 0x0A || bytes[end] == 0x0D)
                continue
            }
            if mark == UInt8(ascii: "!") || mark == UInt8(ascii: "?") { continue }
            let isEnd = mark == UInt8(ascii: "/")
            let isEmpty = !isEnd && tag.count > 2 && bytes[end - 2] == UInt8(ascii: "/")
            let inner = isEnd ? depth - 1 : depth
            if depth > 0, isBlank {
                gaps.append(Gap(white: text, depth: inner, isContent: isAfterStart && isEnd))
            }
            if isEnd, isAfterStart, text.isEmpty { emptyElements.insert(.twoTags) }
            if isEmpty { emptyElements.insert(bytes[end - 3] == 0x20 ? .spaceAndSlash : .slash) }
            if !isEnd { note(bytes[tag], isRoot: depth == 0, &names) }
            depth = isEnd || isEmpty ? inner : depth + 1
            isAfterStart = !isEnd && !isEmpty
        }
        lineEnd = Self.lineEnd(of: bytes)
        endsWithLineBreak = bytes.last == 0x0A
        layout = Self.layout(of: gaps, in: bytes, lineEnd: lineEnd ?? [0x0A])
    }

    /// A Boolean value that indicates whether prefixes are `ns0`, `ns1` and so on, in the order in which they come.
    ///
    /// Those with a name of their own, such as `xsi`, count in the numbers.
    var numbersPrefixes: Bool {
        let numbers = prefixes.compactMap { $0.hasPrefix("ns") ? Int($0.dropFirst(2)) : nil }
        return numbers.count > 1 && numbers[0] == 0 && numbers == numbers.sorted()
            && numbers[numbers.count - 1] < prefixes.count + 2
    }

    private mutating func note(
        _ tag: ArraySlice<UInt8>, isRoot: Bool, _ names: inout Set<ArraySlice<UInt8>>
    ) {
        let start = tag.startIndex + 1
        let end =
            tag[start...].firstIndex {
                $0 <= 0x20 || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
            } ?? tag.endIndex
        if let colon = tag[start..<end].firstIndex(of: UInt8(ascii: ":")),
            names.insert(tag[start..<colon]).inserted
        {
            prefixes.append(String(decoding: tag[start..<colon], as: UTF8.self))
        }
        guard !isRoot, declaresAtRoot else { return }
        declaresAtRoot = !tag.indices.contains {
            tag[$0] == 0x20 && tag[($0 + 1)...].starts(with: "xmlns".utf8)
        }
    }

    private static func lineEnd(of bytes: [UInt8]) -> [UInt8]? {
        var (count, countWithReturn) = (0, 0)
        var last: UInt8 = 0
        for byte in bytes {
            if byte == 0x0A {
                count += 1
                if last == 0x0D { countWithReturn += 1 }
            }
            last = byte
        }
        guard count > 0 else { return nil }
        return countWithReturn == 0 ? [0x0A] : countWithReturn == count ? [0x0D, 0x0A] : nil
    }

    private static func layout(of gaps: [Gap], in bytes: [UInt8], lineEnd: [UInt8]) -> Layout {
        if gaps.allSatisfy(\.white.isEmpty) { return .none }
        if gaps.allSatisfy({ bytes[$0.white].elementsEqual(lineEnd) }) { return .lines }
        guard gaps.allSatisfy({ !$0.isContent || $0.white.isEmpty }),
            let first = gaps.first(where: { !$0.isContent && $0.depth == 1 }).map({
                bytes[$0.white]
            }),
            first.starts(with: lineEnd)
        else { return .other }
        let unit = Array(first.dropFirst(lineEnd.count))
        let isExact = gaps.allSatisfy { gap in
            guard !gap.isContent else { return true }
            let indentation = bytes[gap.white].dropFirst(lineEnd.count)
            return bytes[gap.white].starts(with: lineEnd)
                && indentation.count == gap.depth * unit.count && indentation.repeats(unit)
        }
        return isExact ? .indented(unit) : .other
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether the bytes are those of a unit over and over; the last may be cut.
    func repeats(_ unit: [UInt8]) -> Bool {
        indices.allSatisfy { self[$0] == unit[($0 - startIndex) % unit.count] }
    }
}
