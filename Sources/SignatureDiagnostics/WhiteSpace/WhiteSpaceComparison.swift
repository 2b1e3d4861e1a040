internal import WireText

/// The places of the white space in two canonical forms of the same part of a message.
///
/// It reads what was received beside what was signed once, and compares values only where they differ in nothing
/// but white space.
struct WhiteSpaceComparison {
    /// The white space at one place of both.
    private struct Run {
        let position: WhiteSpacePlace.Position
        let depth: Int
        let distance: Int
        let received: Range<Int>
        let signed: Range<Int>
    }

    private var runs: [Run] = []
    /// A Boolean value that indicates whether the two differ in white space alone.
    private(set) var isComplete = true

    /// A Boolean value that indicates whether white space differs somewhere.
    var isChanged: Bool {
        runs.contains { run in
            !received.bytes[run.received].elementsEqual(signed.bytes[run.signed])
        }
    }

    /// The largest number of different places that others are joined with.
    private static let mostDifferent = 64

    /// The places, those with the same white space in both included.
    ///
    /// Places that differ in nothing that counts are one: a message that was laid out has many.
    var places: [WhiteSpacePlace] {
        var different: [(run: Run, count: Int)] = []
        for run in runs {
            if let index = different.prefix(Self.mostDifferent).lastIndex(where: {
                isLike($0.run, run)
            }) {
                different[index].count += 1
            } else {
                different.append((run, 1))
            }
        }
        return different.map { run, count in
            WhiteSpacePlace(
                position: run.position, depth: run.depth, distance: run.distance, part: part,
                received: Array(received.bytes[run.received]),
                signed: Array(signed.bytes[run.signed]), count: count)
        }
    }

    /// Returns whether two runs differ in nothing that counts; distances do only in Base64.
    private func isLike(_ one: Run, _ other: Run) -> Bool {
        one.position == other.position && one.depth == other.depth
            && (one.position != .insideBase64 || one.distance == other.distance)
            && received.bytes[one.received] == received.bytes[other.received]
            && signed.bytes[one.signed] == signed.bytes[other.signed]
    }

    private let part: Int
    private let received: CanonicalTokens
    private let signed: CanonicalTokens

    /// `nil` where the two have other elements, so that nothing says which places belong together.
    init?(received receivedBytes: [UInt8], signed signedBytes: [UInt8], part: Int) {
        self.part = part
        received = CanonicalTokens(Self.withoutReferences(receivedBytes))
        signed = CanonicalTokens(Self.withoutReferences(signedBytes))
        let (received, signed) = (received, signed)
        let tags = (received.tags, signed.tags)
        guard tags.0.count == tags.1.count,
            zip(tags.0, tags.1).allSatisfy({ received.tokens[$0].kind == signed.tokens[$1].kind })
        else { return nil }
        guard let first = tags.0.first, let other = tags.1.first else { return }
        isComplete = received.bytes[..<received.tokens[first].range.lowerBound]
            .elementsEqual(signed.bytes[..<signed.tokens[other].range.lowerBound])
        for number in tags.0.indices {
            compare(tag: tags.0[number], with: tags.1[number])
            guard number + 1 < tags.0.count else { continue }
            compareText(
                from: (tags.0[number], tags.1[number]), to: (tags.0[number + 1], tags.1[number + 1])
            )
        }
    }

    /// Returns the bytes with white space itself for references to it, which no other canonical byte is.
    private static func withoutReferences(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.holds(Array("&#x".utf8)) else { return bytes }
        return [("&#xD;", 0x0D), ("&#xA;", 0x0A), ("&#x9;", 0x09)].reduce(bytes) {
            bytes, reference in
            bytes.substituting([reference.1], for: Array(reference.0.utf8))
        }
    }

