internal import CXMLShims
internal import WireText

/// The elements of a document by their identifiers, made once and without XPath.
///
/// An identifier that two elements share is refused (XML 1.0, validity constraint "ID"): a
/// signature over one of them would say nothing about the other.
struct IdentifierIndex: Sendable {
    /// An element and its identifier, as bytes of the document: strings are equal more often, and it need not be a
    /// valid identifier.
    private struct Entry {
        let element: UInt32
        let value: CXMLShims_string
    }

    private let storage: XML.DocumentStorage
    private var entries: [Entry] = []
    /// Once there are more than a few, their places by the hash of the identifier, one more than the index of the
    /// entry; at most half of them are in use.
    private var places: [UInt32] = []

    private static let fewest = 8

    init(
        of storage: XML.DocumentStorage, attributes identifying: [XML.QualifiedName]
    ) throws(XML.ParsingError) {
        self.storage = storage
        // What the names of attributes are is found out once for each of the first names.
        var (known, names): (UInt64, UInt64) = (0, 0)
        func isIdentifying(_ name: UInt32) -> Bool {
            let bit: UInt64 = name < 64 ? 1 << UInt64(name) : 0
            if known & bit != 0 { return names & bit != 0 }
            let isIdentifying = identifying.contains { storage.isName(name, $0) }
            known |= bit
            if isIdentifying { names |= bit }
            return isIdentifying
        }
        for index in 1..<storage.nodeCount {
            let node = storage.node(index)
            for attribute in node.firstAttribute..<node.firstAttribute + node.attributeCount {
                let attribute = storage.attribute(attribute)
                guard isIdentifying(attribute.name) else { continue }
                let identifier = Entry(element: index, value: attribute.value)
                guard insert(identifier) else {
                    throw XML.ParsingError(
                        .duplicateIdentifier,
                        at: storage.position(ofSourceOffset: node.sourceOffset))
                }
            }
        }
    }

    /// Adds an identifier, and tells whether it is a new one.
    private mutating func insert(_ entry: Entry) -> Bool {
        let bytes = unsafe storage.bytes(entry.value)
        guard unsafe self.entry(of: bytes) == nil else { return false }
        entries.append(entry)
        if entries.count > Self.fewest {
            if entries.count * 2 > places.count {
                places = [UInt32](repeating: 0, count: max(64, places.count * 2))
                for index in entries.indices { take(index) }
            } else {
                take(entries.count - 1)
            }
        }
        return true
    }

    /// Puts the entry at an index into the first free place from that of its hash on.
    private mutating func take(_ index: Int) {
        var place = unsafe firstPlace(of: storage.bytes(entries[index].value))
        while places[place] != 0 { place = (place + 1) & (places.count - 1) }
        places[place] = UInt32(index + 1)
    }

    private func firstPlace(of bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        unsafe hasher.combine(bytes: bytes)
        return hasher.finalize() & (places.count - 1)
    }

    private func entry(of bytes: UnsafeRawBufferPointer) -> Entry? {
        func isSame(_ entry: Entry) -> Bool {
            unsafe storage.bytes(entry.value).hasSameBytes(as: bytes)
        }
        guard !places.isEmpty else { return entries.first(where: isSame) }
        var place = unsafe firstPlace(of: bytes)
        while places[place] != 0 {
            let entry = entries[Int(places[place]) - 1]
            if isSame(entry) { return entry }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    subscript(identifier: UnsafeRawBufferPointer) -> UInt32? {
        unsafe entry(of: identifier)?.element
    }
}
