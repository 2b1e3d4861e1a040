internal import CXMLShims
internal import WireText

extension XML.Element {
    /// The elements directly inside another one, in document order.
    public struct Children: Sequence, Sendable {
        let parent: XML.Element

        /// Walks the children from the first to the last.
        public struct Iterator: IteratorProtocol {
            let storage: XML.DocumentStorage
            var nextIndex: UInt32
            let end: UInt32

            /// The next child element, or `nil` after the last.
            public mutating func next() -> XML.Element? {
                while nextIndex < end {
                    let index = nextIndex
                    let node = storage.node(index)
                    nextIndex = node.end
                    if node.kind == CXMLShims_element.rawValue {
                        return XML.Element(storage: storage, index: index)
                    }
                }
                return nil
            }
        }

        /// An iterator before the first child.
        public func makeIterator() -> Iterator {
            Iterator(
                storage: parent.storage, nextIndex: parent.index + 1, end: parent.node.end)
        }
    }

    /// The elements directly inside this one.
    public var childElements: Children { Children(parent: self) }

    /// A place among the elements directly inside another one.
    ///
    /// Unlike an element it keeps no document alive, so that passing over many costs no counting.
    package struct ChildPlace {
        /// The number of child elements before it.
        package fileprivate(set) var number = -1
        fileprivate var index: UInt32 = 0
        fileprivate var nextIndex: UInt32
    }

    /// The place before the first child element.
    package var placeBeforeChildren: ChildPlace { ChildPlace(nextIndex: index + 1) }

    /// Moves to the next child element, and returns whether there is one.
    package func advance(_ place: inout ChildPlace) -> Bool {
        let end = node.end
        while place.nextIndex < end {
            place.index = place.nextIndex
            let inner = storage.node(place.index)
            place.nextIndex = inner.end
            guard inner.kind == CXMLShims_element.rawValue else { continue }
            place.number += 1
            return true
        }
        return false
    }

    /// The child element at a place that ``advance(_:)`` found.
    package func child(at place: ChildPlace) -> XML.Element {
        XML.Element(storage: storage, index: place.index)
    }

    /// Returns whether the child element at a place that ``advance(_:)`` found has this name.
    package func isChild(at place: ChildPlace, named name: XML.QualifiedName) -> Bool {
        storage.isName(storage.node(place.index).name, name)
    }

    /// The elements directly inside this one, in an array that is made in one go.
    package var childElementList: [XML.Element] {
        let count = childElementCount
        guard count > 0 else { return [] }
        var list: [XML.Element] = []
        list.reserveCapacity(count)
        for child in childElements { list.append(child) }
        return list
    }

    /// The number of elements directly inside this one.
    package var childElementCount: Int {
        var count = 0
        let end = node.end
        var index = index + 1
        while index < end {
            let inner = storage.node(index)
            if inner.kind == CXMLShims_element.rawValue { count += 1 }
            index = inner.end
        }
        return count
    }

    /// The child elements with this name, in document order.
    public func childElements(named name: XML.QualifiedName) -> [XML.Element] {
        var found: [XML.Element] = []
        var place = placeBeforeChildren
        while advance(&place) {
            if isChild(at: place, named: name) { found.append(child(at: place)) }
        }
        return found
    }

    /// The first child element with this name.
    public func firstChild(named name: XML.QualifiedName) -> XML.Element? {
        var place = placeBeforeChildren
        while advance(&place) {
            if isChild(at: place, named: name) { return child(at: place) }
        }
        return nil
    }

    /// The element's character data: every text and CDATA section inside it, in document order.
    ///
    /// Comments and processing instructions contribute nothing and, above all, do not end the
    /// text: `admin@example.org<!-- -->.evil` is one string.
    public var textContent: String {
        let node = node
        var parts = 0
        var only: CXMLShims_string?
        for index in index + 1..<max(index + 1, node.end) {
            let inner = storage.node(index)
            guard inner.kind == CXMLShims_text.rawValue else { continue }
            parts += 1
            only = inner.content
        }
        guard let only else { return "" }
        if parts == 1 { return storage.string(only) }
        return textContentOfParts()
    }

