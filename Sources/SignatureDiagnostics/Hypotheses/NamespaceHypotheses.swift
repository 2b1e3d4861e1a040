internal import WireText
internal import XMLCore

/// The hypotheses about taking an element out of a message, or putting it into one.
///
/// Both change inclusive canonical forms, which contain all namespaces in scope (Canonical XML 1.0,
/// section 2.3).
///
/// Declarations that are gone are guessed from those that messages use.
struct NamespaceHypotheses {
    private let message: ReceivedMessage
    private let apex: Int

    private typealias Declaration = (prefix: String, uri: String)

    /// `nil` where no canonical form shows the declarations of ancestors.
    init?(_ message: ReceivedMessage) {
        guard message.showsDeclarations, let apex = message.document.startTag(at: message.path)
        else { return nil }
        self.message = message
        self.apex = apex
    }
}

// MARK: Lost

extension NamespaceHypotheses {
    private static let protocolName = "urn:oasis:names:tc:SAML:2.0:protocol"
    private static let xs: Declaration = ("xs", "http://www.w3.org/2001/XMLSchema")
    private static let xsd: Declaration = ("xsd", "http://www.w3.org/2001/XMLSchema")
    private static let xsi: Declaration = ("xsi", "http://www.w3.org/2001/XMLSchema-instance")
    private static let ds: Declaration = ("ds", "http://www.w3.org/2000/09/xmldsig#")

    /// The declarations of a message that an element was taken out of, the likeliest first.
    private static let lostDeclarations: [[Declaration]] = {
        let assertionName = "urn:oasis:names:tc:SAML:2.0:assertion"
        let responses: [[Declaration]] = [
            [("samlp", protocolName)], [("saml2p", protocolName)],
            [("samlp", protocolName), ("saml", assertionName)],
            [("saml2p", protocolName), ("saml2", assertionName)], [("", protocolName)], [],
        ]
        let types: [[Declaration]] = [
            [], [xs, xsi], [xs], [xsi], [xsd, xsi], [xsd], [ds], [ds, xs, xsi], [ds, xs],
        ]
        let envelopes: [[Declaration]] = ["soapenv", "soap", "S", "SOAP-ENV", "soap11"].map {
            [($0, "http://schemas.xmlsoap.org/soap/envelope/")]
        }
        let plain = types.flatMap { types in responses.map { $0 + types } }
        let wrapped = envelopes.flatMap { envelope in
            responses.prefix(2).flatMap { response in
                types.prefix(4).map { envelope + response + $0 }
            }
        }
        return (plain + wrapped).filter { !$0.isEmpty }
    }()

    var lost: [HypothesisTrial] {
        let bound = Set(message.element.namespacesInScope.map(\.prefix))
        var seen: Set<[String]> = []
        return Self.lostDeclarations.compactMap { declarations in
            let missing = declarations.filter { !bound.contains($0.prefix) && isSigned($0.prefix) }
            let prefixes = missing.map(\.prefix)
            guard !missing.isEmpty, seen.insert(prefixes).inserted else { return nil }
            let names = prefixes.map { $0.isEmpty ? "a default namespace" : "xmlns:\($0)" }
            return HypothesisTrial(
                hypothesis: .ancestorNamespacesLost,
                undoing: "\(names.joined(separator: ", ")) restored"
            ) { [self] in
                .document(document(declaring: missing), path: message.path)
            }
        }
    }

    /// Returns whether a canonical form has a declaration although no name uses it.
    private func isSigned(_ prefix: String) -> Bool {
        message.methods.contains { method in
            let list = method.inclusiveNamespaces?.prefixList ?? []
            return method.algorithm != .exclusive
                || list.contains(prefix.isEmpty ? "#default" : prefix)
        }
    }

    private func document(declaring declarations: [Declaration]) -> [UInt8] {
        let bytes = message.document.bytes
        let end = message.document.name(ofTag: apex).endIndex
        return bytes[..<end] + declarations.flatMap(Self.written) + bytes[end...]
    }

    private static func written(_ declaration: Declaration) -> [UInt8] {
        let name = declaration.prefix.isEmpty ? "xmlns" : "xmlns:\(declaration.prefix)"
        return Array(" \(name)=\"\(declaration.uri)\"".utf8)
    }
}

// MARK: Added

extension NamespaceHypotheses {
    /// The largest number of declarations that are left out one at a time.
    private static let mostDeclarations = 8

    /// The largest number of declarations of which all choices are left out.
    private static let mostChosen = 8

    var added: [HypothesisTrial] {
        let (used, unused) = inheritedDeclarations
        return (unused.isEmpty ? [] : inherited(used, unused)) + chosen(used, unused)
    }

