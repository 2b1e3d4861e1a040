internal import CXMLShims

@_spi(Fuzzing)
extension XML {
    /// The results of the two readers for the canonical form of an element, which must be the same.
    public struct ReadingComparison: Sendable {
        /// A Boolean value that indicates whether the element has a canonical form.
        public let hasForm: Bool
        /// The first thing in which the readings differ, `nil` for nothing.
        public let difference: String?

        /// Writes the form of an element without `excluded` inside it, and reads it twice.
        public init(
            _ element: Element, excluding excluded: Element? = nil,
            using method: CanonicalizationMethod, limits: ParsingLimits = .standard
        ) {
            guard let form = try? element.linearForm(using: method, excluding: excluded) else {
                hasForm = false
                difference = nil
                return
            }
            hasForm = true
            let reading = Result { () throws(ParsingError) in
                try DocumentStorage(rereading: form, limits: limits)
            }
            let reference = Result { () throws(ParsingError) in
                try DocumentStorage(parsing: form.bytes[...], limits: limits)
            }
            switch (reading, reference) {
            case (.success(let reading), .success(let reference)):
                difference = reading.difference(from: reference)
            // Which of several limits is met first may differ.
            case (.failure(let error), .failure(let other)):
                difference =
                    error.code == .notWellFormed ? "\(error) where libxml2 says \(other)" : nil
            case (.failure(let error), .success): difference = "\(error)"
            case (.success, .failure(let error)): difference = "libxml2 alone says \(error)"
            }
        }
    }
}

extension XML.DocumentStorage {
    /// The first thing in which two readings of the same bytes differ.
    fileprivate func difference(from other: XML.DocumentStorage) -> String? {
        guard nodeCount == other.nodeCount else { return "the number of nodes" }
        guard nameCount == other.nameCount else { return "the number of names" }
        let isSameSource = unsafe withSource { one in
            unsafe other.withSource { two in unsafe one.elementsEqual(two) }
        }
        guard isSameSource else { return "the source" }
        for index in 0..<nodeCount {
            let (one, two) = (node(index), other.node(index))
            guard isSame(one, two, in: other) else { return "node \(index)" }
            for number in one.firstAttribute..<one.firstAttribute + one.attributeCount {
                let (one, two) = (attribute(number), other.attribute(number))
                guard equalsName(one.name, two.name, in: other),
                    equals(one.value, two.value, in: other)
                else { return "attribute \(number)" }
            }
            for number in one.firstNamespace..<one.firstNamespace + one.namespaceCount {
                let (one, two) = (namespace(number), other.namespace(number))
                guard equalsString(one.prefix, two.prefix, in: other),
                    equalsString(one.uri, two.uri, in: other)
                else { return "declaration \(number)" }
            }
        }
        return nil
    }

    private func isSame(
        _ one: CXMLShims_node, _ two: CXMLShims_node, in other: XML.DocumentStorage
    ) -> Bool {
        let isElement = one.kind == CXMLShims_element.rawValue
        return one.kind == two.kind && one.parent == two.parent && one.end == two.end
            && one.firstAttribute == two.firstAttribute
            && one.attributeCount == two.attributeCount
            && one.firstNamespace == two.firstNamespace
            && one.namespaceCount == two.namespaceCount
            && one.sourceOffset == two.sourceOffset && one.sourceEnd == two.sourceEnd
            && (isElement
                ? equalsName(one.name, two.name, in: other)
                : equalsString(one.name, two.name, in: other))
            && equals(one.content, two.content, in: other)
    }

    private func equalsName(
        _ index: UInt32, _ otherIndex: UInt32, in other: XML.DocumentStorage
    ) -> Bool {
        let (one, two) = (name(index), other.name(otherIndex))
        return equalsString(one.prefix, two.prefix, in: other)
            && equalsString(one.local, two.local, in: other)
            && equalsString(one.uri, two.uri, in: other)
    }
}
