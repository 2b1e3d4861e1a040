internal import CXMLShims

extension XML {
    /// An element of a document.
    ///
    /// It keeps its document alive, costs two words, and can be used from any task. Two elements
    /// are equal when they are the same element of the same document.
    public struct Element: Sendable, CustomStringConvertible {
        let storage: DocumentStorage
        let index: UInt32

        var node: CXMLShims_node { storage.node(index) }

        /// The element's expanded name.
        public var name: QualifiedName { storage.qualifiedName(node.name) }

        /// Returns whether the element has this name; cheaper than comparing ``name``.
        package func isNamed(_ name: QualifiedName) -> Bool {
            storage.isName(node.name, name)
        }

        /// Returns whether the element's name is in this namespace; cheaper than comparing
        /// ``name``.
        package func isIn(_ namespace: Namespace) -> Bool {
            storage.isName(node.name, inNamespace: namespace)
        }

        /// The beginning of the element's start tag in the UTF-8 form of the document.
        public var position: SourcePosition {
            storage.position(ofSourceOffset: node.sourceOffset)
        }

        /// Returns the positions of elements of one document, which stand in document order.
        ///
        /// A position takes a pass over all that stands before it; together they take one.
        package static func positions(of elements: [Element]) -> [SourcePosition] {
            elements.first?.storage.positions(
                ofSourceOffsets: elements.map(\.node.sourceOffset)) ?? []
        }

        /// The offset of the element's start tag in ``XML/Document/utf8``.
        package var sourceOffset: Int { Int(node.sourceOffset) }

        /// The range of the element in ``XML/Document/utf8``, including its tags.
        package var sourceRange: Range<Int> {
            let node = node
            return Int(node.sourceOffset)..<max(Int(node.sourceOffset), Int(node.sourceEnd))
        }

        /// The bytes of the document the element is in, in UTF-8.
        package var documentUTF8: [UInt8] {
            unsafe storage.withSource { source in unsafe Array(source) }
        }

        /// The attributes in document order, without namespace declarations.
        public var attributes: [Attribute] {
            attributeIndices.map { index in
                let attribute = storage.attribute(index)
                return Attribute(
                    name: storage.qualifiedName(attribute.name),
                    value: storage.string(attribute.value))
            }
        }

        /// The value of the attribute with this name, or `nil` when there is none.
        public subscript(attribute name: QualifiedName) -> String? {
            attributeValue(name).map { storage.string($0) }
        }

        /// The value of the attribute with this name, or `nil` when there is none.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - known: Values that are likely; one of them takes no memory of its own.
        /// - Returns: The value.
        package func value(ofAttribute name: QualifiedName, among known: [String]) -> String? {
            guard let value = attributeValue(name) else { return nil }
            return known.first { storage.isText(value, $0) } ?? storage.string(value)
        }

        /// Runs `body` with the bytes of the attribute with this name; `nil` when there is none.
        package func withValue<Result>(
            ofAttribute name: QualifiedName, _ body: (Span<UInt8>) -> Result
        ) -> Result? {
            guard let value = attributeValue(name) else { return nil }
            let bytes = unsafe storage.bytes(value).assumingMemoryBound(to: UInt8.self)
            return body(unsafe bytes.span)
        }

        private func attributeValue(_ name: QualifiedName) -> CXMLShims_string? {
            for index in attributeIndices {
                let attribute = storage.attribute(index)
                if storage.isName(attribute.name, name) { return attribute.value }
            }
            return nil
        }

        private var attributeIndices: Range<UInt32> {
            let node = node
            return node.firstAttribute..<node.firstAttribute + node.attributeCount
        }

        /// The element that holds this one, or `nil` for the root element.
        public var parent: Element? {
            let parent = node.parent
            return parent == 0 ? nil : Element(storage: storage, index: parent)
        }

        /// The place of the element among the document's nodes; never what it says.
        public var description: String { "Element(node \(index))" }
    }

    /// An attribute of an element.
    public struct Attribute: Hashable, Sendable, CustomStringConvertible {
        /// The attribute's expanded name.
        public let name: QualifiedName
        /// The normalized value (XML 1.0, section 3.3.3).
        public let value: String

        /// The size of the value; never the value.
        public var description: String { "Attribute(\(value.utf8.count) bytes)" }
    }
}

extension XML.Element: Hashable {
    /// Returns whether both are the same element of the same document.
    public static func == (one: Self, other: Self) -> Bool {
        one.index == other.index && one.storage === other.storage
    }

    /// Feeds the element's identity into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(storage))
        hasher.combine(index)
    }
}
