/// The reason why a simulated MVPD does not answer a query; it quotes nothing of it.
struct QueryRefusal: Error, CustomStringConvertible {
    /// The reason, stable across releases.
    enum Code: String {
        /// Neither XML nor Base64 of XML.
        case notXML = "query-not-xml"
        /// No `samlp:AttributeQuery`, or not built as one.
        case notAQuery = "not-an-attribute-query"
        /// The service provider did not sign it, or it was changed afterwards.
        case signatureInvalid = "query-signature-invalid"
        /// The framework's request names another app than the service provider that signed it.
        case wrongChannel = "wrong-channel-identifier"
        /// It is meant for another MVPD.
        case wrongDestination = "query-wrong-destination"
        /// It is too old, or from the future.
        case expired = "query-expired"
        /// None of the attributes the caller wants is among those the service provider asks for.
        case attributesNotInQuery = "attributes-not-in-query"
        /// The style is not one of ``ResponseStyle``.
        case unknownStyle = "unknown-response-style"
        /// The response could not be made.
        case notAnswered = "not-answered"
    }

    /// The reason.
    let code: Code
    /// A sentence that says what is wrong and what to do.
    let sentence: String

    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// The code and the sentence.
    var description: String { "\(code.rawValue): \(sentence)" }
}
