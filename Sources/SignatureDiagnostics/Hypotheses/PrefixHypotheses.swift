internal import XMLCore

/// The hypotheses about namespace prefixes, which canonical forms contain.
///
/// What is tried are the prefixes that most identity providers write, and the places where they declare them.
struct PrefixHypotheses {
    let message: ReceivedMessage

    /// Prefixes, the places of their declarations if those count, and the words for both.
    private struct Spelling {
        let prefixes: NamespaceRewriting.Prefixes
        var places: NamespaceRewriting.Places?
        let undoing: String
    }

    /// Where a program numbered the prefixes, it wrote all of them; most others rename those of one namespace only.
    var trials: [HypothesisTrial] {
        guard message.document.hasNumberedPrefixes else {
            return (Self.single + Self.whole).filter(isPossible).map(trial)
        }
        return ((message.showsDeclarations ? Self.placed : Self.whole) + Self.single)
            .filter(isPossible).map(trial)
    }

    /// Returns the trials that say in these words what they undo.
    func trials(undoing: String) -> [HypothesisTrial] {
        Self.byWords[undoing, default: []].filter(isPossible).map(trial)
    }

    /// Returns whether a spelling keeps the prefix of a signature that holds, which `SignedInfo` contains.
    private func isPossible(_ spelling: Spelling) -> Bool {
        guard message.isSigned, let prefix = spelling.prefixes.signature else { return true }
        return message.signedInfoBytes.dropFirst()
            .starts(with: prefix.isEmpty ? Array("SignedInfo".utf8) : prefix + Array(":".utf8))
    }

    private func trial(_ spelling: Spelling) -> HypothesisTrial {
        HypothesisTrial(hypothesis: .prefixesRenamed, undoing: spelling.undoing) { [message] in
            let document = message.document
            let renamed = NamespaceRewriting(
                document, prefixes: spelling.prefixes, places: spelling.places
            ).bytes
            return renamed == document.bytes ? nil : .document(renamed, path: message.path)
        }
    }
}

// MARK: Words

extension PrefixHypotheses {
    /// Returns a finding that names the prefixes that were signed: a trial writes others as well, and each part of the
    /// signature may be restored by another one.
    ///
    /// - Parameters:
    ///   - finding: A proved finding.
    ///   - parts: The parts of the signature that are restored, as they were received and as they were signed.
    /// - Returns: The finding; others than of renamed prefixes as they are.
    static func named(
        _ finding: SignatureExplanation.Finding, in parts: [(received: [UInt8], signed: [UInt8])]
    ) -> SignatureExplanation.Finding {
        guard finding.hypothesis == .prefixesRenamed else { return finding }
        var names: [String] = []
        for part in parts {
            let received = Set(CanonicalTokens(part.received).prefixes.map(\.written))
            for (name, written) in CanonicalTokens(part.signed).prefixes
            where !received.contains(written) && !names.contains(name) { names.append(name) }
        }
        guard !names.isEmpty else { return finding }
        return .init(hypothesis: finding.hypothesis, undoing: "\(words(names)) written")
    }
}

extension CanonicalTokens {
    /// The prefixes that are declared and those of types, each with what is written of it.
    fileprivate var prefixes: [(name: String, written: [UInt8])] {
        let starts = tokens.indices.filter { tokens[$0].kind == .startTag }
        return starts.flatMap(attributes).compactMap { attribute in
            let name = String(decoding: bytes[attribute.name], as: UTF8.self)
            let value = bytes[attribute.value]
            if isDeclaration(attribute) {
                return value.isEmpty
                    ? nil : (String(name.dropFirst("xmlns:".count)), Array(bytes[attribute.range]))
            }
            guard name.hasSuffix(":type"), let colon = value.firstIndex(of: UInt8(ascii: ":"))
            else { return nil }
            return (String(decoding: value[..<colon], as: UTF8.self), Array(value[...colon]))
        }
    }
}

// MARK: Spellings

extension PrefixHypotheses {
    private static let single: [Spelling] = [
        (.init(schema: "xs"), "xs for types"), (.init(schema: "xsd"), "xsd for types"),
        (.init(assertion: "saml"), "saml for assertions"),
        (.init(assertion: "saml2"), "saml2 for assertions"),
        (.init(assertion: ""), "no prefix for assertions"),
        (.init(signature: "ds"), "ds for signatures"),
        (.init(signature: ""), "no prefix for signatures"),
        (.init(wrapper: "samlp"), "samlp for messages"),
        (.init(wrapper: "saml2p"), "saml2p for messages"),
        (.init(wrapper: ""), "no prefix for messages"),
    ].map { Spelling(prefixes: $0, undoing: "\($1) written") }

    private static let whole: [Spelling] = ["xs", "xsd"].flatMap { (schema: String) in
        combinations.map { wrapper, assertion, signature in
            Spelling(
                prefixes: .init(
                    wrapper: wrapper, assertion: assertion, signature: signature, exclusive: "ec",
                    schema: schema, instance: "xsi"),
                // One prefix for two namespaces cannot be declared twice in one place.
                places: Set([wrapper, assertion, signature]).count < 3
                    ? .init(assertion: .use, signature: .use, types: .use) : nil,
                undoing: "\(words([wrapper, assertion, signature])) and \(schema) written")
        }
    }

    private static let placed: [Spelling] = combinations.flatMap { wrapper, assertion, signature in
        NamespaceRewriting.Places.all.map { places in
            Spelling(
                prefixes: .init(
                    wrapper: wrapper, assertion: assertion, signature: signature, exclusive: "ec",
                    instance: "xsi"), places: places,
                undoing: "\(words([wrapper, assertion, signature])) written, and declared: "
                    + places.words)
        }
    }

    private static let byWords = Dictionary(grouping: single + whole + placed, by: \.undoing)

    private static let combinations: [(String, String, String)] = ["ds", "", "dsig"].flatMap {
        signature in
        [
            ("samlp", "saml"), ("saml2p", "saml2"), ("samlp", ""), ("saml2p", ""), ("", "saml"),
            ("", "saml2"), ("samlp", "saml2"), ("", ""), ("p", "a"), ("ns2", "ns1"),
            ("ns0", "ns1"),
        ].map { ($0, $1, signature) }
    }

    private static func words(_ prefixes: [String]) -> String {
        if let only = prefixes.first, prefixes.count == 1 {
            return only.isEmpty ? "no prefix" : "the prefix \(only)"
        }
        let names = prefixes.map { $0.isEmpty ? "(none)" : $0 }
        return "the prefixes " + names.joined(separator: ", ")
    }
}
