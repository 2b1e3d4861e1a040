internal import CryptoExtras
internal import SAML2
internal import XMLCore
internal import XMLSecurity

/// The sandbox as a SAML service provider: it asks MVPDs for attributes and reads their answers.
struct SandboxServiceProvider: Sendable {
    /// The issuer of its queries and the audience of what answers them.
    static let entityID = "https://saml.sp.auth.adobe.com"
    /// The address to which browsers bring responses; answers to queries name it as their
    /// recipient.
    static let assertionConsumer =
        "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"

    /// The key it signs with, which must be an RSA key to be encrypted to.
    let key: SandboxKey

    /// A signed `samlp:AttributeQuery` on one line.
    ///
    /// It asks about the bearer who will confirm it, because the user is not known yet, and names
    /// the app that will present it.
    ///
    /// - Parameters:
    ///   - presenter: The app, as the service provider and the platform name it.
    ///   - destination: The address of the MVPD's attribute service.
    ///   - attributeNames: The attributes asked for.
    ///   - id: The `ID`, which must not be guessable.
    ///   - now: The time.
    /// - Returns: XML without a declaration.
    /// - Throws: What signing throws, such as a parsing error when a value cannot be in XML.
    func query(
        for presenter: String, destination: String, attributeNames: [String], id: String,
        now: SAML.Instant
    ) throws -> String {
        let confirmation = ElementMarkup(
            "saml:SubjectConfirmation", [("Method", SAML.SubjectConfirmation.bearer)],
            [ElementMarkup("saml:NameID", text: presenter)])
        let query = ElementMarkup(
            "samlp:AttributeQuery",
            [
                ("xmlns:samlp", "urn:oasis:names:tc:SAML:2.0:protocol"),
                ("xmlns:saml", "urn:oasis:names:tc:SAML:2.0:assertion"), ("ID", id),
                ("Version", SAML.version), ("IssueInstant", now.description),
                ("Destination", destination),
            ],
            [
                ElementMarkup("saml:Issuer", text: Self.entityID),
                ElementMarkup("saml:Subject", [], [confirmation]),
            ] + attributeNames.map { ElementMarkup("saml:Attribute", [("Name", $0)]) })
        let signed = try key.signer.signing(id, in: Array(query.text().utf8), after: .issuer)
        return String(decoding: signed, as: UTF8.self)
    }

    /// Returns the decryptor for content that was encrypted to it.
    ///
    /// - Returns: The decryptor, `nil` when its key is not an RSA key.
    func decryptor() -> Decryptor? {
        key.rsa.flatMap { try? DecryptionKey(pemEncoded: $0.pkcs8PEMRepresentation) }
            .map { Decryptor(keys: [$0]) }
    }
}

extension XML.QualifiedName {
    static let issuer = XML.QualifiedName("Issuer", in: .assertion)
    static let response = XML.QualifiedName("Response", in: .protocol)
    static let attributeQuery = XML.QualifiedName("AttributeQuery", in: .protocol)
}
