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
    }

    private(set) var lines: [Line] = []
    /// A Boolean value that indicates whether the message is longer than what is shown.
    private(set) var isCut = false

    private static let mostLines = 1500
    private static let mostBytes = 48 << 10
    private static let longestLine = 4 << 10

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

    private init() {}

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
        append(document.rootElement, depth: 0, isSigned: false)
        source = []
        redacted = nil
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

    private mutating func add(_ depth: Int, _ isSigned: Bool, _ isMarked: Bool, _ text: String) {
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
        lines.append(Line(depth: depth, isSigned: isSigned, isMarked: isMarked, text: shown))
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
            add(
                depth, isSigned, hit,
                redacted?.line(of: element) ?? shortened(text(range), of: element))
            return
        }
        let open = range.lowerBound..<first.sourceRange.lowerBound
        add(
            depth, isSigned, isMarked || offsets.contains { open.contains($0) },
            redacted?.startTag(of: element) ?? text(open))
        var end = first.sourceRange.lowerBound
        for child in children {
            if redacted == nil {
                let between = text(end..<child.sourceRange.lowerBound)
                if !between.isEmpty { add(depth + 1, isSigned, false, between) }
            }
            // A signature does not cover itself.
            append(
                child, depth: depth + 1,
                isSigned: child.isNamed(.signatureElement) ? inherited : isSigned)
            end = child.sourceRange.upperBound
        }
        let rest = last.sourceRange.upperBound..<range.upperBound
        add(depth, isSigned, false, redacted == nil ? text(rest) : endTag(rest))
    }

    /// The element without the middle of its Base64, which is not read here.
    private func shortened(_ text: String, of element: XML.Element) -> String {
        let names: Set<String> = ["X509Certificate", "CipherValue", "Modulus"]
        guard !isWhole, text.utf8.count > 300, names.contains(element.name.localName) else {
            return text
        }
        return ReportText.shortened(text, to: 160)
    }

    /// The end tag of an element, without comments before it.
    private func endTag(_ range: Range<Int>) -> String {
        let text = text(range)
        return text.lastIndex(of: "<").map { String(text[$0...]) } ?? text
    }

    private func text(_ range: Range<Int>) -> String {
        guard range.lowerBound <= range.upperBound, range.upperBound <= source.count else {
            return ""
        }
        return String(decoding: source[range].trimmingWhiteSpace(), as: UTF8.self)
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