    private func trial(
        _ undoing: String, _ kept: [[UInt8]], without dropped: [[UInt8]] = []
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis: .ancestorNamespacesAdded, undoing: undoing) { [self] in
            document(standingAloneWith: kept, without: dropped).map { bytes in
                let attributes = inheritedAttributes
                guard !attributes.isEmpty else { return .document(bytes, path: []) }
                let tags = (start: Array("<x".utf8), end: Array("</x>".utf8))
                return .document(
                    tags.start + attributes.joined() + [UInt8(ascii: ">")] + bytes + tags.end,
                    path: [0])
            }
        }
    }

    /// Every choice among the declarations that no name uses, those of the element itself included.
    private func chosen(_ used: [[UInt8]], _ unused: [[UInt8]]) -> [HypothesisTrial] {
        let prefixes = usedPrefixes
        let own = declarations(of: apex)
            .filter { !prefixes.contains(Array($0.name.dropFirst("xmlns:".utf8.count))) }
            .map(\.written)
        let all = unused + own
        guard !all.isEmpty, all.count <= Self.mostChosen else { return [] }
        return (1..<1 << all.count).map { choice in
            let kept = unused.indices.filter { choice >> $0 & 1 == 0 }.map { unused[$0] }
            let dropped = own.indices.filter { choice >> ($0 + unused.count) & 1 == 1 }
            return trial(
                "some namespace declarations excluded", used + kept,
                without: dropped.map { own[$0] })
        }
    }

    private func inherited(_ used: [[UInt8]], _ unused: [[UInt8]]) -> [HypothesisTrial] {
        let single = unused.prefix(Self.mostDeclarations)
        return [
            trial("all inherited namespace declarations excluded", used)
        ]
            + single.indices.map { index in
                var kept = unused
                kept.remove(at: index)
                return trial(
                    "one inherited namespace declaration excluded", used + kept)
            }
            + single.map { only in
                trial(
                    "all inherited namespace declarations but one excluded",
                    used + [only])
            }
    }

    /// The ancestors' declarations as written, by whether a name in the element needs them.
    private var inheritedDeclarations: (used: [[UInt8]], unused: [[UInt8]]) {
        let document = message.document
        var seen = Set(declarations(of: apex).map(\.name))
        let prefixes = usedPrefixes
        var used: [[UInt8]] = []
        var unused: [[UInt8]] = []
        var owner = document.tokens[apex].owner
        while owner >= 0 {
            for (name, written) in declarations(of: owner) where seen.insert(name).inserted {
                let prefix = name.dropFirst("xmlns:".utf8.count)
                if prefixes.contains(Array(prefix)) {
                    used.append(written)
                } else {
                    unused.append(written)
                }
            }
            owner = document.tokens[owner].owner
        }
        return (used, unused)
    }

    private func declarations(of tag: Int) -> [(name: [UInt8], written: [UInt8])] {
        message.document.attributes(ofTag: tag).filter(message.document.isDeclaration).map {
            (Array(message.document.bytes[$0.name]), Array(message.document.bytes[$0.range]))
        }
    }

    /// The `xml:` attributes of the ancestors as written, which inclusive forms have as well.
    private var inheritedAttributes: [[UInt8]] {
        let document = message.document
        var seen: Set<[UInt8]> = []
        var attributes: [[UInt8]] = []
        var owner = document.tokens[apex].owner
        while owner >= 0 {
            for attribute in document.attributes(ofTag: owner) {
                let name = Array(document.bytes[attribute.name])
                guard name.starts(with: "xml:".utf8), seen.insert(name).inserted else { continue }
                attributes.append(Array(document.bytes[attribute.range]))
            }
            owner = document.tokens[owner].owner
        }
        return attributes
    }

    /// The prefixes of the names inside the element, the empty one for none.
    private var usedPrefixes: Set<[UInt8]> {
        let document = message.document
        var prefixes: Set<[UInt8]> = []
        for index in apex..<(document.endTag(of: apex) ?? apex)
        where document.tokens[index].kind == .startTag {
            let name = document.name(ofTag: index)
            let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            prefixes.insert(parts.count > 1 ? Array(parts[0]) : [])
            for attribute in document.attributes(ofTag: index)
            where !document.isDeclaration(attribute) {
                let parts = document.bytes[attribute.name].split(separator: UInt8(ascii: ":"))
                if parts.count > 1 { prefixes.insert(Array(parts[0])) }
            }
        }
        return prefixes
    }

    private func document(
        standingAloneWith declarations: [[UInt8]], without dropped: [[UInt8]]
    ) -> [UInt8]? {
        let document = message.document
        guard let end = document.endTag(of: apex) else { return nil }
        let nameEnd = document.name(ofTag: apex).endIndex
        return Array(document.bytes[document.tokens[apex].range.lowerBound..<nameEnd])
            + declarations.joined()
            + dropped.reduce(
                Array(document.bytes[nameEnd..<document.tokens[apex].range.upperBound])
            ) {
                $0.substituting([], for: $1)
            }
            + document.bytes[
                document.tokens[apex].range.upperBound..<document.tokens[end].range.upperBound]
    }
}
