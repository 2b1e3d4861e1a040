/// The reason why a simulated MVPD does not answer a query; it quotes nothing of it.
package struct QueryRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        package let rawValue: String

        /// Creates a code from its name.
        ///
        /// - Parameter rawValue: The name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Neither XML nor Base64 of XML.
        package static let notXML = Code(rawValue: "query-not-xml")
        /// No `samlp:AttributeQuery`, or not built as one.
        package static let notAQuery = Code(rawValue: "not-an-attribute-query")
        /// The service provider did not sign it, or it was changed afterwards.
        package static let signatureInvalid = Code(rawValue: "query-signature-invalid")
        /// It is meant for another MVPD.
        package static let wrongDestination = Code(rawValue: "query-wrong-destination")
        /// It is too old, or from the future.
        package static let expired = Code(rawValue: "query-expired")
        /// None of the attributes the caller wants is among those the service provider asks for.
        package static let attributesNotInQuery = Code(rawValue: "attributes-not-in-query")
        /// The style is not one of ``ResponseStyle/all``.
        package static let unknownStyle = Code(rawValue: "unknown-response-style")
    }

    /// The reason.
    package let code: Code
    /// A sentence that says what is wrong and what to do.
    package let sentence: String

    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// The code and the sentence.
    package var description: String { "\(code.rawValue): \(sentence)" }
}
