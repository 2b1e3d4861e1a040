internal import XMLCore
internal import XMLSecurity

/// Canonical forms that signers write although the signature names another one.
struct CanonicalizationHypotheses {
    let message: ReceivedMessage

    private static let all: [XML.CanonicalizationMethod] = [
        XML.CanonicalizationMethod(.exclusive), XML.CanonicalizationMethod(.canonicalXML10),
        XML.CanonicalizationMethod(.canonicalXML11),
        XML.CanonicalizationMethod(
            .exclusive, inclusiveNamespaces: XML.InclusiveNamespaces(prefixList: ["xs"])),
    ]

    var otherMethods: [HypothesisTrial] {
        // A single other method, and for either part those it does not name already.
        Self.all.map { method in
            trial(.otherCanonicalization, "\(Self.name(method)) used") { named in
                named.withoutComments == method ? nil : method
            }
        }
    }

    var withComments: [HypothesisTrial] {
        let document = message.document
        let hasComments = document.tokens.contains { token in
            token.kind == .other
                && document.bytes[token.range.lowerBound + 1] == UInt8(ascii: "!")
        }
        guard hasComments else { return [] }
        let named = trial(.commentsDigested, "comments digested") { $0.withComments(true) }
        return [named]
            + Self.all.map { method in
                trial(
                    .commentsDigested, "comments digested, and \(Self.name(method)) used"
                ) { _ in method.withComments(true) }
            }
    }

    private func trial(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String,
        _ replacement: @escaping (XML.CanonicalizationMethod) -> XML.CanonicalizationMethod?
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis: hypothesis, undoing: undoing) { [message] in
            let info = message.signature.signedInfo
            let signedInfo = replacement(info.canonicalizationMethod).flatMap { method in
                try? message.signature.signedInfoElement.linearCanonicalForm(
                    using: method, limits: message.limits)
            }
            let reference = replacement(info.reference.canonicalizationMethod).flatMap { method in
                try? message.element.linearCanonicalForm(
                    using: method, excluding: message.signature.element, limits: message.limits)
            }
            return .bytes(signedInfo: signedInfo?.bytes, reference: reference?.bytes)
        }
    }

    private static func name(_ method: XML.CanonicalizationMethod) -> String {
        switch method.algorithm {
        case .canonicalXML10: "Canonical XML 1.0"
        case .canonicalXML11: "Canonical XML 1.1"
        case .exclusive:
            "exclusive canonicalization"
                + (method.inclusiveNamespaces.map { list in
                    " with the PrefixList \(list.prefixList.joined(separator: " "))"
                } ?? "")
        }
    }
}

extension XML.CanonicalizationMethod {
    /// The method with comments, or without.
    fileprivate func withComments(_ withComments: Bool) -> XML.CanonicalizationMethod {
        XML.CanonicalizationMethod(
            algorithm, withComments: withComments, inclusiveNamespaces: inclusiveNamespaces)
    }
}
