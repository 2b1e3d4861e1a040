internal import XMLCore

extension SAML {
    /// The words of a status in another place than in the text of its `StatusMessage`.
    package struct MisplacedMessage: Hashable, Sendable, CustomStringConvertible {
        /// The words.
        package let text: String
        /// The place of the words: "an attribute of StatusCode", say.
        let place: String

        private static let names: Set = ["statusmessage", "message"]

        /// Finds the words where the message is absent or empty.
        init?(besides message: String?, in status: XML.Element) {
            guard message.map({ Discrepancy.blankness(of: $0) != nil }) ?? true else { return nil }
            var codes = [status]
            while let code = codes.last?.firstChild(named: .statusCode) { codes.append(code) }
            let around = [status.parent].compactMap(\.self) + codes
            for owner in around + status.childElements(named: .statusMessage) {
                let isMessage = owner.isNamed(.statusMessage)
                let found = owner.attributes.first { attribute in
                    let name = attribute.name.localName.lowercased()
                    return Self.names.contains(name)
                        || isMessage && ["value", "text"].contains(name)
                }
                if let found {
                    text = found.value
                    place = "in an attribute of \(owner.name.localName)"
                    return
                }
            }
            for owner in around {
                let found = owner.childElements.first { child in
                    Self.names.contains(child.name.localName.lowercased())
                        && !(child.isNamed(.statusMessage) && owner == status)
                }
                if let found {
                    text = found.textContent
                    place =
                        owner == status
                        ? "in an element of another name" : "in \(owner.name.localName)"
                    return
                }
            }
            return nil
        }

        /// The place; never the words.
        package var description: String { "MisplacedMessage(\(place))" }
    }
}

extension SAML.Status {
    /// The words of the provider, wherever they stand.
    package var words: String? { misplacedMessage?.text ?? message }
}
