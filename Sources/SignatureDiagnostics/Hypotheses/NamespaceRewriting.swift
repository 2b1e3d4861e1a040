internal import SAML2
internal import XMLCore

/// A document written with other prefixes, and with the declarations at other places if those count.
struct NamespaceRewriting {
    /// The places where programs declare the namespaces of a message.
    struct Places: Hashable, Sendable {
        enum Place: String {
            case root = "at the root", assertion = "at the assertion", use = "where they are used"
        }

        /// The place of the namespace of assertions, and that of signatures: the root, or the first elements in it.
        let assertion: Place, signature: Place
        /// The place of those of types.
        let types: Place

        /// All that programs choose, the likeliest first.
        static let all: [Places] = [Place.root, .use].flatMap { assertion in
            [Place.use, .root].flatMap { signature in
                [Place.use, .root, .assertion].map {
                    Places(assertion: assertion, signature: signature, types: $0)
                }
            }
        }

        var words: String {
            "those of assertions \(assertion.rawValue), of signatures \(signature.rawValue), and of types "
                + types.rawValue
        }
    }

    /// The namespaces of messages that get other prefixes.
    fileprivate enum Known: Int {
        case wrapper, assertion, signature, exclusive, schema, instance
    }

    private static let namespaces = [
        XML.Namespace.protocol, .assertion, .signature,
        XML.Namespace(rawValue: XML.CanonicalizationMethod.Algorithm.exclusive.rawValue),
        XML.Namespace(rawValue: "http://www.w3.org/2001/XMLSchema"), .schemaInstance,
    ].map { Array($0.rawValue.utf8) }

    /// The prefixes by their namespaces; `nil` where one keeps its own.
    struct Prefixes: Hashable, Sendable {
        fileprivate var written: [[UInt8]?]

        init(
            wrapper: String? = nil, assertion: String? = nil, signature: String? = nil,
            exclusive: String? = nil, schema: String? = nil, instance: String? = nil
        ) {
            written = [wrapper, assertion, signature, exclusive, schema, instance]
                .map { $0.map { Array($0.utf8) } }
        }

        /// The new prefix of signatures.
        var signature: [UInt8]? { self[.signature] }

        fileprivate subscript(known: Known) -> [UInt8]? {
            get { written[known.rawValue] }
            set { written[known.rawValue] = newValue }
        }
    }

    private let document: CanonicalTokens
    private var prefixes: Prefixes
    private let places: Places?
    private var output: [UInt8] = []
    /// The declarations in scope as they were received, and as they are written, with the depth of their elements.
    private var received: [(prefix: ArraySlice<UInt8>, known: Known?, depth: Int)] = []
    private var declared: [(known: Known, depth: Int)] = []

    /// Writes a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - prefixes: The new prefixes.
    ///   - places: The places of the declarations; `nil` for those where they are.
    init(_ document: CanonicalTokens, prefixes: Prefixes, places: Places?) {
        self.document = document
        self.prefixes = prefixes
        self.places = places
        if places != nil, self.prefixes[.schema] == nil {
            self.prefixes[.schema] = document.typePrefix
        }
        output.reserveCapacity(document.bytes.count + 512)
        for index in document.tokens.indices { write(index) }
    }

    var bytes: [UInt8] { output }

    private mutating func write(_ index: Int) {
        let token = document.tokens[index]
        switch token.kind {
        case .startTag:
            startTag(index, depth: token.depth)
        case .endTag:
            output += [UInt8(ascii: "<"), UInt8(ascii: "/")]
            write(document.name(ofTag: index), isElement: true)
            output.append(UInt8(ascii: ">"))
            while received.last?.depth == token.depth { received.removeLast() }
            while declared.last?.depth == token.depth { declared.removeLast() }
        case .text, .other: output += document.bytes[token.range]
        }
    }

    private mutating func startTag(_ index: Int, depth: Int) {
        let attributes = document.attributes(ofTag: index)
        for attribute in attributes where document.isDeclaration(attribute) {
            let name = document.bytes[attribute.name]
            let known = Self.known(document.bytes[attribute.value])
            received.append((name.dropFirst("xmlns:".utf8.count), known, depth))
        }
        output.append(UInt8(ascii: "<"))
        write(document.name(ofTag: index), isElement: true)
        if let places { declare(places, index, attributes, depth) }
        for attribute in attributes { write(attribute) }
        output.append(UInt8(ascii: ">"))
    }

    // MARK: Names

    private static func known(_ namespace: ArraySlice<UInt8>) -> Known? {
        namespaces.firstIndex { namespace.elementsEqual($0) }.flatMap(Known.init)
    }

