internal import SAML2
internal import WireText
internal import XMLCore

/// Walks two messages side by side and notes what differs.
struct DifferenceWalk {
    private var changes: [MessageDifference.Change] = []
    private(set) var leftOutCount = 0

    private let first: Side
    private let second: Side
    /// The number of changes of each kind that is counted by itself.
    private var counts: [MessageDifference.Kind?: Int] = [:]
    /// The elements that one message has and the other has not where it was looked for, by their places in `changes`.
    private var removed: [(change: Int, element: XML.Element)] = []
    private var added: [(change: Int, element: XML.Element)] = []

    /// One message, with what it takes to tell about a place in it.
    private struct Side {
        let root: XML.Element
        let source: [UInt8]
        let outline: SignatureOutline
        private let lineStarts: [Int]

        init(_ document: XML.Document) {
            root = document.rootElement
            let bytes = root.documentUTF8
            source = bytes
            outline = SignatureOutline(
                root: (try? SAML.CarriedMessage(in: document).element) ?? root)
            lineStarts = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        }

        func line(of offset: Int) -> Int {
            var low = 0
            var high = lineStarts.count
            while low < high {
                let middle = (low + high) / 2
                if lineStarts[middle] < offset { low = middle + 1 } else { high = middle }
            }
            return low + 1
        }

        /// Returns the content between the child elements of an element: before the first one, and after each.
        func gaps(of element: XML.Element, around children: [XML.Element]) -> [ArraySlice<UInt8>] {
            let range = element.sourceRange
            var start = MarkupTag.end(in: source, from: range.lowerBound)
            var gaps: [ArraySlice<UInt8>] = []
            for child in children {
                gaps.append(source[start..<max(start, child.sourceRange.lowerBound)])
                start = child.sourceRange.upperBound
            }
            let end = source[start..<range.upperBound].lastIndex(of: UInt8(ascii: "<"))
            gaps.append(source[start..<(end ?? start)])
            return gaps
        }

        /// The bytes of an element.
        func bytes(of element: XML.Element) -> ArraySlice<UInt8> { source[element.sourceRange] }

        /// The start tag of an element, without what ends an element that is empty.
        func startTag(of element: XML.Element) -> ArraySlice<UInt8> {
            let start = element.sourceRange.lowerBound
            var tag = source[start..<MarkupTag.end(in: source, from: start)].dropLast()
            if tag.last == UInt8(ascii: "/") { tag = tag.dropLast() }
            while tag.last?.isWhiteSpace == true { tag = tag.dropLast() }
            return tag
        }
    }

    init(_ first: XML.Document, _ second: XML.Document) {
        self.first = Side(first)
        self.second = Side(second)
    }

    /// The elements that carry a signature in either message.
    var signedParts: [SignedPart] { SignedPart.parts(of: first.outline, and: second.outline) }

    /// Returns the changes of some kinds, in document order.
    func changes(of isChosen: (MessageDifference.Kind) -> Bool) -> [MessageDifference.Change] {
        changes.filter { isChosen($0.kind) }
    }

    mutating func run() {
        let path = ElementPath(of: first.root)
        let other = ElementPath(of: second.root)
        if first.root.name == second.root.name {
            walk(first.root, second.root, path)
        } else if let inner = first.root.firstDescendant(named: second.root.name) {
            note(.removed, path, before: "", at: first.root, nil)
            walk(inner, second.root, other)
        } else if let inner = second.root.firstDescendant(named: first.root.name) {
            note(.added, other, after: "", at: nil, second.root)
            walk(first.root, inner, path)
        } else {
            note(.removed, path, before: "", at: first.root, nil)
            note(.added, other, after: "", at: nil, second.root)
        }
        joinMoves()
    }

    private mutating func walk(_ one: XML.Element, _ other: XML.Element, _ path: ElementPath) {
        // Not by recursion: a message may be as deep as the limits of the parser allow.
        var pending = [(one, other, path)]
        while let (one, other, path) = pending.popLast() {
            compareStartTags(one, other, path)
            let before = Array(one.childElements)
            let after = Array(other.childElements)
            guard !before.isEmpty || !after.isEmpty else {
                compareTexts(one, other, path)
                continue
            }
            let pairing = ElementPairing(before, after)
            compareGaps(one, before, other, after, path)
            for index in pairing.removed {
                let child = ElementPath(pairing.label(ofFirst: index), in: path)
                if note(.removed, child, before: "", at: before[index], nil) {
                    removed.append((changes.count - 1, before[index]))
                }
            }
            for index in pairing.added {
                let child = ElementPath(pairing.label(ofSecond: index), in: path)
                if note(.added, child, after: "", at: nil, after[index]) {
                    added.append((changes.count - 1, after[index]))
                }
            }
            let paths = pairing.pairs.map {
                ElementPath(pairing.label(ofFirst: $0.first), in: path)
            }
            for (pair, child) in zip(pairing.pairs, paths) where pair.isMoved {
                note(
                    .moved, child, before: pairing.place(ofFirst: pair.first),
                    after: pairing.place(ofSecond: pair.second), at: before[pair.first],
                    after[pair.second])
            }
            pending += zip(pairing.pairs, paths).reversed().map {
                (before[$0.first], after[$0.second], $1)
            }
        }
    }

