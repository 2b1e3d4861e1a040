/// The hypotheses about XML attributes that were removed, and about values that were replaced.
///
/// What was there is a constant of SAML, or still stands elsewhere in the message. They work on the digested bytes, so that a
/// test only digests.
struct LostAttributeHypotheses {
    private let digested: CanonicalTokens
    /// The start tags, by the local names of their elements.
    private let tags: [String: [Int]]

    private static let mostTags = 64

    /// An attribute that an element may have, and what it usually is.
    private struct Usual {
        let element: String
        let attribute: String
        let values: [String]
        /// Places with the same value: an attribute, or the text of an element where that has no name.
        let sources: [(element: String, attribute: String?)]

        init(
            _ element: String, _ attribute: String, _ values: [String] = [],
            from sources: [(element: String, attribute: String?)] = []
        ) {
            self.element = element
            self.attribute = attribute
            self.values = values
            self.sources = sources
        }
    }

    private static let nameFormats = ["basic", "unspecified", "uri"].map {
        "urn:oasis:names:tc:SAML:2.0:attrname-format:" + $0
    }
    private static let identifierFormats =
        ["persistent", "transient", "entity"].map {
            "urn:oasis:names:tc:SAML:2.0:nameid-format:" + $0
        }
        + ["unspecified", "emailAddress"].map {
            "urn:oasis:names:tc:SAML:1.1:nameid-format:" + $0
        }

    private static let usual: [Usual] = [
        Usual("Attribute", "NameFormat", nameFormats),
        Usual("Attribute", "FriendlyName", from: [("Attribute", "Name")]),
        Usual("NameID", "Format", identifierFormats),
        Usual("NameID", "SPNameQualifier", from: [("Audience", nil)]),
        Usual("NameID", "NameQualifier", from: [("Issuer", nil)]),
        Usual("Issuer", "Format", identifierFormats.reversed()),
        Usual("Response", "Version", ["2.0"]), Usual("Assertion", "Version", ["2.0"]),
        Usual(
            "Response", "Destination", from: [("SubjectConfirmationData", "Recipient")]),
        Usual(
            "Response", "InResponseTo", from: [("SubjectConfirmationData", "InResponseTo")]),
        Usual("Response", "IssueInstant", from: [("Assertion", "IssueInstant")]),
        Usual("Response", "Consent", ["urn:oasis:names:tc:SAML:2.0:consent:unspecified"]),
        Usual("Assertion", "IssueInstant", from: [("Response", "IssueInstant")]),
        Usual(
            "SubjectConfirmation", "Method",
            ["bearer", "sender-vouches", "holder-of-key"].map {
                "urn:oasis:names:tc:SAML:2.0:cm:" + $0
            }),
        Usual("SubjectConfirmationData", "InResponseTo", from: [("Response", "InResponseTo")]),
        Usual("SubjectConfirmationData", "Recipient", from: [("Response", "Destination")]),
        Usual("SubjectConfirmationData", "NotOnOrAfter", from: [("Conditions", "NotOnOrAfter")]),
        Usual(
            "Conditions", "NotOnOrAfter",
            from: [
                ("SubjectConfirmationData", "NotOnOrAfter"),
                ("AuthnStatement", "SessionNotOnOrAfter"),
            ]),
        Usual("Conditions", "NotBefore", from: [("Assertion", "IssueInstant")]),
        Usual("AuthnStatement", "SessionIndex", from: [("Assertion", "ID")]),
        Usual("AuthnStatement", "AuthnInstant", from: [("Assertion", "IssueInstant")]),
        Usual("AuthnStatement", "SessionNotOnOrAfter", from: [("Conditions", "NotOnOrAfter")]),
        Usual("StatusCode", "Value", ["urn:oasis:names:tc:SAML:2.0:status:Success"]),
        Usual("AttributeValue", "xsi:type", ["xs:string", "xsd:string"]),
    ]

    init(message: ReceivedMessage) {
        let digested = CanonicalTokens(message.referenceBytes)
        self.digested = digested
        let starts = digested.tokens.indices.lazy.filter { digested.tokens[$0].kind == .startTag }
        tags = Dictionary(grouping: starts.prefix(Self.mostTags)) {
            String(decoding: digested.localName(ofTag: $0), as: UTF8.self)
        }
    }

