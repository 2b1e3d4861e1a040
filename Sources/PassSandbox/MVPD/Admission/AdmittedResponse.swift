package import SAML2
internal import WireText

/// A query that was given out and may be answered.
package struct IssuedQuery: Hashable, Sendable {
    /// Its `ID`.
    package let id: String
    /// The attributes it asks for.
    package let attributeNames: [String]

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - id: Its `ID`.
    ///   - attributeNames: The attributes it asks for.
    package init(id: String, attributeNames: [String]) {
        self.id = id
        self.attributeNames = attributeNames
    }
}

/// The content of an admitted response.
///
/// With ``AdmissionChecks/signature`` it is what the MVPD signed and nothing else.
package struct AdmittedResponse: Hashable, Sendable {
    /// The subject's name.
    package let nameID: SAML.NameID?
    /// The attributes in document order, each with the text of its values.
    package let attributes: [Subscriber.Attribute]
    /// The ID of the query it answers.
    package let inResponseTo: String?
    /// The end of the statement's validity.
    package let notOnOrAfter: SAML.Instant?
    /// A Boolean value that indicates whether the same one presented the same assertion a moment
    /// ago, and it was admitted then.
    ///
    /// A client that lost the answer repeats its request; whoever admits may give it the same
    /// answer again or refuse.
    package internal(set) var isRepetition = false

    /// The attribute's values, or those of the subject's name for `NameID` when there is no such
    /// attribute.
    ///
    /// - Parameter name: The name, compared byte for byte.
    /// - Returns: The values; none when there is no such attribute.
    package func values(of name: String) -> [String] {
        if let attribute = attributes.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            return attribute.values
        }
        guard name == SAML.AttributeSelection.nameIDName, let nameID else { return [] }
        return [nameID.value]
    }
}

extension AdmittedResponse: Redacted {
    /// The number of attributes; never what they say.
    package var description: String { "AdmittedResponse(\(attributes.count) attributes)" }
}
