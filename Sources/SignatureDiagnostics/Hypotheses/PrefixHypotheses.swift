/// The hypotheses about namespace prefixes, which canonical forms contain.
///
/// What is tried are the prefixes that most identity providers write.
struct PrefixHypotheses {
    let message: ReceivedMessage

    private static let protocolName = "urn:oasis:names:tc:SAML:2.0:protocol"
    private static let assertionName = "urn:oasis:names:tc:SAML:2.0:assertion"
    private static let signatureName = "http://www.w3.org/2000/09/xmldsig#"
    private static let schemaName = "http://www.w3.org/2001/XMLSchema"
    private static let instanceName = "http://www.w3.org/2001/XMLSchema-instance"

    var trials: [HypothesisTrial] {
        let messages = [
            ("samlp", "saml"), ("saml2p", "saml2"), ("samlp", ""), ("saml2p", ""), ("", "saml"),
            ("", "saml2"), ("samlp", "saml2"), ("p", "a"), ("ns2", "ns1"), ("ns0", "ns1"),
        ]
        var trials: [HypothesisTrial] = []
        for signature in ["ds", "", "dsig"] {
            for (wrapper, assertion) in messages {
                for schema in ["xs", "xsd"] {
                    trials.append(
                        trial([
                            Self.protocolName: wrapper, Self.assertionName: assertion,
                            Self.signatureName: signature, Self.schemaName: schema,
                            Self.instanceName: "xsi",
                        ]))
                }
            }
        }
        // Most programs rename the prefixes of one namespace only.
        let single = [
            (Self.schemaName, "xs"), (Self.schemaName, "xsd"), (Self.assertionName, "saml"),
            (Self.assertionName, "saml2"), (Self.assertionName, ""), (Self.signatureName, "ds"),
            (Self.signatureName, ""), (Self.protocolName, "samlp"), (Self.protocolName, "saml2p"),
            (Self.protocolName, ""),
        ]
        return single.map { trial([$0.0: $0.1]) } + trials
    }

    private func trial(_ prefixes: [String: String]) -> HypothesisTrial {
        HypothesisTrial(
            hypothesis: .prefixesRenamed, undoing: "other usual namespace prefixes written"
        ) { [message] in
            let document = message.document
            let renamed = Renaming(prefixes: prefixes, document: document).bytes
            return renamed == document.bytes ? nil : .document(renamed, path: message.path)
        }
    }
}

/// Writes a document with other prefixes.
private struct Renaming {
    /// The new prefixes by namespace.
    let prefixes: [String: String]
    let document: CanonicalTokens

    var bytes: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(document.bytes.count)
        var scopes: [[String: String]] = [[:]]
        for (index, token) in document.tokens.enumerated() {
            switch token.kind {
            case .startTag:
                var scope = scopes.last ?? [:]
                let attributes = document.attributes(ofTag: index)
                for attribute in attributes where document.isDeclaration(attribute) {
                    let name = text(attribute.name)
                    scope[name == "xmlns" ? "" : String(name.dropFirst(6))] = text(attribute.value)
                }
                scopes.append(scope)
                output += "<\(renamed(name(ofTag: index), scope))".utf8
                for attribute in attributes { write(attribute, scope, &output) }
                output.append(UInt8(ascii: ">"))
            case .endTag:
                let scope = scopes.popLast() ?? [:]
                output += "</\(renamed(name(ofTag: index), scope))>".utf8
            case .text, .other: output += document.bytes[token.range]
            }
        }
        return output
    }

    private func write(
        _ attribute: CanonicalTokens.Attribute, _ scope: [String: String], _ output: inout [UInt8]
    ) {
        let value = document.bytes[attribute.value]
        var name = text(attribute.name)
        if document.isDeclaration(attribute) {
            if let prefix = prefixes[text(attribute.value)] {
                name = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
            }
            output += " \(name)=\"".utf8
            output += value
        } else if name.contains(":") {
            let isType = name.hasSuffix(":type")
            name = renamed(name, scope)
            output += " \(name)=\"".utf8
            output += isType ? Array(renamed(text(attribute.value), scope).utf8)[...] : value
        } else {
            output += " \(name)=\"".utf8
            output += value
        }
        output.append(UInt8(ascii: "\""))
    }

    private func renamed(_ name: String, _ scope: [String: String]) -> String {
        let parts = name.split(separator: ":", maxSplits: 1)
        let (prefix, local) = parts.count > 1 ? (String(parts[0]), parts[1]) : ("", parts[0])
        guard let namespace = scope[prefix], let new = prefixes[namespace] else { return name }
        return new.isEmpty ? String(local) : "\(new):\(local)"
    }

    private func name(ofTag index: Int) -> String {
        String(decoding: document.name(ofTag: index), as: UTF8.self)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: document.bytes[range], as: UTF8.self)
    }
}
