/// A row of the public vectors that the rules of this package do not let through.
struct UnreachableVector {
    let id: String
    /// What becomes of the row, as the runner names it.
    let outcome: String
    let reason: String
}

extension UnreachableVector {
    /// All rows of that kind; one that passes after all has to be taken off.
    static let all = [
        UnreachableVector(
            id: "extract/java-saml/signature_wrapping_attack.xml.base64",
            outcome: "duplicateIdentifier",
            reason: "Two elements with one ID are how signatures are wrapped; always refused."),
        UnreachableVector(
            id: "extract/java-saml/response_encrypted_subconfirm_as_nameid.xml.base64",
            outcome: "decryptionFailed",
            reason: "What is encrypted as an identifier is a SubjectConfirmation."),
        UnreachableVector(
            id: "extract/node-saml/response.root-signed.assertion-unsigned.1advice-unsigned",
            outcome: "other attributes",
            reason: "The expectation takes in the assertion in Advice, which states nothing."),
        UnreachableVector(
            id: "extract/node-saml/response.root-signed.assertion-unsigned.2advice-unsigned",
            outcome: "other attributes",
            reason: "The expectation takes in the assertions in Advice, which state nothing."),
        UnreachableVector(
            id: "extract/passport-wsfed-saml2/samlresponse_explicit_iso.txt",
            outcome: "unsupportedEncoding",
            reason: "The document claims ISO-8859-1; only UTF-8 and UTF-16 are read."),
        UnreachableVector(
            id: "extract/python-saml/signed_assertion_response.xml.base64",
            outcome: "other attributes",
            reason: "The document states five attributes; the expectation lists none."),
        UnreachableVector(
            id: "extract/ruby-saml/response_invalid_signed_element.xml.base64",
            outcome: "unexpectedElement Signature",
            reason: "A Signature stands inside Status, where the schema has no place for it."),
        UnreachableVector(
            id: "extract/saml/TestSPWithDefaultNamespace",
            outcome: "unexpectedElement Random",
            reason: "Elements that SAML does not know follow the statements."),
        UnreachableVector(
            id: "extract/saml2/good_response_twice_signed_dsig_ns_at_top",
            outcome: "unexpectedElement Data",
            reason: "An element that SAML does not know stands in the message."),
        UnreachableVector(
            id: "extract/saml2/response_external_signed_assertion",
            outcome: "unexpectedElement Data",
            reason: "An element that SAML does not know stands in the message."),
        UnreachableVector(
            id: "extract/saml2/response_notbefore_future_encrypted_then_signed_base64",
            outcome: "decryptionFailed",
            reason: "An element that SAML does not know stands in what was decrypted with AES-CBC."),
        UnreachableVector(
            id: "extract/saml2/response_notbefore_future_signed_then_encrypted",
            outcome: "decryptionFailed",
            reason: "An element that SAML does not know stands in what was decrypted with AES-CBC."),
    ]
}
