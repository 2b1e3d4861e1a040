internal import WireText

/// The places of SAML messages in XML in a text, also where it is escaped for HTML, JSON or a URL.
///
/// One pass finds the tags of messages and pairs them, so that tags that are never closed cost no more than others.
struct MarkupSpans {
    /// A message from its start tag to its end.
    struct Span {
        let range: Range<Int>
        let end: End
    }

    /// The place of the end tag of a message.
    enum End {
        case found, missing
        /// An end tag of its name stands before its start tag, and none after it.
        case beforeStart
    }

    /// The messages that no other holds, in their order.
    private(set) var spans: [Span] = []
    /// The start of the message that may continue after the text.
    private(set) var openStart: Int?
    private(set) var strayEnds: StrayEnds

    private let text: ArraySlice<UInt8>
    private let isWhole: Bool
    private var open: [Open] = []
    private static let deepest = 64
    private static let longestName = 80

    private struct Open {
        let root: MessageRoot
        let writing: MarkupWriting
        let start: Int
        var holdsMessage: Bool
    }

    /// Finds the messages of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - start: The place before which there are only the tags of a message that was cut off.
    ///   - isWhole: Whether nothing follows, so that a message without an end was cut off.
    ///   - strayEnds: The names of the end tags before the text that end nothing.
    init(
        in text: ArraySlice<UInt8>, from start: Int, isWhole: Bool,
        strayEnds: Set<MessageRoot> = []
    ) {
        self.strayEnds = StrayEnds(strayEnds)
        self.text = text
        self.isWhole = isWhole
        // The name of a message's namespace may also be in what follows a piece.
        guard !isWhole || Self.namesSAML(text) || CutStartTag.mayEnd(text) else { return }
        var index = min(max(start, text.startIndex), text.endIndex)
        while let lead = nextLead(from: index) {
            index = readTag(at: lead)
        }
        guard let first = open.first else { return }
        if isWhole {
            cut(at: text.endIndex)
        } else {
            openStart = min(openStart ?? first.start, first.start)
        }
    }

    /// Returns whether a text has a part of the names of SAML's namespaces.
    private static func namesSAML(_ text: ArraySlice<UInt8>) -> Bool {
        ByteText.contains("SAML:", in: text) || ByteText.contains("SAML%", in: text)
    }

    private func nextLead(from start: Int) -> Int? {
        text[start...].firstIndex {
            $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\")
                || $0 == UInt8(ascii: "%")
        }
    }

    /// Reads the tag at an index, if one begins there, and returns the place to continue from.
    private mutating func readTag(at start: Int) -> Int {
        guard let (writing, length) = MarkupWriting.bracket(at: start, in: text) else {
            return start + 1
        }
        var index = start + length
        let slash = writing.slashLength(at: index, in: text)
        index += slash
        let nameEnd = writing.nameEnd(from: index, in: text, longest: Self.longestName)
        if nameEnd == text.endIndex, !isWhole {
            if open.isEmpty { openStart = start }
            return text.endIndex
        }
        guard let root = MessageRoot(localName: writing.localName(text[index..<nameEnd])) else {
            if nameEnd == text.endIndex, slash == 0, open.isEmpty,
                CutStartTag.isName(text[index..<nameEnd])
            {
                spans.append(Span(range: start..<nameEnd, end: .missing))
            }
            return max(nameEnd, start + 1)
        }
        return slash > 0
            ? close(root, writing, from: nameEnd) : begin(root, writing, at: start, from: nameEnd)
    }

    private mutating func begin(
        _ root: MessageRoot, _ writing: MarkupWriting, at start: Int, from nameEnd: Int
    ) -> Int {
        let tag = writing.tagEnd(from: nameEnd, in: text)
        if !tag.isClosed, tag.end == text.endIndex, !isWhole {
            if open.isEmpty { openStart = start }
            return text.endIndex
        }
        let isCandidate =
            root == .envelope || Self.namesSAML(text[nameEnd..<tag.end])
            || (!tag.isClosed && tag.end == text.endIndex && CutStartTag.isTag(text[start...]))
        if let last = open.last {
            guard last.root.mayHold(root), last.writing == writing, open.count < Self.deepest else {
                guard isCandidate, root != .envelope || last.root != .envelope else {
                    return tag.end
                }
                cut(at: start)
                return push(root, writing, start, tag, isCandidate)
            }
            open[0].holdsMessage = true
        }
        return push(root, writing, start, tag, isCandidate || !open.isEmpty)
    }

    private mutating func push(
        _ root: MessageRoot, _ writing: MarkupWriting, _ start: Int,
        _ tag: (end: Int, isClosed: Bool, isEmpty: Bool), _ isCandidate: Bool
    ) -> Int {
        guard isCandidate else { return tag.end }
        if tag.isEmpty {
            if open.isEmpty, root != .envelope {
                spans.append(Span(range: start..<tag.end, end: .found))
            }
        } else {
            open.append(
                Open(root: root, writing: writing, start: start, holdsMessage: root != .envelope))
        }
        return tag.end
    }

    private mutating func close(
        _ root: MessageRoot, _ writing: MarkupWriting, from nameEnd: Int
    ) -> Int {
        let tag = writing.tagEnd(from: nameEnd, in: text)
        guard
            let place = open.lastIndex(where: { $0.root == root && $0.writing == writing })
        else {
            strayEnds.insert(root, at: nameEnd)
            return tag.end
        }
        if !tag.isClosed, tag.end == text.endIndex, !isWhole { return tag.end }
        let opened = open[place]
        open.removeSubrange(place...)
        strayEnds.remove(root, at: nameEnd)
        if open.isEmpty, opened.holdsMessage {
            spans.append(Span(range: opened.start..<tag.end, end: .found))
        }
        return tag.end
    }

    /// Ends the open message where it was cut off.
    private mutating func cut(at end: Int) {
        if let first = open.first, first.holdsMessage {
            let isEndBefore = open.contains { strayEnds.roots.contains($0.root) }
            spans.append(
                Span(range: first.start..<end, end: isEndBefore ? .beforeStart : .missing))
        }
        open.removeAll()
    }
}
