internal import ProfileProcessing
internal import SAML2
internal import WireText
internal import XMLCore

/// A message as lines to read: each element on a line of its own, the signed parts and the failing places marked.
struct XMLListing {
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
    private let redaction: Redaction?

    /// Lists a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - marks: The elements in which something is wrong.
    ///   - positions: The places of which reasons speak.
    ///   - redaction: The redaction of all values; `nil` shows them.
    init(
        _ document: XML.Document, marking marks: Set<XML.Element>,
        _ positions: [XML.SourcePosition], redaction: Redaction?
    ) {
        self.redaction = redaction
        self.marks = marks
        source = document.utf8
        offsets = positions.compactMap { Self.offset(of: $0, in: source) }
        append(document.rootElement, depth: 0, isSigned: false)
        source = []
    }

    /// Lists text that is no XML, around the place where reading it failed.
    init(unreadable text: [UInt8], at position: XML.SourcePosition?) {
        redaction = nil
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

    private mutating func add(_ depth: Int, _ isSigned: Bool, _ isMarked: Bool, _ text: String) {
        guard lines.count < Self.mostLines, byteCount < Self.mostBytes else {
            isCut = true
            return
        }
        var shown = text
        if text.utf8.count > Self.longestLine {
            shown = ReportText.shortened(text, to: Self.longestLine / 2)
            isCut = true
        }
        byteCount += shown.utf8.count
        lines.append(Line(depth: depth, isSigned: isSigned, isMarked: isMarked, text: shown))
    }

    private mutating func append(_ element: XML.Element, depth: Int, isSigned inherited: Bool) {
        guard lines.count < Self.mostLines, byteCount < Self.mostBytes, depth < 200 else {
            isCut = true
            return
        }
        let range = element.sourceRange
        let children = Array(element.childElements)
        let isSigned = inherited || children.contains { $0.isNamed(.signatureElement) }
        let isMarked = marks.contains(element)
        guard let first = children.first, let last = children.last, !element.hasOwnText else {
            let hit = isMarked || offsets.contains { range.contains($0) }
            add(
                depth, isSigned, hit,
                redaction == nil ? Self.shortened(text(range), of: element) : redacted(element))
            return
        }
        let open = range.lowerBound..<first.sourceRange.lowerBound
        add(
            depth, isSigned, isMarked || offsets.contains { open.contains($0) },
            redaction == nil ? text(open) : startTag(of: element))
        var end = first.sourceRange.lowerBound
        for child in children {
            if redaction == nil {
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
        add(depth, isSigned, false, redaction == nil ? text(rest) : endTag(rest))
    }

    /// The element without the middle of its Base64, which nobody reads here.
    private static func shortened(_ text: String, of element: XML.Element) -> String {
        let names: Set<String> = ["X509Certificate", "CipherValue", "Modulus"]
        guard text.utf8.count > 300, names.contains(element.name.localName) else { return text }
        return ReportText.shortened(text, to: 160)
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

/// The redacted form: only what says nothing about a subject is shown as it is.
extension XMLListing {
    /// The elements whose text names providers, methods and outcomes.
    private static let openElements: Set<String> = [
        "Issuer", "Audience", "AuthnContextClassRef", "AuthnContextDeclRef",
        "AuthenticatingAuthority", "X509Certificate",
    ]
    /// The attributes that identify messages, times, names and methods.
    private static let openAttributes: Set<String> = [
        "ID", "Id", "Version", "IssueInstant", "Destination", "InResponseTo", "Recipient",
        "NotBefore", "NotOnOrAfter", "AuthnInstant", "SessionNotOnOrAfter", "Consent", "Method",
        "Format", "NameFormat", "FriendlyName", "Name", "Algorithm", "URI", "Type", "PrefixList",
        "xsi:type",
    ]

    private func redacted(_ element: XML.Element) -> String {
        let content = element.textContent
        let tag = startTag(of: element)
        guard !tag.hasSuffix("/>") else { return tag }
        let name = tag.dropFirst().prefix { $0 != " " && $0 != ">" }
        let isOpen =
            Self.openElements.contains(element.name.localName)
            && element.childElements.first { _ in true } == nil
        return "\(tag)\(isOpen ? content : hidden(content, in: element))</\(name)>"
    }

    /// Digests and signatures would tell whether a guessed value is the right one.
    private func hidden(_ text: String, in element: XML.Element) -> String {
        if text.allSatisfy(\.isWhitespace) { return "" }
        if element.isIn(.signature) || element.isIn(.encryption) { return "…" }
        return redaction?.replacement(for: text) ?? ""
    }

    /// The start tag without the values that may say something about a subject.
    private func startTag(of element: XML.Element) -> String {
        var rest = source[element.sourceRange].dropFirst()
        let name = rest.prefix { !$0.isTagEnd && !$0.isSpace }
        rest = rest[name.endIndex...]
        var tag = "<" + String(decoding: name, as: UTF8.self)
        while true {
            rest = rest.drop { $0.isSpace }
            guard let byte = rest.first, !byte.isTagEnd else { break }
            let label = rest.prefix { $0 != UInt8(ascii: "=") && !$0.isSpace }
            rest = rest[label.endIndex...].drop { $0 == UInt8(ascii: "=") || $0.isSpace }
            guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else { break }
            let value = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            let attribute = String(decoding: label, as: UTF8.self)
            let isStatus = element.name.localName == "StatusCode" && attribute == "Value"
            let isOpen =
                isStatus || attribute.hasPrefix("xmlns") || Self.openAttributes.contains(attribute)
            // Inside of a value, attributes are part of it.
            let shown =
                isOpen && !isInValue(element) ? value : redaction?.replacement(for: value) ?? ""
            tag += " \(attribute)=\"\(attribute.hasPrefix("xmlns") ? value : shown)\""
        }
        return tag + (rest.first == UInt8(ascii: "/") ? "/>" : ">")
    }

    private func isInValue(_ element: XML.Element) -> Bool {
        var parent = element.parent
        while let current = parent {
            if current.name.localName == "AttributeValue" { return true }
            parent = current.parent
        }
        return false
    }

    /// The end tag of an element, without comments before it.
    private func endTag(_ range: Range<Int>) -> String {
        let text = text(range)
        return text.lastIndex(of: "<").map { String(text[$0...]) } ?? text
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var isTagEnd: Bool { self == UInt8(ascii: ">") || self == UInt8(ascii: "/") }
}

extension XML.QualifiedName {
    static let signatureElement = XML.QualifiedName("Signature", in: .signature)
}
