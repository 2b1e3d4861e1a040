internal import CXMLShims

extension XML {
    /// A place where two readings of a message say different things.
    package struct ContentDifference: Hashable, Sendable {
        /// The kind of a difference.
        package enum Kind: Hashable, Sendable {
            /// Character data.
            case text
            /// The value of an attribute, or the namespace of a declaration.
            case attributeValue
            /// Elements, attributes, comments or processing instructions themselves.
            case structure
        }

        /// The kind of the difference.
        package let kind: Kind
        /// The element of the first document that holds it.
        package let element: Element
    }
}

extension XML.Document {
    /// The differences between this document and another, in document order.
    ///
    /// Nothing is reported after a difference of structure, as nothing corresponds any more.
    package func differences(from other: XML.Document) -> [XML.ContentDifference] {
        var comparison = ContentComparison(storage, other.storage)
        return comparison.run()
    }
}

extension XML.Document {
    /// A Boolean value that indicates whether the white space of the source is exactly what texts
    /// and attribute values show.
    ///
    /// It holds unless a tag has white space other than single spaces, or there are character
    /// references, CDATA sections, comments, processing instructions or "]]". It may be `false`
    /// without need.
    package var hasPlainMarkup: Bool { storage.hasPlainMarkup }

    /// The elements with a text of their own for which `isIncluded` holds, once each.
    package func elements(
        withText isIncluded: (UnsafeRawBufferPointer) -> Bool
    ) -> [XML.Element] {
        var elements: [XML.Element] = []
        // An element can have any number of texts, and a caller reads all of them each time.
        var isFound = [Bool](repeating: false, count: Int(storage.nodeCount))
        for index in 1..<storage.nodeCount {
            let node = storage.node(index)
            guard node.kind == CXMLShims_text.rawValue, !isFound[Int(node.parent)],
                unsafe isIncluded(storage.bytes(node.content))
            else { continue }
            isFound[Int(node.parent)] = true
            elements.append(XML.Element(storage: storage, index: node.parent))
        }
        return elements
    }
}

extension XML.Element {
    /// Returns whether this element is `other` or inside it.
    package func isInside(_ other: XML.Element) -> Bool {
        storage === other.storage && index >= other.index && index < other.node.end
    }
}

/// Walks two arenas side by side.
private struct ContentComparison {
    let one: XML.DocumentStorage
    let other: XML.DocumentStorage
    private var differences: [XML.ContentDifference] = []
    /// For each node of the other document that was passed, where its equal is in the first.
    private var origins: [UInt32]

    init(_ one: XML.DocumentStorage, _ other: XML.DocumentStorage) {
        self.one = one
        self.other = other
        origins = Array(repeating: 0, count: Int(other.nodeCount))
    }

    mutating func run() -> [XML.ContentDifference] {
        var left: UInt32 = 1
        var right: UInt32 = 1
        while left < one.nodeCount || right < other.nodeCount {
            let leftNode = left < one.nodeCount ? one.node(left) : nil
            let rightNode = right < other.nodeCount ? other.node(right) : nil
            let leftIsText = leftNode?.kind == CXMLShims_text.rawValue
            let rightIsText = rightNode?.kind == CXMLShims_text.rawValue
            // Text that vanished leaves no node behind; what then stands at its place may be the
            // text that follows its parent. Text that a shortened comment sets free is new.
            let origin = rightNode.map { origins[Int($0.parent)] } ?? 1
            if leftIsText, let leftNode, !rightIsText || leftNode.parent > origin {
                note(.text, leftNode.parent)
                left += 1
                continue
            }
            if rightIsText, !leftIsText || leftNode.map({ $0.parent < origin }) ?? true {
                note(.text, origin)
                right += 1
                continue
            }
            guard let leftNode, let rightNode, compare(left, leftNode, rightNode) else {
                note(.structure, leftNode.map { max($0.parent, 1) } ?? 1)
                break
            }
            origins[Int(right)] = left
            left += 1
            right += 1
        }
        return differences
    }

    /// Notes how two nodes differ; `false` when they do not correspond at all.
    private mutating func compare(
        _ index: UInt32, _ left: CXMLShims_node, _ right: CXMLShims_node
    ) -> Bool {
        guard left.kind == right.kind, left.end - index > 0 else { return false }
        switch left.kind {
        case CXMLShims_text.rawValue:
            if !equal(left.content, right.content) { note(.text, left.parent) }
            return true
        case CXMLShims_element.rawValue:
            return compareElements(index, left, right)
        case CXMLShims_processingInstruction.rawValue:
            return one.equalsString(left.name, right.name, in: other)
                && equal(left.content, right.content)
        default:
            // Comments belong to no canonical form that signatures of SAML messages use.
            return true
        }
    }

    private mutating func compareElements(
        _ index: UInt32, _ left: CXMLShims_node, _ right: CXMLShims_node
    ) -> Bool {
        guard equalNames(left.name, right.name), left.attributeCount == right.attributeCount,
            left.namespaceCount == right.namespaceCount
        else { return false }
        for offset in 0..<left.attributeCount {
            let leftAttribute = one.attribute(left.firstAttribute + offset)
            let rightAttribute = other.attribute(right.firstAttribute + offset)
            guard equalNames(leftAttribute.name, rightAttribute.name) else { return false }
            if !equal(leftAttribute.value, rightAttribute.value) { note(.attributeValue, index) }
        }
        for offset in 0..<left.namespaceCount {
            let leftDeclaration = one.namespace(left.firstNamespace + offset)
            let rightDeclaration = other.namespace(right.firstNamespace + offset)
            guard one.equalsString(leftDeclaration.prefix, rightDeclaration.prefix, in: other)
            else { return false }
            if !one.equalsString(leftDeclaration.uri, rightDeclaration.uri, in: other) {
                note(.attributeValue, index)
            }
        }
        return true
    }

    private func equal(_ left: CXMLShims_string, _ right: CXMLShims_string) -> Bool {
        one.equals(left, right, in: other)
    }

    private func equalNames(_ left: UInt32, _ right: UInt32) -> Bool {
        let leftName = one.name(left)
        let rightName = other.name(right)
        return one.equalsString(leftName.local, rightName.local, in: other)
            && one.equalsString(leftName.prefix, rightName.prefix, in: other)
            && one.equalsString(leftName.uri, rightName.uri, in: other)
    }

    private mutating func note(_ kind: XML.ContentDifference.Kind, _ index: UInt32) {
        let element = XML.Element(storage: one, index: max(index, 1))
        differences.append(XML.ContentDifference(kind: kind, element: element))
    }
}