    /// Returns the namespace that a prefix is for, if it gets another prefix.
    private func known(_ prefix: ArraySlice<UInt8>) -> Known? {
        let found = received.last { $0.prefix.elementsEqual(prefix) }?.known
        return found.flatMap { prefixes[$0] == nil ? nil : $0 }
    }

    private mutating func write(_ name: ArraySlice<UInt8>, isElement: Bool) {
        let colon = name.firstIndex(of: UInt8(ascii: ":"))
        guard isElement || colon != nil,
            let known = known(name[..<(colon ?? name.startIndex)]), let prefix = prefixes[known]
        else {
            output += name
            return
        }
        if !prefix.isEmpty {
            output += prefix
            output.append(UInt8(ascii: ":"))
        }
        output += name[(colon.map { $0 + 1 } ?? name.startIndex)...]
    }

    private mutating func write(_ attribute: CanonicalTokens.Attribute) {
        let name = document.bytes[attribute.name]
        let value = document.bytes[attribute.value]
        output.append(UInt8(ascii: " "))
        if document.isDeclaration(attribute) {
            guard let known = Self.known(value), let prefix = prefixes[known] else {
                output += document.bytes[attribute.range].dropFirst()
                return
            }
            guard places == nil else {
                output.removeLast()
                return
            }
            writeDeclaration(prefix, value)
            return
        }
        write(name, isElement: false)
        output += [UInt8(ascii: "="), UInt8(ascii: "\"")]
        if name.namesType {
            write(value, isElement: false)
        } else {
            output += value
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func writeDeclaration(
        _ prefix: [UInt8], _ namespace: some Sequence<UInt8>
    ) {
        output += "xmlns".utf8
        if !prefix.isEmpty {
            output.append(UInt8(ascii: ":"))
            output += prefix
        }
        output += [UInt8(ascii: "="), UInt8(ascii: "\"")]
        output += namespace
        output.append(UInt8(ascii: "\""))
    }

    // MARK: Declarations

    /// Declares what an element needs, and what is declared at its place before something needs it.
    private mutating func declare(
        _ places: Places, _ index: Int, _ attributes: [CanonicalTokens.Attribute], _ depth: Int
    ) {
        if depth == 0 {
            if places.assertion == .root, prefixes[.assertion]?.isEmpty == false {
                declare(.assertion, depth)
            }
            if places.signature == .root, prefixes[.signature]?.isEmpty == false {
                declare(.signature, depth)
            }
        }
        let hasTypes =
            depth == 0
            ? places.types == .root
            : places.types == .assertion && document.isElement(index, named: "Assertion")
        if hasTypes {
            declare(.schema, depth)
            declare(.instance, depth)
        }
        let name = document.name(ofTag: index)
        if let own = known(name[..<(name.firstIndex(of: UInt8(ascii: ":")) ?? name.startIndex)]) {
            declare(own, depth)
        }
        for attribute in attributes where !document.isDeclaration(attribute) {
            let name = document.bytes[attribute.name]
            guard let colon = name.firstIndex(of: UInt8(ascii: ":")),
                let known = known(name[..<colon])
            else { continue }
            declare(known, depth)
            if name.namesType { declare(.schema, depth) }
        }
    }

    private mutating func declare(_ known: Known, _ depth: Int) {
        guard let prefix = prefixes[known] else { return }
        // The innermost declaration of a prefix counts.
        guard declared.last(where: { prefixes[$0.known] == prefix })?.known != known else { return }
        declared.append((known, depth))
        output.append(UInt8(ascii: " "))
        writeDeclaration(prefix, Self.namespaces[known.rawValue])
    }
}

extension ArraySlice<UInt8> {
    /// A Boolean value that indicates whether it is the name of `xsi:type`, whatever its prefix.
    fileprivate var namesType: Bool { suffix(5).elementsEqual(":type".utf8) }
}

extension CanonicalTokens {
    /// The prefix of the type that is named first.
    fileprivate var typePrefix: [UInt8]? {
        for index in tokens.indices where tokens[index].kind == .startTag {
            for attribute in attributes(ofTag: index)
            where bytes[attribute.name].namesType {
                let value = bytes[attribute.value]
                return value.firstIndex(of: UInt8(ascii: ":")).map { Array(value[..<$0]) }
            }
        }
        return nil
    }

    /// A Boolean value that indicates whether elements have prefixes such as `ns0`, as programs choose that keep none.
    var hasNumberedPrefixes: Bool {
        guard let root = tokens.indices.first(where: { tokens[$0].kind == .startTag }) else {
            return false
        }
        let name = name(ofTag: root)
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return name[..<colon].last.map { (0x30...0x39).contains($0) } ?? false
    }
}
