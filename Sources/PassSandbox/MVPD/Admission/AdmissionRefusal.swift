internal import SignatureDiagnostics
internal import XMLCore

/// The reason why a `SAMLResponse` is not admitted; it quotes nothing of it.
struct AdmissionRefusal: Error, CustomStringConvertible {
    /// The reason, stable across releases.
    let code: AdmissionCode
    /// A sentence or two that say what is wrong and what to do.
    let sentence: String
    /// The position in the decoded XML, if there is one.
    let position: XML.SourcePosition?
    /// The proven damage to a message with an invalid signature.
    let likelyCause: SignatureExplanation.Hypothesis?

    init(
        _ code: AdmissionCode, _ sentence: String, at position: XML.SourcePosition? = nil,
        likelyCause: SignatureExplanation.Hypothesis? = nil
    ) {
        self.code = code
        self.sentence = sentence
        self.position = position
        self.likelyCause = likelyCause
    }

    /// The code and the sentence, in a form that fits a header field.
    var description: String { "\(code.rawValue): \(sentence)" }
}

/// The reason why a `SAMLResponse` is not admitted; the names are stable.
enum AdmissionCode: String {
    // MARK: - The form value

    /// The field is absent or empty.
    case missing = "saml-response-missing"
    /// The value is larger than any response.
    case tooLarge = "saml-response-too-large"
    /// Percent-encoding is left after the form was decoded.
    case doublePercentEncoded = "double-percent-encoded"
    /// There are spaces where `+` was sent without being percent-encoded.
    case plusNotEncoded = "plus-not-encoded"
    /// The Base64 text is broken into lines.
    case wrappedBase64 = "wrapped-base64"
    /// The Base64 text is in the URL-safe alphabet.
    case urlSafeBase64 = "url-safe-base64"
    /// The value is XML without Base64.
    case notEncoded = "xml-not-encoded"
    /// The value is not Base64.
    case notBase64 = "not-base64"

    // MARK: - The message

    /// The decoded Base64 is not well-formed XML.
    case notXML = "not-xml"
    /// The root element is not `samlp:Response`.
    case wrongRoot = "wrong-root"
    /// The response is not built as the schema of SAML has it.
    case malformedResponse = "malformed-response"
    /// The status reports a failure.
    case statusNotSuccess = "status-not-success"
    /// There is no assertion.
    case noAssertion = "no-assertion"

    // MARK: - Trust

    /// Nothing is signed, or not all that counts.
    case signatureMissing = "signature-missing"
    /// A signature does not hold, or the MVPD did not make it.
    case signatureInvalid = "signature-invalid"
    /// A signature is of a kind that is not allowed, SHA-1 for instance.
    case signatureRefused = "signature-refused"
    /// The encrypted content cannot be decrypted.
    case notDecryptable = "not-decryptable"

    // MARK: - The exchange

    /// The response is from another issuer than the MVPD.
    case issuerMismatch = "issuer-mismatch"
    /// The response is meant for another service provider.
    case audienceMismatch = "audience-mismatch"
    /// The validity has ended.
    case expired
    /// The validity has not begun.
    case notYetValid = "not-yet-valid"
    /// A condition of another kind is not met.
    case conditionsNotMet = "conditions-not-met"
    /// The response does not say which request it answers.
    case inResponseToMissing = "in-response-to-missing"
    /// The response answers a request that was not made for this device and app.
    case inResponseToUnknown = "in-response-to-unknown"
    /// The attributes that were asked for are not there.
    case attributesMissing = "attributes-missing"
    /// The assertion was admitted before.
    case replayed
    /// The sandbox could not make the key of an MVPD.
    case noKey = "no-key"
}