    /// Makes one move of an element that is gone here and is there elsewhere with the same bytes.
    private mutating func joinMoves() {
        guard !removed.isEmpty, !added.isEmpty else { return }
        var places: [ArraySlice<UInt8>: Int] = [:]
        for (change, element) in added.reversed() { places[second.bytes(of: element)] = change }
        var joined: Set<Int> = []
        for (change, element) in removed {
            guard let place = places.removeValue(forKey: first.bytes(of: element)) else { continue }
            joined.insert(place)
            let (gone, come) = (changes[change], changes[place])
            changes[change] = MessageDifference.Change(
                kind: .moved, path: gone.path, attribute: nil, before: gone.path, after: come.path,
                lineBefore: gone.lineBefore, lineAfter: come.lineAfter,
                isSigned: gone.isSigned || come.isSigned)
        }
        changes = changes.indices.filter { !joined.contains($0) }.map { changes[$0] }
    }

    private mutating func compareStartTags(
        _ one: XML.Element, _ other: XML.Element, _ path: ElementPath
    ) {
        let (tag, otherTag) = (first.startTag(of: one), second.startTag(of: other))
        guard tag != otherTag, !compareAttributes(one, other, path) else { return }
        note(
            .writing, path, before: String(decoding: tag, as: UTF8.self),
            after: String(decoding: otherTag, as: UTF8.self), at: one, other)
    }

    /// Notes attributes that differ, and returns whether any does.
    private mutating func compareAttributes(
        _ one: XML.Element, _ other: XML.Element, _ path: ElementPath
    ) -> Bool {
        let before = one.attributes
        let after = other.attributes
        guard before != after else { return false }
        var differ = false
        let values = Dictionary(after.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        var names: Set<XML.QualifiedName> = []
        for attribute in before {
            names.insert(attribute.name)
            let value = values[attribute.name]
            guard value.map({ !$0.utf8.elementsEqual(attribute.value.utf8) }) ?? true else {
                continue
            }
            differ = true
            note(
                .attribute, path, attribute: attribute.name.localName, before: attribute.value,
                after: value, at: one, other)
        }
        for attribute in after where !names.contains(attribute.name) {
            differ = true
            note(
                .attribute, path, attribute: attribute.name.localName, after: attribute.value,
                at: one, other)
        }
        return differ
    }

    private mutating func compareTexts(
        _ one: XML.Element, _ other: XML.Element, _ path: ElementPath
    ) {
        let before = one.textContent
        let after = other.textContent
        guard !before.utf8.elementsEqual(after.utf8) else {
            let gaps = [first.gaps(of: one, around: []), second.gaps(of: other, around: [])]
                .map { $0.joined() }
            guard !gaps[0].elementsEqual(gaps[1]) else { return }
            let texts = gaps.map { String(decoding: $0, as: UTF8.self) }
            note(.writing, path, before: texts[0], after: texts[1], at: one, other)
            return
        }
        let words = [before, after].map { text in
            text.utf8.split { $0.isWhiteSpace }.map(Array.init)
        }
        note(
            words[0] == words[1] ? .whiteSpace : .text, path, before: before, after: after, at: one,
            other)
    }

    /// Compares what stands between the children: white space as a rule.
    private mutating func compareGaps(
        _ one: XML.Element, _ before: [XML.Element], _ other: XML.Element, _ after: [XML.Element],
        _ path: ElementPath
    ) {
        let gaps = first.gaps(of: one, around: before)
        let others = second.gaps(of: other, around: after)
        guard gaps != others else { return }
        let isBlank = (gaps + others).allSatisfy { $0.allSatisfy(\.isWhiteSpace) }
        if isBlank {
            guard gaps.count == others.count else { return }
            note(.whiteSpace, path, at: one, other)
        } else {
            func text(_ gaps: [ArraySlice<UInt8>]) -> String {
                gaps.map { String(decoding: $0, as: UTF8.self) }.joined()
            }
            note(.text, path, before: text(gaps), after: text(others), at: one, other)
        }
    }

    /// Notes a change, and returns whether it is kept.
    @discardableResult
    private mutating func note(
        _ kind: MessageDifference.Kind, _ path: ElementPath, attribute: String? = nil,
        before: String? = nil, after: String? = nil, at one: XML.Element?, _ other: XML.Element?
    ) -> Bool {
        let counted = kind == .whiteSpace || kind == .writing ? kind : nil
        guard counts[counted, default: 0] < MessageDifference.mostChanges else {
            leftOutCount += 1
            return false
        }
        counts[counted, default: 0] += 1
        changes.append(
            MessageDifference.Change(
                kind: kind, path: path.description, attribute: attribute, before: before,
                after: after,
                lineBefore: one.map { first.line(of: $0.sourceOffset) },
                lineAfter: other.map { second.line(of: $0.sourceOffset) },
                isSigned: (one.map(first.outline.covers) ?? false)
                    || (other.map(second.outline.covers) ?? false)))
        return true
    }
}

extension XML.Element {
    /// Returns the first element with a name below this one, in document order.
    fileprivate func firstDescendant(named name: XML.QualifiedName) -> XML.Element? {
        var pending = Array(childElements.reversed())
        while let element = pending.popLast() {
            if element.name == name { return element }
            pending += element.childElements.reversed()
        }
        return nil
    }
}