    private mutating func compare(tag number: Int, with other: Int) {
        let tag = received.bytes[received.tokens[number].range]
        // Most tags are the same, and have nothing to fold.
        if tag.elementsEqual(signed.bytes[signed.tokens[other].range]), !tag.hasSpacesInValues {
            return
        }
        guard received.tokens[number].kind == .startTag else {
            isComplete =
                isComplete && received.name(ofTag: number).elementsEqual(signed.name(ofTag: other))
            return
        }
        let attributes = (received.attributes(ofTag: number), signed.attributes(ofTag: other))
        guard attributes.0.count == attributes.1.count,
            zip(attributes.0, attributes.1).allSatisfy({ one, other in
                received.bytes[one.name].elementsEqual(signed.bytes[other.name])
            }), received.name(ofTag: number).elementsEqual(signed.name(ofTag: other))
        else {
            isComplete = false
            return
        }
        let depth = received.tokens[number].depth
        for (one, other) in zip(attributes.0, attributes.1) {
            compare(one.value, with: other.value, .attributeEdge, .insideAttribute, depth)
        }
    }

    /// Compares what stands between two tags.
    private mutating func compareText(from start: (Int, Int), to end: (Int, Int)) {
        let one = Self.text(of: received, from: start.0, to: end.0)
        let other = Self.text(of: signed, from: start.1, to: end.1)
        let next = received.tokens[end.0]
        let isLeaf = received.tokens[start.0].kind == .startTag && next.kind == .endTag
        guard isLeaf else {
            return compare(one, with: other, .betweenTags, .betweenTags, next.depth)
        }
        let isEmpty =
            received.bytes[one].allSatisfy(\.isWhiteSpace)
            && signed.bytes[other].allSatisfy(\.isWhiteSpace)
        compare(
            one, with: other, isEmpty ? .emptyElement : .edge,
            received.isBase64Element(start.0) ? .insideBase64 : .insideValue, next.depth)
    }

    private static func text(
        of tokens: CanonicalTokens, from start: Int, to end: Int
    ) -> Range<Int> {
        tokens.tokens[start].range.upperBound..<tokens.tokens[end].range.lowerBound
    }

    /// Compares two values, or two texts between tags, which may differ in white space alone.
    private mutating func compare(
        _ range: Range<Int>, with other: Range<Int>, _ edge: WhiteSpacePlace.Position,
        _ inside: WhiteSpacePlace.Position, _ depth: Int
    ) {
        let known = runs.count
        var (index, otherIndex, start) = (range.lowerBound, other.lowerBound, range.lowerBound)
        while true {
            let distance = index - start
            let isFirst = index == range.lowerBound && otherIndex == other.lowerBound
            let one = Self.run(in: received.bytes, at: &index, before: range.upperBound)
            let two = Self.run(in: signed.bytes, at: &otherIndex, before: other.upperBound)
            let isLast = index == range.upperBound && otherIndex == other.upperBound
            if !one.isEmpty || !two.isEmpty {
                start = index
                runs.append(
                    Run(
                        position: isFirst || isLast ? edge : inside, depth: depth,
                        distance: distance, received: one, signed: two))
            }
            if isLast { return }
            guard index < range.upperBound, otherIndex < other.upperBound,
                received.bytes[index] == signed.bytes[otherIndex]
            else {
                runs.removeLast(runs.count - known)
                isComplete = false
                return
            }
            index += 1
            otherIndex += 1
        }
    }

    /// Returns the run of white space at an index, which moves behind it.
    private static func run(in bytes: [UInt8], at index: inout Int, before end: Int) -> Range<Int> {
        let start = index
        while index < end, bytes[index].isWhiteSpace { index += 1 }
        return start..<index
    }
}

extension ArraySlice<UInt8> {
    /// A Boolean value that indicates whether white space stands in the values of a tag.
    fileprivate var hasSpacesInValues: Bool {
        var isInValue = false
        for byte in self {
            if byte == UInt8(ascii: "\"") { isInValue.toggle() }
            if isInValue, byte.isWhiteSpace { return true }
        }
        return false
    }
}

extension CanonicalTokens {
    /// The indices of start and end tags.
    fileprivate var tags: [Int] {
        tokens.indices.filter { tokens[$0].kind == .startTag || tokens[$0].kind == .endTag }
    }

    /// Returns whether the element of a start tag holds Base64 that is usually broken into lines.
    fileprivate func isBase64Element(_ index: Int) -> Bool {
        ["SignatureValue", "DigestValue", "X509Certificate"].contains { name in
            isElement(index, named: name)
        }
    }
}
