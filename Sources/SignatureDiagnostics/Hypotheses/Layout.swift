internal import WireText

/// White space of a document as some tool writes it, to replace the existing white space.
struct Layout {
    /// The content between tags.
    enum BetweenTags {
        case kept
        /// Nothing does.
        case removed
        /// Nothing does where a lone line break or no line break stands, among lines that are indented.
        case strayRemoved
        /// What stood there before a printer indented it as it does tags, by this unit.
        case unprinted(unit: [UInt8])
        /// A line break and the indentation of the level, wherever white space stands.
        ///
        /// Where the indentation is empty a line break leaves nothing behind, so that it is put
        /// there too.
        case indentedAgain(unit: [UInt8], outset: Int)
        /// A line break and the indentation of the level, between all tags.
        case indented(unit: [UInt8], outset: Int)
        /// A line break before the white space that stands there.
        case newlineBefore
        /// A line break instead of the first space.
        case newlineForSpace
    }

    /// The line lengths of Base64.
    struct Base64Lines {
        /// The length of a line; `nil` for a single one.
        let columns: Int?
        /// A Boolean value that indicates whether line breaks stand at both ends, too.
        var isFramed = false
        /// A Boolean value that indicates whether certificates are broken as signature values are.
        var includesCertificates = true
    }

    var betweenTags = BetweenTags.kept
    /// `nil` leaves Base64 as it is.
    var base64: Base64Lines?
    /// A Boolean value that indicates whether the white space around texts is removed.
    var trimsText = false
    /// A Boolean value that indicates whether white space that is all there is in an element is removed.
    var emptiesElements = false
    /// A Boolean value that indicates whether no white space is put around and into signatures,
    /// which are added later.
    var leavesSignaturesBare = false
    var newline: [UInt8] = [0x0A]

    /// The bytes with this layout, `nil` where it makes much more of them: no message is mostly
    /// indentation, but deep ones can be made that would be.
    func bytes(of document: CanonicalTokens) -> [UInt8]? {
        var writer = Writer(layout: self, document: document)
        return writer.run() ? writer.output : nil
    }
}

/// Copies tokens with another layout.
private struct Writer {
    let layout: Layout
    let document: CanonicalTokens
    var output: [UInt8] = []
    /// The start tag of the signature the writer is inside of.
    private var signature: Int?
    /// A Boolean value that indicates whether there is any white space between tags, so that more
    /// of it may be missing.
    private let hasLayout: Bool

    init(layout: Layout, document: CanonicalTokens) {
        self.layout = layout
        self.document = document
        hasLayout = document.tokens.indices.contains { document.isBetweenTags($0) }
        output.reserveCapacity(document.bytes.count + document.bytes.count / 4)
    }

    mutating func run() -> Bool {
        let tokens = document.tokens
        let limit = 4 * document.bytes.count + 4096
        for (index, token) in tokens.enumerated() {
            guard output.count <= limit else { return false }
            switch token.kind {
            case .text: write(text: index)
            case .startTag, .endTag, .other:
                if index > 0, tokens[index - 1].kind != .text { separate(index) }
                if token.kind == .startTag, signature == nil, layout.leavesSignaturesBare,
                    document.isElement(index, named: "Signature")
                {
                    signature = index
                }
                output += document.bytes[token.range]
                if token.kind == .endTag, signature == token.owner { signature = nil }
            }
        }
        return true
    }

    /// Writes what belongs between two tags that stand side by side.
    private mutating func separate(_ index: Int) {
        let token = document.tokens[index]
        let previous = document.tokens[index - 1]
        let isEmptyElement = previous.kind == .startTag && token.kind == .endTag
        let isOutside = token.depth == 0 && token.kind != .endTag
        guard !isEmptyElement, !isOutside else { return }
        switch layout.betweenTags {
        case .kept, .removed, .strayRemoved, .unprinted, .newlineForSpace: break
        case .indentedAgain(_, let outset):
            if token.depth <= outset, hasLayout { output += layout.newline }
        case .newlineBefore:
            if token.depth == 0, hasLayout { output += layout.newline }
        case .indented(let unit, let outset):
            let isSignature =
                layout.leavesSignaturesBare && token.kind == .startTag
                && document.isElement(index, named: "Signature")
            guard signature == nil, !isSignature else { return }
            indent(token.depth - outset, by: unit)
        }
    }

