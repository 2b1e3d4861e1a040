/// The hypotheses about elements that were added, stand twice or stand in another place.
///
/// They work on the digested bytes, so that a test only digests.
struct ElementHypotheses {
    private let digested: CanonicalTokens
    /// The elements in document order, by their start tags.
    private let elements: [(start: Int, range: Range<Int>)]

    /// The largest number of elements that are looked at.
    private static let mostElements = 128
    /// The largest number of children that are moved one at a time.
    private static let mostMoved = 8

    init(message: ReceivedMessage) {
        digested = CanonicalTokens(message.referenceBytes)
        var ends: [Int: Int] = [:]
        for token in digested.tokens where token.kind == .endTag {
            ends[token.owner] = token.range.upperBound
        }
        elements = digested.tokens.indices.lazy.compactMap { [tokens = digested.tokens] index in
            guard tokens[index].kind == .startTag, let end = ends[index] else { return nil }
            return (index, tokens[index].range.lowerBound..<end)
        }.prefix(Self.mostElements).map(\.self)
    }

    var trials: [HypothesisTrial] { instructions + removed + reordered }

    private func trial(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String,
        _ edits: @escaping () -> [HypothesisTrial.Edit]
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis, undoing, of: digested.bytes, edits: edits)
    }

    /// Processing instructions and digested comments.
    private var instructions: [HypothesisTrial] {
        let others = digested.tokens.filter { $0.kind == .other }.map { ($0.range, [UInt8]()) }
        guard !others.isEmpty else { return [] }
        return [trial(.markupAdded, "processing instructions left out") { others }]
    }

    // MARK: Added

    /// One element left out at a time, with the white space before it or without.
    private var removed: [HypothesisTrial] {
        elements.dropFirst().flatMap { element in
            let before = digested.tokens[element.start - 1]
            let isDouble = isDouble(element)
            let undoing = isDouble ? "an element that stands twice left out" : "an element left out"
            let starts = [
                element.range.lowerBound, before.isWhiteSpace ? before.range.lowerBound : nil,
            ].compactMap(\.self)
            return starts.map { start in
                trial(isDouble ? .elementDoubled : .elementAdded, undoing) {
                    [(start..<element.range.upperBound, [])]
                }
            }
        }
    }

    /// A Boolean value that indicates whether another child of the same parent has the same bytes.
    private func isDouble(_ element: (start: Int, range: Range<Int>)) -> Bool {
        elements.contains { other in
            other.start != element.start && other.range.count == element.range.count
                && digested.tokens[other.start].owner == digested.tokens[element.start].owner
                && digested.bytes[other.range].elementsEqual(digested.bytes[element.range])
        }
    }

    // MARK: Order

    /// The children of the elements of SAML, in the order that the schemas give them.
    private static let orders: [[String]] = [
        ["Issuer", "Signature", "Extensions", "Status", "Assertion", "EncryptedAssertion"],
        [
            "Issuer", "Signature", "Subject", "Conditions", "Advice", "AuthnStatement",
            "AuthzDecisionStatement", "AttributeStatement",
        ],
        ["StatusCode", "StatusMessage", "StatusDetail"],
        ["NameID", "EncryptedID", "SubjectConfirmation"],
        ["NameID", "EncryptedID", "SubjectConfirmationData"],
        ["SubjectLocality", "AuthnContext"],
        ["AuthnContextClassRef", "AuthnContextDecl", "AuthnContextDeclRef"],
    ]

    /// The children of elements in the order of the schemas, and one child at a time in another place.
    private var reordered: [HypothesisTrial] {
        let families = Dictionary(grouping: elements.dropFirst()) {
            digested.tokens[$0.start].owner
        }.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { family in
            family.value.map { Child(name: name($0.start), range: $0.range) }
        }
        return families.flatMap { children in
            ([inOrder(children)].compactMap(\.self) + moved(children)).map { order in
                trial(.elementsReordered, "elements put in another order") {
                    edits(children.map(\.range), order)
                }
            }
        }
    }

    private typealias Child = (name: String, range: Range<Int>)

    /// The children in the order of the schemas; `nil` where they are in it, or no schema has them.
    private func inOrder(_ children: [Child]) -> [Int]? {
        let known = Self.orders.first { order in children.allSatisfy { order.contains($0.name) } }
        guard let known else { return nil }
        let places = children.map { known.firstIndex(of: $0.name) ?? 0 }
        let order = children.indices.sorted { (places[$0], $0) < (places[$1], $1) }
        return order == Array(children.indices) ? nil : order
    }

    /// The orders in which one child stands in another place.
    private func moved(_ children: [Child]) -> [[Int]] {
        guard children.count <= Self.mostMoved, Set(children.map(\.name)).count > 1 else {
            return []
        }
        return children.indices.flatMap { child in
            children.indices.filter { $0 != child }.map { place in
                var order = Array(children.indices)
                order.insert(order.remove(at: child), at: place)
                return order
            }
        }
    }

    private func name(_ start: Int) -> String {
        String(decoding: digested.localName(ofTag: start), as: UTF8.self)
    }

    /// The replacements that put elements in another order, and leave what stands between them.
    private func edits(_ ranges: [Range<Int>], _ order: [Int]) -> [(Range<Int>, [UInt8])] {
        zip(ranges, order).compactMap { range, index in
            range == ranges[index] ? nil : (range, Array(digested.bytes[ranges[index]]))
        }
    }
}