    private func trial(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String,
        _ edits: [HypothesisTrial.Edit]
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis, undoing, of: digested.bytes) {
            edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
        }
    }

    var trials: [HypothesisTrial] { Self.usual.flatMap { lost($0) + replaced($0) } + addresses }

    // MARK: Lost

    /// The attribute on all elements that lack it, and on one at a time.
    private func lost(_ usual: Usual) -> [HypothesisTrial] {
        let lacking = (tags[usual.element] ?? []).filter {
            value(of: usual.attribute, at: $0) == nil
        }
        guard !lacking.isEmpty else { return [] }
        let groups = lacking.count > 1 ? [lacking] + lacking.map { [$0] } : [lacking]
        return groups.flatMap { group in
            // Values of their own are those of the elements themselves.
            let isOwn = usual.sources.contains { $0.element == usual.element }
            let values = isOwn ? [[]] : values(of: usual, besides: nil)
            return values.map { value in
                trial(
                    .xmlAttributesLost, "\(usual.attribute) written on \(usual.element) again",
                    group.compactMap { tag in
                        let own = isOwn ? self.value(of: "Name", at: tag) : nil
                        let written = own.map { Array(digested.bytes[$0]) } ?? value
                        return written.isEmpty
                            ? nil : insertion(of: usual.attribute, written, at: tag)
                    })
            }
        }
    }

    /// The place of an attribute in the order of canonical forms: those without a prefix first, by their names.
    private func insertion(of name: String, _ value: [UInt8], at tag: Int) -> HypothesisTrial.Edit {
        let attributes = digested.attributes(ofTag: tag).filter { !digested.isDeclaration($0) }
        let next = attributes.first { attribute in
            let other = digested.bytes[attribute.name]
            return other.contains(UInt8(ascii: ":"))
                || name.utf8.lexicographicallyPrecedes(other)
        }
        let place = next?.range.lowerBound ?? digested.tokens[tag].range.upperBound - 1
        return (place..<place, Array(" \(name)=\"".utf8) + value + [UInt8(ascii: "\"")])
    }

    // MARK: Replaced

    /// Other values of the attribute, on all elements and on one at a time.
    private func replaced(_ usual: Usual) -> [HypothesisTrial] {
        let places = (tags[usual.element] ?? []).compactMap { value(of: usual.attribute, at: $0) }
        guard !places.isEmpty, usual.attribute != "FriendlyName" else { return [] }
        let groups = places.count > 1 ? [places] + places.map { [$0] } : [places]
        return groups.flatMap { group in
            values(of: usual, besides: group[0]).map { value in
                trial(
                    .valueReplaced, "another value of \(usual.attribute) on \(usual.element)",
                    group.map { ($0, value) })
            }
        }
    }

    /// The addresses of the service provider and the identity provider, where they stand more than once.
    private var addresses: [HypothesisTrial] {
        let places =
            ["Audience", "Issuer"].flatMap { texts(of: $0) }
            + [("NameID", "SPNameQualifier"), ("NameID", "NameQualifier")].flatMap {
                element, name in
                (tags[element] ?? []).compactMap { value(of: name, at: $0) }
            }
        return places.flatMap { place in
            places.compactMap { other in
                let value = Array(digested.bytes[other])
                guard !digested.bytes[place].elementsEqual(value) else { return nil }
                return trial(
                    .valueReplaced, "a name that stands elsewhere in the message", [(place, value)])
            }
        }
    }

    // MARK: Values

    private func values(of usual: Usual, besides received: Range<Int>?) -> [[UInt8]] {
        let elsewhere = usual.sources.flatMap { source -> [Range<Int>] in
            guard let name = source.attribute else { return texts(of: source.element) }
            return (tags[source.element] ?? []).compactMap { value(of: name, at: $0) }
        }
        var values: [[UInt8]] = []
        for value in usual.values.map({ Array($0.utf8) })
            + elsewhere.map({ Array(digested.bytes[$0]) })
        where !values.contains(value)
            && !(received.map { digested.bytes[$0].elementsEqual(value) } ?? false)
        {
            values.append(value)
        }
        return values
    }

    private func value(of name: String, at tag: Int) -> Range<Int>? {
        digested.attributes(ofTag: tag).first {
            digested.bytes[$0.name].elementsEqual(name.utf8)
        }?.value
    }

    private func texts(of element: String) -> [Range<Int>] {
        (tags[element] ?? []).compactMap { tag in
            tag + 1 < digested.tokens.count && digested.isLeafText(tag + 1)
                ? digested.tokens[tag + 1].range : nil
        }
    }
}