    private mutating func indent(_ level: Int, by unit: [UInt8]) {
        output += layout.newline
        for _ in 0..<max(0, level) { output += unit }
    }

    private mutating func write(text index: Int) {
        let token = document.tokens[index]
        let text = document.bytes[token.range]
        if document.isBetweenTags(index) { return write(whiteSpace: text, before: index + 1) }
        guard token.owner >= 0 else {
            output += text
            return
        }
        if layout.emptiesElements, token.isWhiteSpace, document.isLeafText(index) { return }
        if let lines = layout.base64, document.isBase64(index) {
            let isCertificate = document.isElement(token.owner, named: "X509Certificate")
            if !isCertificate || lines.includesCertificates {
                return write(base64: text, in: lines)
            }
        }
        guard layout.trimsText, document.isLeafText(index) else {
            output += text
            return
        }
        let start = text.firstIndex { !$0.isWhiteSpace } ?? text.startIndex
        let end = text.lastIndex { !$0.isWhiteSpace } ?? text.endIndex - 1
        output += text[start...end]
    }

    private mutating func write(whiteSpace: ArraySlice<UInt8>, before next: Int) {
        let depth = next < document.tokens.count ? document.tokens[next].depth : 0
        switch layout.betweenTags {
        case .kept: output += whiteSpace
        case .removed: break
        case .strayRemoved:
            let isStray =
                depth > 0 && (whiteSpace.elementsEqual([0x0A]) || !whiteSpace.contains(0x0A))
            if !isStray { output += whiteSpace }
        case .unprinted(let unit):
            output += Self.unprinted(
                whiteSpace, by: unit, document.tokens[next - 1].depth, before: depth)
        case .indentedAgain(let unit, let outset): indent(depth - outset, by: unit)
        case .indented(let unit, let outset):
            // What stands on both sides of a signature was one before there was a signature.
            indent(depth - outset, by: unit)
        case .newlineBefore:
            output += layout.newline
            output += whiteSpace
        case .newlineForSpace:
            output += layout.newline
            output += whiteSpace.dropFirst()
        }
    }

    /// Returns white space without the line that a printer put it on, and without the indentation of the tag behind it.
    private static func unprinted(
        _ whiteSpace: ArraySlice<UInt8>, by unit: [UInt8], _ depth: Int, before next: Int
    ) -> ArraySlice<UInt8> {
        let (first, last) = (1 + unit.count * depth, 1 + unit.count * next)
        let end = whiteSpace.suffix(last)
        guard end.count == last, isLine(end, by: unit) else { return whiteSpace }
        if whiteSpace.count == last { return [] }
        guard whiteSpace.count >= first + last, isLine(whiteSpace.prefix(first), by: unit) else {
            return whiteSpace
        }
        return whiteSpace.dropFirst(first).dropLast(last)
    }

    /// Returns whether white space is a line break and nothing but units.
    private static func isLine(_ whiteSpace: ArraySlice<UInt8>, by unit: [UInt8]) -> Bool {
        whiteSpace.first == 0x0A && whiteSpace.dropFirst().repeats(unit)
    }

    private mutating func write(base64 text: ArraySlice<UInt8>, in lines: Layout.Base64Lines) {
        let digits = Self.digits(in: text)
        guard let columns = lines.columns else {
            output += digits
            return
        }
        if lines.isFramed { output += layout.newline }
        for start in stride(from: 0, to: digits.count, by: columns) {
            if start > 0 { output += layout.newline }
            output += digits[start..<min(start + columns, digits.count)]
        }
        if lines.isFramed { output += layout.newline }
    }

    /// The text without white space and without references to it.
    private static func digits(in text: ArraySlice<UInt8>) -> [UInt8] {
        var digits: [UInt8] = []
        var isReference = false
        for byte in text {
            if byte == UInt8(ascii: "&") { isReference = true }
            if !isReference, !byte.isWhiteSpace { digits.append(byte) }
            if byte == UInt8(ascii: ";") { isReference = false }
        }
        return digits
    }
}

extension CanonicalTokens {
    /// Returns whether the text is Base64 that is usually broken into lines.
    func isBase64(_ index: Int) -> Bool {
        let owner = tokens[index].owner
        return isLeafText(index)
            && (isElement(owner, named: "SignatureValue")
                || isElement(owner, named: "DigestValue")
                || isElement(owner, named: "X509Certificate"))
    }
}