    private func textContentOfParts() -> String {
        var text = ""
        for index in index + 1..<node.end {
            let inner = storage.node(index)
            if inner.kind == CXMLShims_text.rawValue { text += storage.string(inner.content) }
        }
        return text
    }

    /// ``textContent`` of an element that holds no other one; `nil` where it does.
    ///
    /// Simple types of XML Schema allow no element inside, and readers disagree on the value if there
    /// is one: it is the text before it, around it, or all text.
    package var plainText: String? { childElementCount == 0 ? textContent : nil }

    /// The element's text when it holds one text and nothing else, not even a comment.
    package var soleText: String? {
        node.end > index + 1 ? soleContent.map { storage.string($0) } : ""
    }

    /// Runs `body` with the bytes of ``soleText``; `nil` when there is none.
    package func withSoleText<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
        guard node.end > index + 1 else {
            return body(unsafe UnsafeBufferPointer(start: nil, count: 0).span)
        }
        guard let content = soleContent else { return nil }
        return body(unsafe storage.bytes(content).assumingMemoryBound(to: UInt8.self).span)
    }

    private var soleContent: CXMLShims_string? {
        let inner = storage.node(index + 1)
        guard inner.kind == CXMLShims_text.rawValue, inner.end == node.end else { return nil }
        return inner.content
    }

    /// A Boolean value that indicates whether the element holds character data other than white
    /// space, itself and not through a child element.
    package var hasOwnText: Bool {
        var index = index + 1
        let end = node.end
        while index < end {
            let inner = storage.node(index)
            if inner.kind == CXMLShims_text.rawValue,
                unsafe storage.bytes(inner.content).contains(where: { !$0.isWhiteSpace })
            {
                return true
            }
            index = inner.end
        }
        return false
    }

    /// The namespace a prefix is bound to at this element; the empty prefix asks for the default
    /// namespace.
    ///
    /// It resolves prefixes in content, such as the value of `xsi:type`.
    package func namespace(forPrefix prefix: String) -> XML.Namespace? {
        if prefix == "xml" { return .xml }
        var element: XML.Element? = self
        while let current = element {
            if let uri = current.declaredNamespace(forPrefix: prefix) {
                return uri.isEmpty ? nil : XML.Namespace(rawValue: uri)
            }
            element = current.parent
        }
        return nil
    }

    /// Every prefix that is bound at this element, sorted, with its namespace; the empty prefix
    /// stands for the default namespace.
    package var namespacesInScope: [(prefix: String, namespace: XML.Namespace)] {
        // By bytes: strings are equal more often than prefixes are.
        var bindings: [[UInt8]: String] = [:]
        var element: XML.Element? = self
        while let current = element {
            let node = current.node
            for index in node.firstNamespace..<node.firstNamespace + node.namespaceCount {
                let declaration = storage.namespace(index)
                let prefix = Array((storage.string(declaration.prefix) ?? "").utf8)
                if bindings[prefix] == nil {
                    bindings[prefix] = storage.string(declaration.uri) ?? ""
                }
            }
            element = current.parent
        }
        return bindings.filter { !$0.value.isEmpty }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { (String(decoding: $0.key, as: UTF8.self), XML.Namespace(rawValue: $0.value)) }
    }

    /// The namespace name this very element declares for a prefix, empty when it undeclares it.
    private func declaredNamespace(forPrefix prefix: String) -> String? {
        let node = node
        for index in node.firstNamespace..<node.firstNamespace + node.namespaceCount {
            let declaration = storage.namespace(index)
            if storage.isPrefix(declaration.prefix, prefix) {
                return storage.string(declaration.uri) ?? ""
            }
        }
        return nil
    }
}
