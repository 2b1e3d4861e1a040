internal import CXMLShims

/// The elements of a document by their identifiers, made once and without XPath.
///
/// An identifier that two elements share is refused (XML 1.0, validity constraint "ID"): a
/// signature over one of them would say nothing about the other.
struct IdentifierIndex: Sendable {
    /// The first few, which are all that most messages have.
    private var few: [(key: Key, element: UInt32)] = []
    /// The others.
    private var elements: [Key: UInt32] = [:]

    private static let fewest = 8

    private enum Role { case unknown, identifying, other }

    /// The bytes of an attribute value, as strings are equal more often; it need not be a valid identifier.
    private typealias Key = [UInt8]

    init(
        of storage: XML.DocumentStorage, attributes identifying: Set<XML.QualifiedName>
    ) throws(XML.ParsingError) {
        // What the names of attributes are is found out once for each name that occurs.
        var roles = [Role](repeating: .unknown, count: Int(storage.nameCount))
        for index in 1..<storage.nodeCount {
            let node = storage.node(index)
            for attribute in node.firstAttribute..<node.firstAttribute + node.attributeCount {
                let attribute = storage.attribute(attribute)
                let name = Int(attribute.name)
                if roles[name] == .unknown {
                    let isIdentifying = identifying.contains {
                        storage.isName(attribute.name, $0)
                    }
                    roles[name] = isIdentifying ? .identifying : .other
                }
                guard roles[name] == .identifying else { continue }
                let identifier = unsafe Array(storage.bytes(attribute.value))
                guard insert(identifier, index) else {
                    throw XML.ParsingError(
                        .duplicateIdentifier,
                        at: storage.position(ofSourceOffset: node.sourceOffset))
                }
            }
        }
    }

    /// Adds an identifier, and tells whether it is a new one.
    private mutating func insert(_ key: Key, _ element: UInt32) -> Bool {
        guard !few.contains(where: { $0.key == key }) else { return false }
        guard few.count == Self.fewest else {
            few.append((key, element))
            return true
        }
        return elements.updateValue(element, forKey: key) == nil
    }

    subscript(identifier: String) -> UInt32? {
        let key = Array(identifier.utf8)
        return few.first { $0.key == key }?.element ?? elements[key]
    }
}
