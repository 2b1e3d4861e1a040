internal import XMLCore

extension SAML {
    /// What was sent instead of a required attribute that is missing.
    struct AttributeNearMiss {
        let required: String
        /// The name that was sent.
        let sent: String
        /// The differences between the names; none for two names of one attribute.
        let differences: [SpellingDifference]

        /// The largest number of attributes that are compared: senders choose how many there are.
        private static let mostAttributes = 64

        /// Finds the name that differs from the required one in the fewest ways.
        init?(of required: String, among attributes: [Attribute]) {
            var best: (sent: String, differences: [SpellingDifference])?
            for attribute in attributes.prefix(Self.mostAttributes) {
                for name in [attribute.name, attribute.friendlyName].compactMap(\.self) {
                    if AttributeNames.areOfOneAttribute(required, name) {
                        best = (name, [])
                        break
                    }
                    let differences = SpellingDifference.all(
                        between: name, and: required, among: SpellingDifference.ofAttributes)
                    guard !differences.isEmpty,
                        best.map({ $0.differences.count > differences.count }) ?? true
                    else { continue }
                    best = (name, differences)
                }
                if best?.differences.isEmpty ?? false { break }
            }
            guard let best else { return nil }
            self.required = required
            (sent, differences) = best
        }

        /// The cause that the difference points to.
        var cause: FailureCause {
            if differences.contains(.lookAlike) { return .attributeLookAlike }
            switch differences.first {
            case .whiteSpace: return .attributeWhiteSpace
            case .letterCase: return .attributeLetterCase
            default: return .attributeOtherName
            }
        }

        /// The difference without the name that was sent.
        var hint: String {
            differences.isEmpty
                ? "another name of it was sent"
                : "a name was sent that differs by "
                    + SpellingDifference.words(differences, between: sent, and: required)
        }

        fileprivate var sentence: String {
            let shown = Discrepancy.named(sent)
            return differences.isEmpty
                ? "\(Discrepancy.named(required)) is missing; \(shown) was sent, another name of it"
                : "\(Discrepancy.named(required)) is missing; \(shown) was sent: they differ by "
                    + SpellingDifference.words(differences, between: sent, and: required)
        }

        /// The name, if it may be required instead of the other.
        fileprivate var advised: String? {
            // A comma separates names where they are passed.
            differences.contains(.lookAlike) || sent.contains(",") || sent.isEmpty
                || !SpellingDifference.isPlain(sent, besides: required) ? nil : sent
        }
    }
}

extension SAML.Discrepancy {
    private static let mostNames = 16

    /// Required attributes that are missing, and the names that were sent; never a value.
    package init(
        missing names: [String], among attributes: [SAML.Attribute], nameID: SAML.NameID? = nil
    ) {
        let shown = names.prefix(Self.mostNames)
        let blankNameID = nameID.flatMap { Self.blankness(of: $0.value) }
        let misses = shown.compactMap { SAML.AttributeNearMiss(of: $0, among: attributes) }
        var parts = misses.map(\.sentence)
        var others = shown.filter { name in !misses.contains { $0.required.hasSameBytes(as: name) }
        }
        if let blankNameID,
            let place = others.firstIndex(of: SAML.AttributeSelection.nameIDName)
        {
            others.remove(at: place)
            parts.append("The NameID was sent, and is \(blankNameID)")
        }
        var sent: [String] = []
        for attribute in attributes.prefix(64)
        where !sent.contains(where: { $0.hasSameBytes(as: attribute.name) }) {
            sent.append(attribute.name)
        }
        let list = Self.list(sent.map { Self.named($0) })
        if !others.isEmpty {
            let verb = others.count == 1 ? "is" : "are"
            parts.append(
                "\(others.map { Self.named($0) }.joined(separator: ", ")) \(verb) missing; "
                    + (list.map { "sent: \($0)" } ?? "no attribute was sent that can be read"))
        }
        if names.count > shown.count {
            parts.append("\(names.count - shown.count) more are missing")
        }
        let advised = misses.compactMap(\.advised)
        self.init(
            parts.joined(separator: "; ") + ".",
            expected: names.isEmpty ? nil : shown.joined(separator: ", "),
            found: misses.isEmpty
                ? Self.list(sent) : misses.prefix(5).map(\.sent).joined(separator: ", "),
            cause: misses.first?.cause, remedy: advised.isEmpty ? nil : .attributes(advised))
    }

    /// Returns a name for a sentence, in quotes if white space would not be seen without them.
    fileprivate static func named(_ name: String) -> String {
        let text = visible(name)
        return text.utf8.allSatisfy { $0 > 0x20 } || blankness(of: name) != nil
            ? text : "\"\(text)\""
    }
}
