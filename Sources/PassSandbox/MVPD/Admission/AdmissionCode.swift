/// The reason why a `SAMLResponse` is not admitted; the names are stable.
package struct AdmissionCode: RawRepresentable, Hashable, Sendable {
    /// The name, as it stands in `X-Sandbox-Reason`.
    package let rawValue: String

    /// Creates a code from its name.
    ///
    /// - Parameter rawValue: The name.
    package init(rawValue: String) { self.rawValue = rawValue }

    // MARK: - The form value

    /// The field is absent or empty.
    package static let missing = AdmissionCode(rawValue: "saml-response-missing")
    /// The value is larger than any response.
    package static let tooLarge = AdmissionCode(rawValue: "saml-response-too-large")
    /// Percent-encoding is left after the form was decoded.
    package static let doublePercentEncoded = AdmissionCode(rawValue: "double-percent-encoded")
    /// There are spaces where `+` was sent without being percent-encoded.
    package static let plusNotEncoded = AdmissionCode(rawValue: "plus-not-encoded")
    /// The Base64 text is broken into lines.
    package static let wrappedBase64 = AdmissionCode(rawValue: "wrapped-base64")
    /// The Base64 text is in the URL-safe alphabet.
    package static let urlSafeBase64 = AdmissionCode(rawValue: "url-safe-base64")
    /// The value is XML that was not put into Base64.
    package static let notEncoded = AdmissionCode(rawValue: "xml-not-encoded")
    /// The value is no Base64.
    package static let notBase64 = AdmissionCode(rawValue: "not-base64")

    // MARK: - The message

    /// The decoded Base64 is not well-formed XML.
    package static let notXML = AdmissionCode(rawValue: "not-xml")
    /// The root element is not `samlp:Response`.
    package static let wrongRoot = AdmissionCode(rawValue: "wrong-root")
    /// The response is not built as the schema of SAML has it.
    package static let malformedResponse = AdmissionCode(rawValue: "malformed-response")
    /// The MVPD reports a failure.
    package static let statusNotSuccess = AdmissionCode(rawValue: "status-not-success")
    /// There is no assertion.
    package static let noAssertion = AdmissionCode(rawValue: "no-assertion")

    // MARK: - Trust

    /// Nothing is signed, or not all that counts.
    package static let signatureMissing = AdmissionCode(rawValue: "signature-missing")
    /// A signature does not hold, or the MVPD did not make it.
    package static let signatureInvalid = AdmissionCode(rawValue: "signature-invalid")
    /// A signature is of a kind that is not allowed, SHA-1 for instance.
    package static let signatureRefused = AdmissionCode(rawValue: "signature-refused")
    /// The encrypted content cannot be decrypted.
    package static let notDecryptable = AdmissionCode(rawValue: "not-decryptable")

    // MARK: - The exchange

    /// The response is from another issuer than the MVPD.
    package static let issuerMismatch = AdmissionCode(rawValue: "issuer-mismatch")
    /// The response is meant for another service provider.
    package static let audienceMismatch = AdmissionCode(rawValue: "audience-mismatch")
    /// The validity has ended.
    package static let expired = AdmissionCode(rawValue: "expired")
    /// The validity has not begun.
    package static let notYetValid = AdmissionCode(rawValue: "not-yet-valid")
    /// A condition of another kind is not met.
    package static let conditionsNotMet = AdmissionCode(rawValue: "conditions-not-met")
    /// The response does not say which request it answers.
    package static let inResponseToMissing = AdmissionCode(rawValue: "in-response-to-missing")
    /// The response answers a request that was not made for this device and app.
    package static let inResponseToUnknown = AdmissionCode(rawValue: "in-response-to-unknown")
    /// The attributes that were asked for are not there.
    package static let attributesMissing = AdmissionCode(rawValue: "attributes-missing")
    /// The assertion was admitted before.
    package static let replayed = AdmissionCode(rawValue: "replayed")
}
