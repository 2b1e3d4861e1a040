internal import ProfileProcessing
internal import SAML2
internal import WireText
package import XMLCore

/// A message as lines to read: each element on a line of its own, the signed parts and the failing places marked.
package struct XMLListing {
    /// A line of the listing.
    struct Line {
        let depth: Int
        let isSigned: Bool
        let isMarked: Bool
        let text: String
        /// The bytes that the line shows, where it shows them as they are.
        let range: Range<Int>?
    }

    private(set) var lines: [Line] = []
    /// A Boolean value that indicates whether the message is longer than what is shown.
    private(set) var isCut = false
    /// The white space before each line, and the place where it begins in the message.
    private(set) var places: [(before: String, position: XML.SourcePosition)] = []

    private static let mostLines = 1500
    private static let mostBytes = 48 << 10
    private static let longestLine = 16 << 10

    private var source: [UInt8] = []
    private var marks: Set<XML.Element> = []
    private var offsets: [Int] = []
    private var byteCount = 0
    /// The markup with hashes for values; `nil` shows the message as it is.
    private var redacted: RedactedMarkup?
    /// A Boolean value that indicates whether nothing is left out.
    private var isWhole = false

    /// Returns a document with each element on a line of its own: white space is added, so that signatures break.
    package static func indented(_ document: XML.Document) -> [UInt8] {
        var listing = XMLListing()
        listing.isWhole = true
        listing.source = document.utf8
        listing.append(document.rootElement, depth: 0, isSigned: false)
        var bytes: [UInt8] = []
        for line in listing.lines {
            bytes += repeatElement(UInt8(ascii: " "), count: line.depth * 2)
            bytes += line.text.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// Lists nothing.
    init() {}

    /// Lists a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - marks: The elements in which something is wrong.
    ///   - positions: The places that reasons name.
    ///   - redaction: The redaction of all values; `nil` shows them.
    init(
        _ document: XML.Document, marking marks: Set<XML.Element>,
        _ positions: [XML.SourcePosition], redaction: Redaction?
    ) {
        self.marks = marks
        source = document.utf8
        redacted = redaction.map { RedactedMarkup(source, by: $0) }
        offsets = positions.compactMap { Self.offset(of: $0, in: source) }
        let root = document.rootElement
        let range = root.sourceRange
        if redaction == nil { add(0, false, false, 0..<range.lowerBound) }
        append(root, depth: 0, isSigned: false)
        if redaction == nil { add(0, false, false, range.upperBound..<source.count) }
        places = linePlaces
        source = []
        redacted = nil
    }

    /// The places of the lines; none where values were replaced, as their lengths say something about them.
    private var linePlaces: [(before: String, position: XML.SourcePosition)] {
        guard redacted == nil, !isCut else { return [] }
        var found: [(String, XML.SourcePosition)] = []
        var offset = 0
        var (line, start) = (1, 0)
        for item in lines {
            guard let range = item.range, range.lowerBound >= offset else { return [] }
            for place in offset..<range.lowerBound where source[place] == UInt8(ascii: "\n") {
                (line, start) = (line + 1, place + 1)
            }
            found.append(
                (
                    String(decoding: source[offset..<range.lowerBound], as: UTF8.self),
                    XML.SourcePosition(line: line, column: range.lowerBound - start + 1)
                ))
            for place in range where source[place] == UInt8(ascii: "\n") {
                (line, start) = (line + 1, place + 1)
            }
            offset = range.upperBound
        }
        return found
    }

    /// Lists text that is not XML, around the place where reading it failed.
    init(unreadable text: [UInt8], at position: XML.SourcePosition?) {
        let offset = position.flatMap { Self.offset(of: $0, in: text) } ?? 0
        let start = max(0, offset - 1200)
        let part = text[start..<min(text.count, offset + 1200)]
        isCut = part.count < text.count
        var place = start
        for line in part.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let isHit = position != nil && (place...(place + line.count)).contains(offset)
            if isHit, offset > place {
                // The failing place begins a line of its own.
                let cut = line.startIndex + (offset - place)
                add(0, false, false, String(decoding: line[..<cut], as: UTF8.self))
                add(0, false, true, String(decoding: line[cut...], as: UTF8.self))
            } else {
                add(0, false, isHit, String(decoding: line, as: UTF8.self))
            }
            place += line.count + 1
        }
    }

    private var hasRoom: Bool {
        isWhole || lines.count < Self.mostLines && byteCount < Self.mostBytes
    }

    /// Adds a line of the source, if there is anything but white space.
    private mutating func add(
        _ depth: Int, _ isSigned: Bool, _ isMarked: Bool, _ range: Range<Int>
    ) {
        let trimmed = trimmed(range)
        if !trimmed.isEmpty { add(depth, isSigned, isMarked, text(trimmed), at: trimmed) }
    }

    private mutating func add(
        _ depth: Int, _ isSigned: Bool, _ isMarked: Bool, _ text: String,
        at range: Range<Int>? = nil
    ) {
        guard hasRoom else {
            isCut = true
            return
        }
        var shown = text
        if !isWhole, text.utf8.count > Self.longestLine {
            shown = ReportText.shortened(text, to: Self.longestLine / 2)
            isCut = true
        }
        byteCount += shown.utf8.count
        lines.append(
            Line(depth: depth, isSigned: isSigned, isMarked: isMarked, text: shown, range: range))
    }

    private mutating func append(_ element: XML.Element, depth: Int, isSigned inherited: Bool) {
        guard hasRoom, isWhole || depth < 200 else {
            isCut = true
            return
        }
        let range = element.sourceRange
        let children = Array(element.childElements)
        let isSigned = inherited || children.contains { $0.isNamed(.signatureElement) }
        let isMarked = marks.contains(element)
        guard let first = children.first, let last = children.last, !element.hasOwnText,
            redacted?.isValue(element) != true
        else {
            let hit = isMarked || offsets.contains { range.contains($0) }
            if let redacted {
                add(depth, isSigned, hit, redacted.line(of: element))
            } else {
                add(depth, isSigned, hit, range)
            }
            return
        }
        let open = range.lowerBound..<first.sourceRange.lowerBound
        let isHit = isMarked || offsets.contains { open.contains($0) }
        if let redacted {
            add(depth, isSigned, isHit, redacted.startTag(of: element))
        } else {
            add(depth, isSigned, isHit, open)
        }
        var end = first.sourceRange.lowerBound
        for child in children {
            if redacted == nil {
                add(depth + 1, isSigned, false, end..<child.sourceRange.lowerBound)
            }
            // A signature does not cover itself.
            append(
                child, depth: depth + 1,
                isSigned: child.isNamed(.signatureElement) ? inherited : isSigned)
            end = child.sourceRange.upperBound
        }
        let rest = last.sourceRange.upperBound..<range.upperBound
        if redacted == nil {
            add(depth, isSigned, false, rest)
        } else {
            add(depth, isSigned, false, endTag(rest))
        }
    }

    /// The end tag of an element, without comments before it.
    private func endTag(_ range: Range<Int>) -> String {
        let text = text(range)
        return text.lastIndex(of: "<").map { String(text[$0...]) } ?? text
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: source[trimmed(range)], as: UTF8.self)
    }

    /// The range without white space at its ends.
    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        let part = source[range.clamped(to: source.indices)].trimmingWhiteSpace()
        return part.startIndex..<part.endIndex
    }

    /// The offset of a position in text.
    private static func offset(of position: XML.SourcePosition, in text: [UInt8]) -> Int? {
        var line = 1
        var start = 0
        while line < position.line {
            guard let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            start = end + 1
            line += 1
        }
        return min(start + max(0, position.column - 1), text.count)
    }
}

extension XML.QualifiedName {
    static let signatureElement = XML.QualifiedName("Signature", in: .signature)
}
