internal import SAML2
internal import WireText

/// A query that was given out and may be answered.
struct IssuedQuery: Sendable {
    /// Its `ID`.
    let id: String
    /// The attributes it asks for.
    let attributeNames: [String]
}

/// The content of an admitted response.
///
/// With ``AdmissionChecks/signature`` it is what the MVPD signed and nothing else.
struct AdmittedResponse: Sendable {
    /// The subject's name.
    let nameID: SAML.NameID?
    /// The attributes in document order.
    let attributes: [SAML.Attribute]
    /// The ID of the query it answers.
    let inResponseTo: String?
    /// A Boolean value that indicates whether the same one presented the same assertion a moment
    /// ago, and it was admitted then.
    ///
    /// A client that lost the answer repeats its request; the caller may give it the same answer
    /// again or refuse.
    var isRepetition = false

    init(_ response: SAML.Response) {
        nameID = response.assertion?.subject?.nameID
        attributes = response.assertion?.attributes ?? []
        inResponseTo = response.inResponseTo
    }

    /// The texts of an attribute's values.
    ///
    /// - Parameter name: The name, compared byte for byte.
    /// - Returns: The values; none when there is no such attribute.
    func values(of name: String) -> [String] {
        attributes.filter { isSame($0.name, name) }.flatMap { $0.values.compactMap(\.text) }
    }
}

extension AdmittedResponse: Redacted {
    /// The number of attributes; never what they say.
    var description: String { "AdmittedResponse(\(attributes.count) attributes)" }
}
